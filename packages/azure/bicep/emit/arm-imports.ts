import type { ArmFile } from "../files/arm-file.ts";
import { isJsonObject, type Json, type JsonObject } from "../files/json.ts";
import { exportMarker } from "../model/exports.ts";
import { functionNamespace } from "./emitter.ts";
import type { Schema } from "./type-schema.ts";

/** A declaration of a template in JSON. Functions outside of the usual namespace are `namespace.name`. */
export interface ArmMember {
  readonly file: ArmFile;
  readonly what: "type" | "variable" | "function";
  readonly name: string;
}

const definitionPointer = /^#\/definitions\/(.+)$/;
const variableCall = /\bvariables\(\s*'((?:[^']|'')*)'\s*\)/gi;
const functionCall = /(?<![\w.'])([A-Za-z_]\w*)\.([A-Za-z_]\w*)\(/g;

/** Finds the JSON of a declaration. */
export function armDeclaration(member: ArmMember): Json | undefined {
  const { template } = member.file;
  if (member.what === "type") return objectAt(template["definitions"])[member.name];
  if (member.what === "variable") {
    const variables = objectAt(template["variables"]);
    const direct = variables[member.name];
    if (direct !== undefined) return direct;
    const { copy } = variables;
    return (Array.isArray(copy) ? copy : []).find((one) => objectAt(one)["name"] === member.name);
  }
  const [namespace = functionNamespace, name = member.name] = member.name.includes(".")
    ? member.name.split(".")
    : [functionNamespace, member.name];
  const namespaces = template["functions"];
  for (const one of Array.isArray(namespaces) ? namespaces : []) {
    if (objectAt(one)["namespace"] === namespace) return objectAt(objectAt(one)["members"])[name];
  }
  return undefined;
}

function objectAt(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** True when the variable is written as a loop. */
export function isArmLoop(member: ArmMember): boolean {
  return member.what === "variable" && objectAt(member.file.template["variables"])[member.name] === undefined;
}

function visitStrings(
  value: Json | undefined,
  visit: (text: string, key: string | undefined) => void,
  key?: string,
): void {
  if (typeof value === "string") visit(value, key);
  else if (Array.isArray(value)) for (const item of value) visitStrings(item, visit);
  else if (isJsonObject(value)) for (const [name, inner] of Object.entries(value)) visitStrings(inner, visit, name);
}

function isExpression(text: string): boolean {
  return text.startsWith("[") && !text.startsWith("[[") && text.endsWith("]");
}

/** What a declaration of a JSON template needs from that template. */
export function armDependencies(member: ArmMember): readonly ArmMember[] {
  const { file } = member;
  const found = new Map<string, ArmMember>();
  const add = (what: ArmMember["what"], name: string): void => {
    const one: ArmMember = { file, what, name };
    if (armDeclaration(one) !== undefined) found.set(`${what} ${name}`, one);
  };
  visitStrings(armDeclaration(member), (text, key) => {
    const pointer = key === "$ref" ? definitionPointer.exec(text)?.[1] : undefined;
    if (pointer !== undefined) add("type", pointer.split("/")[0] ?? pointer);
    if (!isExpression(text)) return;
    for (const match of text.matchAll(variableCall)) add("variable", (match[1] ?? "").replaceAll("''", "'"));
    for (const match of text.matchAll(functionCall)) {
      const [, namespace = "", name = ""] = match;
      add("function", namespace === functionNamespace ? name : `${namespace}.${name}`);
    }
  });
  return [...found.values()];
}

/** The JSON of a declaration with the names that the new template gives to what it needs. */
export function rewriteArm(member: ArmMember, nameOf: (member: ArmMember) => string | undefined): Json | undefined {
  const { file } = member;
  const rename = (what: ArmMember["what"], name: string): string => nameOf({ file, what, name }) ?? name;
  const rewriteText = (text: string, key: string | undefined): string => {
    const pointer = key === "$ref" ? definitionPointer.exec(text)?.[1] : undefined;
    if (pointer !== undefined) {
      const [head = "", ...rest] = pointer.split("/");
      return ["#/definitions", rename("type", head), ...rest].join("/");
    }
    if (!isExpression(text)) return text;
    return text
      .replaceAll(variableCall, (_, name: string) => {
        const renamed = rename("variable", name.replaceAll("''", "'"));
        return `variables('${renamed.replaceAll("'", "''")}')`;
      })
      .replaceAll(functionCall, (whole: string, namespace: string, name: string) => {
        const own = namespace === functionNamespace ? name : `${namespace}.${name}`;
        const renamed = nameOf({ file, what: "function", name: own });
        if (renamed === undefined) return whole;
        return renamed.includes(".") ? `${renamed}(` : `${functionNamespace}.${renamed}(`;
      });
  };
  const rewrite = (value: Json | undefined, key?: string): Json => {
    if (typeof value === "string") return rewriteText(value, key);
    if (Array.isArray(value)) return value.map((item) => rewrite(item));
    if (!isJsonObject(value)) return value ?? null;
    const result: Schema = {};
    for (const [name, inner] of Object.entries(value)) {
      if (name !== exportMarker) result[name] = rewrite(inner, name);
    }
    return result;
  };
  const declaration = armDeclaration(member);
  return declaration === undefined ? undefined : rewrite(declaration);
}
