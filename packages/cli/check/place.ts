import type { Json } from "@byocni/base/core";
import { isJsonObject } from "@byocni/base/core";
import type { SourceText, Span } from "@byocni/base/lang";
import { type JsonPath, isExpression } from "@byocni/azure/template";
import type { TemplateFile } from "../deployment/template-file.ts";
import type { FoundResource } from "./evaluate.ts";

/** Where a finding is shown. */
export interface Place {
  readonly source: SourceText;
  readonly span: Span;
}

/** `properties.agentPoolProfiles[0].vmSize` as steps. */
export function pathSteps(path: string): JsonPath {
  return path
    .split(".")
    .flatMap((part) => part.split(/\[(\d+)\]/).filter((step) => step !== ""))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

/** True when the value at a path of a resource waits for the deployment, so that nothing can be said about it. */
export function isUnknown({ resource }: FoundResource, path: string): boolean {
  let value: Json | undefined = resource.body;
  for (const step of pathSteps(path)) {
    if (typeof value === "string") break;
    if (typeof step === "number") value = Array.isArray(value) ? (value as Json[])[step] : undefined;
    else value = isJsonObject(value) ? memberOf(value, step) : undefined;
  }
  return typeof value === "string" && isExpression(value);
}

function memberOf(object: { readonly [name: string]: Json | undefined }, name: string): Json | undefined {
  const key = Object.keys(object).find((one) => one.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : object[key];
}

/**
 * The place of a member in a JSON template: the value, or the name where the value is an object; where the member is
 * not written, the nearest thing around it that is.
 */
export function placeInJson({ positions, source }: TemplateFile, found: FoundResource, path: string): Place {
  const steps = pathSteps(path);
  for (let length = steps.length; length >= 0; length--) {
    const full = [...found.path, ...steps.slice(0, length)];
    const value = positions.at(full);
    if (!value) continue;
    const name = /[[{]/.test(source.text[value.offset] ?? "") ? positions.nameAt(full) : undefined;
    const { offset, end } = name ?? value;
    return { source, span: { start: offset, end } };
  }
  return { source, span: { start: 0, end: 0 } };
}
