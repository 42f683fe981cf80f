import { isJsonObject, type JsonObject } from "./json.ts";
import type { ScopeKind } from "../types/index.ts";
import { parseJsonText } from "./json-text.ts";

/** A template in JSON that a Bicep file uses as a module or imports from. */
export interface ArmFile {
  readonly path: string;
  readonly template: JsonObject;
  readonly scope: ScopeKind;
  /** The id of the template spec that holds the template: deployments name it instead of carrying the template. */
  readonly templateSpecId?: string;
}

const schemas: readonly (readonly [string, ScopeKind])[] = [
  ["tenantdeploymenttemplate.json", "tenant"],
  ["managementgroupdeploymenttemplate.json", "managementGroup"],
  ["subscriptiondeploymenttemplate.json", "subscription"],
];

/**
 * Reads a template, or a version of a template spec as Azure answers it; undefined when the text is not JSON or has no
 * resources.
 */
export function readArmFile(path: string, text: string): ArmFile | undefined {
  const parsed = parseJsonText(text);
  if ("problem" in parsed || !isJsonObject(parsed.value)) return undefined;
  const { id, properties } = parsed.value;
  const inner = isJsonObject(properties) ? properties["mainTemplate"] : undefined;
  const isSpec = typeof id === "string" && isJsonObject(inner);
  const template = isSpec ? inner : parsed.value;
  if (template["resources"] === undefined) return undefined;
  const schema = typeof template["$schema"] === "string" ? template["$schema"].toLowerCase() : "";
  const scope = schemas.find(([name]) => schema.includes(name))?.[1] ?? "resourceGroup";
  return { path, template, scope, ...(isSpec ? { templateSpecId: id } : {}) };
}
