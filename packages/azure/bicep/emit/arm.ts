import { isIdentifier } from "../syntax/characters.ts";

/** An expression of the template language. Properties (`.a[0]`) hang on a call. */
export type Arm =
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "number"; readonly value: bigint }
  | ArmCall;

export interface ArmCall {
  readonly kind: "call";
  readonly name: string;
  readonly args: readonly Arm[];
  readonly properties: readonly Arm[];
}

export function text(value: string): Arm {
  return { kind: "text", value };
}

export function number(value: bigint): Arm {
  return { kind: "number", value };
}

export function call(name: string, ...args: readonly Arm[]): ArmCall {
  return callOf(name, args);
}

/** A call of as many arguments as there may be: more than one call of JavaScript can take. */
export function callOf(name: string, args: readonly Arm[]): ArmCall {
  return { kind: "call", name, args, properties: [] };
}

/** A call that properties can hang on: literals are wrapped into `string()` or `int()`. */
export function asCall(arm: Arm): ArmCall {
  if (arm.kind === "call") return arm;
  return arm.kind === "text" ? call("string", arm) : call("int", arm);
}

export function withProperties(arm: Arm, ...properties: readonly Arm[]): ArmCall {
  const target = asCall(arm);
  return { ...target, properties: [...target.properties, ...properties] };
}

export function member(arm: Arm, ...names: readonly string[]): ArmCall {
  return withProperties(arm, ...names.map(text));
}

/** Changes every call of the expression, innermost first. */
export function mapCalls(arm: Arm, change: (call: ArmCall) => ArmCall): Arm {
  if (arm.kind !== "call") return arm;
  return change({
    ...arm,
    args: arm.args.map((arg) => mapCalls(arg, change)),
    properties: arm.properties.map((property) => mapCalls(property, change)),
  });
}

/** True when the predicate holds for a call somewhere in the expression. */
export function someCall(arm: Arm, holds: (call: ArmCall) => boolean): boolean {
  if (arm.kind !== "call") return false;
  return holds(arm) || [...arm.args, ...arm.properties].some((part) => someCall(part, holds));
}

function write(arm: Arm, out: string[]): void {
  if (arm.kind === "number") out.push(arm.value.toString());
  else if (arm.kind === "text") out.push("'", arm.value.replaceAll("'", "''"), "'");
  else {
    out.push(arm.name, "(");
    for (const [index, arg] of arm.args.entries()) {
      if (index > 0) out.push(", ");
      write(arg, out);
    }
    out.push(")");
    for (const property of arm.properties) {
      if (property.kind === "text" && isIdentifier(property.value)) out.push(".", property.value);
      else {
        out.push("[");
        write(property, out);
        out.push("]");
      }
    }
  }
}

/** A literal as a template writes it: `[x]` would be taken for an expression and gets a second bracket. */
export function escapeText(value: string): string {
  return value.startsWith("[") && value.endsWith("]") && value.length > 1 ? `[${value}` : value;
}

/** The expression as it stands in a template, brackets included; a literal is written as itself. */
export function armToText(arm: Arm): string {
  if (arm.kind === "text") return escapeText(arm.value);
  const out = ["["];
  write(arm, out);
  out.push("]");
  return out.join("");
}
