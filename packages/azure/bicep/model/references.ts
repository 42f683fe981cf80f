import type { Configuration } from "../config/configuration.ts";
import type { ResourceReference } from "../types/index.ts";

const resourcePattern = /^([a-z0-9][a-z0-9\-.]*(?:\/[a-z0-9][a-z0-9\-.]*)*)(?:@([a-z0-9][a-z0-9\-.]+))?$/i;

/** Takes `Namespace/type@version` apart; undefined when it is not of that form. */
export function parseResourceReference(text: string): ResourceReference | undefined {
  const match = resourcePattern.exec(text);
  if (!match) return undefined;
  const [, type = "", apiVersion] = match;
  const segments = type.split("/");
  return apiVersion === undefined ? { type, segments } : { type, segments, apiVersion };
}

/** The type of a resource written inside another one: one segment, the version inherited unless given. */
export function nestedReference(parent: ResourceReference, child: ResourceReference): ResourceReference {
  const type = `${parent.type}/${child.type}`;
  const apiVersion = child.apiVersion ?? parent.apiVersion;
  const segments = [...parent.segments, ...child.segments];
  return apiVersion === undefined ? { type, segments } : { type, segments, apiVersion };
}

/** `type@version` as the compiler prints it. */
export function formatReference(reference: ResourceReference): string {
  return reference.apiVersion === undefined ? reference.type : `${reference.type}@${reference.apiVersion}`;
}

/** What the string of a `module`, `import`, `using` or `extension` refers to. */
export type ArtifactReference =
  | { readonly kind: "path"; readonly path: string }
  | { readonly kind: "artifact"; readonly scheme: "br" | "ts"; readonly reference: string }
  | { readonly kind: "unknown-alias"; readonly scheme: "br" | "ts"; readonly alias: string }
  | { readonly kind: "unknown-scheme"; readonly scheme: string }
  | { readonly kind: "malformed"; readonly scheme: "br" | "ts"; readonly reference: string };

/** Takes a reference apart and writes its alias out. */
export function parseArtifactReference(text: string, configuration: Configuration): ArtifactReference {
  const colon = text.indexOf(":");
  const slash = text.indexOf("/");
  const isAliased = /^(br|ts)\/[^:/]+:/.test(text);
  if (colon === -1) return { kind: "path", path: text };
  const scheme = isAliased ? text.slice(0, slash) : text.slice(0, colon);
  if (scheme !== "br" && scheme !== "ts") return { kind: "unknown-scheme", scheme };
  if (!isAliased) {
    const isWhole =
      scheme === "br" ? /^br:[^/]+\/.+[:@][^/]+$/.test(text) : /^ts:[^/]+\/[^/]+\/[^/:]+:[^/]+$/.test(text);
    return isWhole ? { kind: "artifact", scheme, reference: text } : { kind: "malformed", scheme, reference: text };
  }
  const alias = text.slice(slash + 1, colon);
  const rest = text.slice(colon + 1);
  if (scheme === "br") {
    const target = configuration.registryAliases.get(alias);
    if (!target) return { kind: "unknown-alias", scheme, alias };
    if (!/.+[:@][^/]+$/.test(rest)) return { kind: "malformed", scheme, reference: text };
    const path = target.modulePath === undefined ? rest : `${target.modulePath}/${rest}`;
    return { kind: "artifact", scheme, reference: `br:${target.registry}/${path}` };
  }
  const target = configuration.specAliases.get(alias);
  if (!target) return { kind: "unknown-alias", scheme, alias };
  return { kind: "artifact", scheme, reference: `ts:${target.subscription}/${target.resourceGroup}/${rest}` };
}
