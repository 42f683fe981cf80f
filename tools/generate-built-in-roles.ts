/**
 * `packages/azure/arm/authorization/built-in-roles-data.gen.ts`: every built-in role with its permissions. The input is
 * what `az role definition list -o json` prints in any subscription; its path is in BYOCNI_ROLES_JSON. Ids, names and
 * actions are taken over, descriptions are not.
 */
import { readFileSync } from "node:fs";
import process from "node:process";
import type { GeneratedFile } from "./generate.ts";

const lists = ["actions", "notActions", "dataActions", "notDataActions"] as const;

type Block = Readonly<Record<(typeof lists)[number], readonly string[]>> & { readonly condition?: string | null };

interface Definition {
  readonly name: string;
  readonly roleName: string;
  readonly roleType: string;
  readonly permissions: readonly Block[];
}

// Asynchronous because every generator is.
// oxlint-disable-next-line require-await
export async function generate(): Promise<readonly GeneratedFile[] | undefined> {
  const input = process.env["BYOCNI_ROLES_JSON"];
  if (input === undefined) return undefined;
  const roles = (JSON.parse(readFileSync(input, "utf8")) as readonly Definition[])
    .filter(({ roleType }) => roleType === "BuiltInRole")
    .toSorted((a, b) => (a.roleName < b.roleName ? -1 : 1));
  const actions = [
    ...new Set(
      roles.flatMap(({ permissions }) => permissions.flatMap((block) => lists.flatMap((list) => block[list]))),
    ),
  ].toSorted();
  const places = new Map(actions.map((action, index) => [action, index]));
  const text = `// Made by tools/generate-built-in-roles.ts; not to be changed by hand.
/** One action a line, in order: length of what it shares with the line before (two digits, base 36), then the rest. */
export const actionLines: string = ${JSON.stringify(frontCoded(actions).join("\n"))};
/** One role a line: id, name, then five fields a permission block: places of the four lists (base 36), condition. */
export const roleLines: string = ${JSON.stringify(roles.map((role) => line(role, places)).join("\n"))};
`;
  return [{ path: "packages/azure/arm/authorization/built-in-roles-data.gen.ts", text }];
}

function frontCoded(sorted: readonly string[]): readonly string[] {
  let before = "";
  return sorted.map((text) => {
    let shared = 0;
    while (shared < before.length && before[shared] === text[shared]) shared++;
    before = text;
    return `${shared.toString(36).padStart(2, "0")}${text.slice(shared)}`;
  });
}

function line({ name, roleName, permissions }: Definition, places: ReadonlyMap<string, number>): string {
  const blocks = permissions.flatMap((block) => [
    ...lists.map((list) => block[list].map((action) => places.get(action)?.toString(36)).join(",")),
    (block.condition ?? "").replaceAll(/\s+/g, " ").trim(),
  ]);
  return [name.toLowerCase(), roleName.trim(), ...blocks].join("\t");
}
