import type { Configuration } from "../config/configuration.ts";
import type { Declarations, ExtensionSymbol } from "../symbols/index.ts";
import { plainString } from "../syntax/index.ts";
import type { ResourceReference } from "../types/index.ts";
import type { ExtensionLookup } from "./resources.ts";

/** An extension that a file uses. */
export interface ExtensionUse {
  readonly symbol: ExtensionSymbol;
  readonly alias: string;
  /** `sys`, `az` and `kubernetes` are part of the language; the others come from a registry. */
  readonly provider?: ExtensionProvider;
  /** What was written, with names of bicepconfig.json written out. */
  readonly specification: string;
}

/** What a template says of an extension. */
export interface ExtensionProvider {
  readonly name: string;
  readonly version: string;
  /** True for the types that the extension declares. */
  readonly declares: (reference: ResourceReference) => boolean;
}

export interface Extensions extends ExtensionLookup {
  readonly uses: readonly ExtensionUse[];
  readonly byAlias: ReadonlyMap<string, ExtensionUse>;
}

/** Kubernetes types have a group without dots or a group of its own, and versions such as `v1`. */
function isKubernetesType(reference: ResourceReference): boolean {
  return reference.segments.length === 2 && /^v\d+((alpha|beta)\d+)?$/.test(reference.apiVersion ?? "");
}

const registryReference = /^br:[^/]+\/(.+):([^:/]+)$/;

/**
 * Extensions whose types can be told apart without their artifact. The artifact itself (a package of types) is not read;
 * an extension that is not in this list has no provider and is answered as unsupported.
 */
function findProvider(specification: string): ExtensionProvider | undefined {
  const name = specification.split("@")[0] ?? "";
  if (name === "kubernetes") return { name: "Kubernetes", version: "1.0.0", declares: isKubernetesType };
  if (name === "az") return { name: "AzureResourceManager", version: "1.0.0", declares: () => false };
  if (name === "sys") return { name: "System", version: "1.0.0", declares: () => false };
  const [, path = "", version = ""] = registryReference.exec(specification) ?? [];
  const graph = /(?:^|\/)microsoftgraph\/(v1\.0|beta)$/.exec(path);
  if (!graph) return undefined;
  const channel = graph[1];
  return {
    name: "MicrosoftGraph",
    version,
    declares: ({ segments, apiVersion }) =>
      segments[0]?.toLowerCase() === "microsoft.graph" && apiVersion?.toLowerCase() === channel,
  };
}

export function createExtensions(declarations: Declarations, configuration: Configuration): Extensions {
  const uses: ExtensionUse[] = [];
  const byAlias = new Map<string, ExtensionUse>();
  for (const symbol of declarations.all) {
    if (symbol.kind !== "extension") continue;
    const written = symbol.node.specification;
    const own = (written.kind === "identifier" ? written.name : plainString(written)) ?? "";
    const configured = configuration.extensions.get(own);
    const specification = configured === undefined || configured === "builtin:" ? own : configured;
    const provider = findProvider(specification);
    const use: ExtensionUse = { symbol, alias: symbol.name, specification, ...(provider ? { provider } : {}) };
    uses.push(use);
    if (!byAlias.has(use.alias)) byAlias.set(use.alias, use);
  }
  return {
    uses,
    byAlias,
    isNamespace: (alias) => alias === "az" || alias === "sys" || byAlias.has(alias),
    declaring: (reference) => uses.find((use) => use.provider?.declares(reference))?.alias,
  };
}
