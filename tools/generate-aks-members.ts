/**
 * Since when api-versions of AKS have which member: read off the library of public resource types. The provider checks
 * bodies and shapes answers by it, and must not load the compiler's library for that.
 */
import { loadResourceTypes } from "../packages/azure/bicep/resource-types/library.ts";
import type { ResourceTypes, Type } from "../packages/azure/bicep/types/index.ts";
import type { GeneratedFile } from "./generate.ts";

const types = ["managedClusters", "managedClusters/agentPools"] as const;
const out = "packages/azure/providers/container-service/members/members.gen.ts";

/** Index in the list of versions, for each path that the version has: `a.b`, through arrays too; `a.*` where names are the user's. */
type Seen = Map<string, number[]>;

function walk(type: Type, path: string, note: (path: string) => void, above: readonly Type[] = []): void {
  if (above.includes(type)) return;
  const next = [...above, type];
  if (type.kind === "array") return walk(type.item(), path, note, next);
  if (type.kind === "union") return type.members.forEach((member) => walk(member, path, note, next));
  if (type.kind === "discriminated") return type.members.forEach((member) => walk(member, path, note, next));
  if (type.kind !== "object") return;
  if (type.additional) {
    note(`${path}.*`);
    walk(type.additional.type(), `${path}.*`, note, next);
  }
  for (const property of type.properties.values()) {
    const below = path === "" ? property.name : `${path}.${property.name}`;
    note(below);
    walk(property.type(), below, note, next);
  }
}

function seenIn(library: ResourceTypes, name: string, versions: readonly string[]): Seen {
  const seen: Seen = new Map();
  for (const [index, apiVersion] of versions.entries()) {
    const body = library.body({
      type: `Microsoft.ContainerService/${name}`,
      segments: ["Microsoft.ContainerService", ...name.split("/")],
      apiVersion,
    });
    if (!body) continue;
    const paths = new Set<string>();
    walk(body, "", (path) => paths.add(path));
    for (const path of paths) seen.set(path, [...(seen.get(path) ?? []), index]);
  }
  return seen;
}

/** `3-7,9`: runs of indices in base 36. */
function runs(indices: readonly number[]): string {
  const found: [number, number][] = [];
  for (const index of indices) {
    const last = found.at(-1);
    if (last && last[1] === index - 1) last[1] = index;
    else found.push([index, index]);
  }
  return found
    .map(([from, to]) => (from === to ? from.toString(36) : `${from.toString(36)}-${to.toString(36)}`))
    .join(",");
}

export async function generate(): Promise<readonly GeneratedFile[]> {
  const library = await loadResourceTypes();
  const tables = types.map((name) => {
    const versions = library.versions(`Microsoft.ContainerService/${name}`);
    const rows = [...seenIn(library, name, versions)].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const lines = rows.map(([path, indices]) => `${path} ${runs(indices)}`);
    return `  ${JSON.stringify(name)}: {\n    versions: ${JSON.stringify(versions.join(" "))},\n    members: \`\n${lines.join("\n")}\n\`,\n  },\n`;
  });
  return [
    {
      path: out,
      text: `// Made by tools/generate-aks-members.ts; do not edit.\n/** Members by path, with the indices (base 36) of the versions that have them. */\nexport const memberTables = {\n${tables.join("")}} as const;\n`,
    },
  ];
}
