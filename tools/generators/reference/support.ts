import { createTestCloud } from "@byocni/azure/arm/testing";
import { type ProvidersDeps, createProviders, supportMatrix } from "@byocni/azure/providers";
import { listFunctions } from "@byocni/azure/template";
import { commands } from "@byocni/cli";
import { builtinResources } from "@byocni/kube/schema";
import { rules } from "@byocni/rules/catalog";
import { code, page, table } from "./markdown.ts";

/** `docs/reference/support.md`: what there is, read off the registries. */
export async function supportPage(): Promise<string> {
  // Definitions are looked at and never run: no cluster host is needed.
  const providers = createProviders({ clusterHost: {} as ProvidersDeps["clusterHost"] });
  const { types, notImplemented } = supportMatrix(providers);
  const own = await ownTypes(providers, new Set(types.map(({ type }) => type.toLowerCase())));
  return page(
    "# What is supported",
    "What is not supported answers `NotImplemented` (501) by name.",
    "## Azure resource types",
    table(
      ["type", "methods", "api-versions"],
      types.map((row) => [
        row.type,
        row.methods.join(" "),
        row.oldestApiVersion === row.newestApiVersion
          ? row.newestApiVersion
          : `${row.oldestApiVersion} … ${row.newestApiVersion}`,
      ]),
    ),
    "## Actions",
    list(
      types
        .filter(({ actions, notImplementedActions }) => actions.length + notImplementedActions.length > 0)
        .map(({ type, actions, notImplementedActions }) => {
          const absent =
            notImplementedActions.length === 0 ? "" : `; not implemented: ${notImplementedActions.join(", ")}`;
          return `**${type}**: ${actions.length === 0 ? "none" : actions.join(", ")}${absent}`;
        }),
    ),
    "## Resource Manager's own types",
    "Resource groups, locks, tags and generic resources are there as well.",
    list(own.map((type) => code(type))),
    "## Azure resource types that answer NotImplemented",
    list(notImplemented.map((type) => code(type))),
    "## Template functions",
    `${listFunctions()
      .map(({ name, min, max }) => `${code(name)} ${argumentCount(min, max)}`)
      .join(", ")}, and every name that begins with \`list\` (2..3).`,
    "The figures are the least and the greatest number of arguments.",
    "## Kubernetes resources",
    kubernetes(),
    "## Rules of `byocni check`",
    list(rules.map(({ id, severity, title }) => `${code(id)} (${severity}): ${title}`)),
    "## Commands",
    `${commands.map(({ path }) => code(path)).join(", ")}: see [cli.md](cli.md).`,
  );
}

/** Types that Resource Manager brings itself, as it lists them. */
async function ownTypes(
  providers: ReturnType<typeof createProviders>,
  known: ReadonlySet<string>,
): Promise<readonly string[]> {
  const cloud = await createTestCloud({ providers });
  const { body } = await cloud.send("GET", "/subscriptions/{sub}/providers");
  const listed = (body["value"] ?? []) as readonly {
    readonly namespace: string;
    readonly resourceTypes: readonly { readonly resourceType: string }[];
  }[];
  return listed
    .flatMap(({ namespace, resourceTypes }) => resourceTypes.map(({ resourceType }) => `${namespace}/${resourceType}`))
    .filter((type) => !known.has(type.toLowerCase()))
    .toSorted();
}

function argumentCount(min: number, max: number): string {
  return max === Infinity ? `${min}..` : min === max ? String(min) : `${min}..${max}`;
}

function kubernetes(): string {
  const groups = new Map<string, { readonly names: string[] }>();
  for (const { group, version, plural, subresources } of builtinResources()) {
    const key = group === "" ? version : `${group}/${version}`;
    const entry = groups.get(key) ?? { names: [] };
    const below = subresources.map(({ name }) => name);
    entry.names.push(below.length === 0 ? plural : `${plural} (${below.join(", ")})`);
    groups.set(key, entry);
  }
  return list([...groups].map(([key, { names }]) => `**${key}**: ${names.toSorted().join(", ")}`).toSorted());
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}
