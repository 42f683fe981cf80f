import { type Json, type JsonObject, isJsonObject } from "@byocni/base/core";

/**
 * A resource of a template, evaluated as far as that is possible before it runs. Expressions that are known only then
 * (`[reference(…)]`) stand in the body as text.
 */
export interface TemplateResource {
  /** Full id. */
  readonly id: string;
  /** `Microsoft.ContainerService/managedClusters/agentPools`. */
  readonly type: string;
  /** Full name: `cluster/pool`. */
  readonly name: string;
  readonly apiVersion: string;
  readonly body: JsonObject;
}

/** True for a value that is known only when the template runs. */
export function isUnknown(value: Json | undefined): boolean {
  return typeof value === "string" && value.startsWith("[") && !value.startsWith("[[") && value.endsWith("]");
}

/** Members of an object; empty where there is none or it is not known. */
export function objectIn(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return isJsonObject(value) ? value : {};
}

export function objectsIn(object: JsonObject, name: string): readonly JsonObject[] {
  const value = object[name];
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** A text; undefined where there is none, it is empty, or it is not known. */
export function textIn(object: JsonObject, name: string): string | undefined {
  const value = object[name];
  return typeof value === "string" && value !== "" && !isUnknown(value) ? value : undefined;
}

export function numberIn(object: JsonObject, name: string): number | undefined {
  const value = object[name];
  return typeof value === "number" ? value : undefined;
}

/** The known texts of a list. */
export function textsIn(object: JsonObject, name: string): readonly string[] {
  const value = object[name];
  return Array.isArray(value)
    ? value.filter((item): item is string => typeof item === "string" && item !== "" && !isUnknown(item))
    : [];
}

/** Resources of a type, without regard to case. */
export function ofType(resources: readonly TemplateResource[], type: string): readonly TemplateResource[] {
  return resources.filter((resource) => resource.type.toLowerCase() === type.toLowerCase());
}

/** Children of a resource by type: those of the template that lie below its id. */
export function childrenOf(
  resources: readonly TemplateResource[],
  parent: TemplateResource,
  type: string,
): readonly TemplateResource[] {
  const prefix = `${parent.id.toLowerCase()}/`;
  return ofType(resources, type).filter(({ id }) => id.toLowerCase().startsWith(prefix));
}

export const lastName = ({ name }: TemplateResource): string => name.slice(name.lastIndexOf("/") + 1);
