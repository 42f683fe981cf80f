import { typeErrors } from "../diagnostics/type-errors.ts";
import type { TypeSymbol } from "../symbols/index.ts";
import { forEachChild, type SyntaxNode, type TypeNode } from "../syntax/index.ts";
import { everyMember, isLiteral, withoutNull, type Type } from "../types/index.ts";
import { checkDecorators } from "./check-decorators.ts";
import type { Checker } from "./checker.ts";

/** Kinds of types that only wrap others. */
const transparent: ReadonlySet<SyntaxNode["kind"]> = new Set([
  "parenthesized-type",
  "nullable-type",
  "non-nullable-type",
  "union-type",
]);

/** So many members of a cycle are told. */
const toldOfCycle = 30;

/** Finds what is wrong inside of a type expression. The members of a discriminated union are objects, not literals. */
export function checkType(c: Checker, node: TypeNode, isDiscriminated = false): void {
  const visit = (inner: SyntaxNode, isUnionOfObjects: boolean, isItem = false): void => {
    if (inner.kind === "decorator") return;
    if (inner.kind === "union-type" && !isUnionOfObjects) checkUnion(c, inner, isItem);
    if (inner.kind === "type-property" || inner.kind === "type-additional" || inner.kind === "tuple-item") {
      checkDecorators(c, { kind: "type-member", decorators: inner.decorators, type: inner.type });
      const names = inner.decorators.map(({ expression }) =>
        expression.kind === "call" || expression.kind === "method-call" ? expression.name.name : "",
      );
      visit(inner.type, names.includes("discriminator"));
      return;
    }
    const passesOn = transparent.has(inner.kind);
    const holdsItems = inner.kind === "array-type" || (isItem && passesOn);
    forEachChild(inner, (child) => visit(child, passesOn && isUnionOfObjects, holdsItems));
  };
  visit(node, isDiscriminated);
}

const primitives: Partial<Record<Type["kind"], string>> = {
  "string-literal": "string",
  "int-literal": "int",
  "bool-literal": "bool",
  tuple: "array",
  object: "object",
};

/** Items of arrays may be literals of different kinds. */
function checkUnion(c: Checker, node: Extract<TypeNode, { kind: "union-type" }>, isItem: boolean): void {
  const kinds = new Set<string>();
  let isSound = true;
  for (const member of node.members) {
    const type = c.declaredType({ type: member, decorators: [] });
    if (type.kind === "error") isSound = false;
    else if (!everyMember(type, isLiteral)) {
      isSound = false;
      c.report(member, typeErrors.unionMember);
    } else {
      const present = withoutNull(type) ?? type;
      for (const one of present.kind === "union" ? present.members : [present]) {
        const kind = primitives[one.kind];
        if (kind !== undefined) kinds.add(kind);
      }
    }
  }
  if (isSound && kinds.size > 1 && !isItem) c.report(node, typeErrors.unionOfOneType);
}

/** The types that a type needs to be complete: not those that may be left out, nor those in a list of an object. */
function requiredTypes(c: Checker, symbol: TypeSymbol): readonly TypeSymbol[] {
  const found: TypeSymbol[] = [];
  const visit = (node: SyntaxNode, isInObject: boolean): void => {
    switch (node.kind) {
      case "decorator":
      case "nullable-type":
      case "type-additional":
        return;
      case "array-type":
        if (!isInObject) forEachChild(node, (child) => visit(child, isInObject));
        return;
      case "type-name": {
        const target = c.model.bindings.symbols.get(node);
        if (target?.kind === "type") found.push(target);
        return;
      }
      case "type-property-access":
      case "type-items-access":
      case "type-index-access":
      case "type-additional-access":
        return;
      default:
        forEachChild(node, (child) => visit(child, isInObject || node.kind === "object-type"));
    }
  };
  visit(symbol.node.type, false);
  return found;
}

/** Finds types that contain themselves without end. */
export function checkTypeCycles(c: Checker): void {
  const types = c.model.declarations.all.filter((symbol) => symbol.kind === "type");
  const done = new Set<TypeSymbol>();
  for (const root of types) {
    if (done.has(root)) continue;
    // A stack of its own: chains of types may be long.
    const stack = [{ symbol: root, rest: requiredTypes(c, root), next: 0 }];
    const position = new Map([[root, 0]]);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const next = top.rest[top.next++];
      if (next === undefined) {
        done.add(top.symbol);
        position.delete(top.symbol);
        stack.pop();
        continue;
      }
      const at = position.get(next);
      if (at !== undefined)
        reportCycle(
          c,
          stack.slice(at).map((entry) => entry.symbol),
        );
      else if (!done.has(next)) {
        position.set(next, stack.length);
        stack.push({ symbol: next, rest: requiredTypes(c, next), next: 0 });
      }
    }
  }
}

function reportCycle(c: Checker, members: readonly TypeSymbol[]): void {
  const [only] = members;
  if (members.length === 1 && only) {
    c.report(only.node.name, typeErrors.typeIncludesItself);
    return;
  }
  for (const [index, { node }] of members.entries()) {
    const after = members.slice(index, index + toldOfCycle);
    const told = [...after, ...members.slice(0, Math.min(index, toldOfCycle - after.length))];
    const names = told.map((symbol) => symbol.name);
    c.report(node.name, typeErrors.typeCycle, names.length < members.length ? [...names, "…"] : names);
  }
}
