import type { Configuration } from "../config/configuration.ts";
import { resolvePath, type FileHost } from "../host.ts";
import type { Declarations, ExtensionSymbol } from "../symbols/index.ts";
import { plainString } from "../syntax/index.ts";
import type { ResourceReference } from "../types/index.ts";
import { assumeExtension, readExtensionPackage, type ExtensionProvider } from "./extension-package.ts";
import { parseArtifactReference } from "./references.ts";
import type { ExtensionLookup } from "./resources.ts";

/** An extension that a file uses. */
export interface ExtensionUse {
  readonly symbol: ExtensionSymbol;
  readonly alias: string;
  /** Absent where the specification leads nowhere. */
  readonly provider?: ExtensionProvider;
  /** What was written, with names of bicepconfig.json written out. */
  readonly specification: string;
}

export interface Extensions extends ExtensionLookup {
  readonly uses: readonly ExtensionUse[];
  readonly byAlias: ReadonlyMap<string, ExtensionUse>;
  /** The alias under which the file names Azure's own types, if an `extension` statement does. */
  readonly azureAlias: string | undefined;
}

/** Kubernetes types have a group without dots or a group of its own, and versions such as `v1`. */
function isKubernetesType(reference: ResourceReference): boolean {
  return reference.segments.length === 2 && /^v\d+((alpha|beta)\d+)?$/.test(reference.apiVersion ?? "");
}

/** What is part of the language. The version of Azure's types is that of the published package. */
const builtIn: Readonly<Record<string, ExtensionProvider>> = {
  kubernetes: { name: "Kubernetes", version: "1.0.0", declares: isKubernetesType },
  az: { name: "AzureResourceManager", version: "0.2.896", declares: () => false },
  sys: { name: "System", version: "1.0.0", declares: () => false },
};

/** Where the host finds an extension and where the files that name it are. */
export interface ExtensionPlaces {
  readonly host: FileHost;
  readonly path: string;
  readonly configuration: Configuration;
}

function findProvider(written: string, places: ExtensionPlaces): Omit<ExtensionUse, "symbol" | "alias"> {
  const { host, path, configuration } = places;
  const configured = configuration.extensions.get(written);
  const isBuiltIn = configured === undefined || configured === "builtin:";
  if (isBuiltIn && Object.hasOwn(builtIn, written)) {
    const provider = builtIn[written];
    return { specification: written, ...(provider ? { provider } : {}) };
  }
  const text = isBuiltIn ? written : configured;
  const reference = parseArtifactReference(text, configuration);
  if (reference.kind === "path") {
    // Names stand for nothing here; paths are those of a package.
    const isPath = text.includes("/") || text.includes(".");
    const from = isBuiltIn ? path : (configuration.path ?? path);
    const index = isPath ? host.readExtension?.(resolvePath(from, text)) : undefined;
    const provider = index === undefined ? undefined : readExtensionPackage(index);
    return { specification: text, ...(provider ? { provider } : {}) };
  }
  if (reference.kind !== "artifact") return { specification: text };
  const index = host.readExtension?.(reference.reference);
  const provider = index === undefined ? assumeExtension(reference.reference) : readExtensionPackage(index);
  return { specification: reference.reference, ...(provider ? { provider } : {}) };
}

export function createExtensions(declarations: Declarations, places: ExtensionPlaces): Extensions {
  const uses: ExtensionUse[] = [];
  const byAlias = new Map<string, ExtensionUse>();
  for (const symbol of declarations.all) {
    if (symbol.kind !== "extension") continue;
    const { specification } = symbol.node;
    const written = (specification.kind === "identifier" ? specification.name : plainString(specification)) ?? "";
    const use: ExtensionUse = { symbol, alias: symbol.name, ...findProvider(written, places) };
    uses.push(use);
    if (!byAlias.has(use.alias)) byAlias.set(use.alias, use);
  }
  // What is known of a type goes before what is only assumed.
  const inOrder = [...uses].sort(
    (a, b) => Number(a.provider?.isAssumed ?? false) - Number(b.provider?.isAssumed ?? false),
  );
  return {
    uses,
    byAlias,
    azureAlias: uses.find(({ provider }) => provider === builtIn["az"])?.alias,
    isNamespace: (alias) => alias === "az" || alias === "sys" || byAlias.has(alias),
    declaring: (reference) => inOrder.find((use) => use.provider?.declares(reference))?.alias,
  };
}
