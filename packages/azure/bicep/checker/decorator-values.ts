import { decoratorErrors } from "../diagnostics/decorator-errors.ts";
import { typeErrors } from "../diagnostics/type-errors.ts";
import type { Decorator, Expression, TypeNode } from "../syntax/index.ts";
import {
  isAssignable,
  isLiteral,
  objectOf,
  stringType,
  withoutNull,
  anyType,
  arrayType,
  type Type,
} from "../types/index.ts";
import { assign } from "./assign.ts";
import type { Checker } from "./checker.ts";
import { integerArgument, textArgument, type DecoratorCall } from "./decorators.ts";
import { discriminatorOf } from "./discriminated.ts";

/** What a decorator stands on. */
export interface DecoratedValue {
  readonly kind: string;
  readonly type?: TypeNode;
  readonly value?: Expression;
  /** The type that is decorated, without null. */
  readonly declared?: Type;
}

function withoutQuestion(node: TypeNode | undefined): TypeNode | undefined {
  return node?.kind === "nullable-type" ? node.base : node;
}

/** True for types that are named, or taken out of named ones: what limits them stands there. */
function isAlias(c: Checker, node: TypeNode | undefined): boolean {
  const open = withoutQuestion(node);
  switch (open?.kind) {
    case "type-name": {
      const kind = c.model.bindings.symbols.get(open)?.kind;
      return kind === "type" || kind === "import" || kind === "wildcard";
    }
    case "type-property-access":
    case "type-additional-access":
    case "type-index-access":
    case "type-items-access":
      return isAlias(c, open.base);
    default:
      return false;
  }
}

function isWrittenLiteral(c: Checker, node: TypeNode | undefined): boolean {
  const open = withoutQuestion(node);
  switch (open?.kind) {
    case "integer-type":
    case "boolean-type":
    case "unary-type":
    case "string-type":
    case "union-type":
      return true;
    case "object-type":
    case "tuple-type":
      return isLiteral(c.declaredType({ type: open, decorators: [] }));
    default:
      return false;
  }
}

const metadataType = objectOf("object", [{ name: "description", type: () => stringType }], {
  additional: { type: () => anyType, isFallback: false },
});

const notOnAlias = new Set(["allowed", "minValue", "maxValue", "minLength", "maxLength", "secure"]);

/** What one decorator alone asks for. */
export function checkDecoratorValue(c: Checker, call: DecoratorCall, target: DecoratedValue): void {
  const { decorator, name } = call;
  const [arg] = call.args;
  if (notOnAlias.has(name) && isAlias(c, target.type)) c.report(decorator, decoratorErrors.onAlias, name);
  switch (name) {
    case "minLength":
    case "maxLength": {
      const { declared } = target;
      if (declared && (declared.kind === "union" || isLiteral(declared))) {
        c.report(decorator, decoratorErrors.onLiteral, name);
      }
      const value = integerArgument(call);
      if (arg && value !== undefined && value < 0n) c.report(arg, decoratorErrors.negativeLength);
      return;
    }
    case "allowed":
      checkAllowed(c, call, target);
      return;
    case "metadata":
      if (arg) assign(c, arg, c.typeOf(arg), metadataType, {});
      return;
    case "sealed":
      checkSealed(c, decorator, target.type);
      return;
    case "discriminator": {
      const { declared } = target;
      if (!declared || declared.kind === "error") return;
      const key = discriminatorOf(declared);
      const wanted = textArgument(call);
      if (key === undefined) c.report(decorator, typeErrors.discriminatorPlace);
      else if (wanted !== undefined && wanted !== key) c.report(decorator, typeErrors.discriminatorOther, wanted);
      return;
    }
    case "batchSize": {
      if (target.value?.kind !== "for") c.report(decorator, decoratorErrors.collectionsOnly, name);
      const value = integerArgument(call);
      if (arg && value !== undefined && value < 1n) c.report(arg, decoratorErrors.batchSize, 1n, value);
      return;
    }
    default:
  }
}

function checkAllowed(c: Checker, call: DecoratorCall, { type, declared }: DecoratedValue): void {
  const [arg] = call.args;
  if (!arg) return;
  if (isWrittenLiteral(c, type)) c.report(call.decorator, decoratorErrors.onLiteral, call.name);
  if (arg.kind === "array" && arg.items.length === 0) {
    c.report(arg, decoratorErrors.emptyAllowed);
    return;
  }
  if (!declared || declared.kind === "error") return;
  // A list of allowed items, of which the parameter holds some.
  const isOfItems = arg.kind === "array" && arg.items.every((item) => item.kind !== "array");
  if (isOfItems && isAssignable(declared, arrayType)) return;
  assign(c, arg, c.typeOf(arg), { kind: "array", item: () => declared }, {});
}

function checkSealed(c: Checker, decorator: Decorator, type: TypeNode | undefined): void {
  const open = withoutQuestion(type);
  if (isAlias(c, open)) c.report(decorator, decoratorErrors.onAlias, "sealed");
  else if (open?.kind === "type-instantiation") c.report(decorator, decoratorErrors.onResourceType, "sealed");
  else if (open?.kind === "object-type" && open.members.some((member) => member.kind === "type-additional")) {
    c.report(decorator, decoratorErrors.sealedWithRest);
  }
}

/** A lower limit above the upper one. */
export function checkLimits(c: Checker, calls: readonly DecoratorCall[]): void {
  for (const [low, high] of [
    ["minValue", "maxValue"],
    ["minLength", "maxLength"],
  ] as const) {
    const minimum = integerArgument(calls.find((call) => call.name === low));
    const upper = calls.find((call) => call.name === high);
    const maximum = integerArgument(upper);
    const first = calls.find((call) => call.name === low);
    if (minimum === undefined || maximum === undefined || minimum <= maximum || !first) continue;
    c.report(first.decorator, decoratorErrors.limitsCrossed, low, minimum, high, maximum);
  }
}

/** The decorated type without null. */
export function declaredWithoutNull(type: Type | undefined): Type | undefined {
  return type && (withoutNull(type) ?? type);
}
