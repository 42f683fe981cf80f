import { nameErrors } from "../diagnostics/name-errors.ts";
import { typeErrors } from "../diagnostics/type-errors.ts";
import { deploymentType, scopeProperties, type BuiltInFunction } from "../functions/index.ts";
import type { CallNode, MethodCallNode } from "../syntax/index.ts";
import { errorType, type PropertyType, type ScopeKind, type Type } from "../types/index.ts";
import type { Checker } from "./checker.ts";

/** The result of `resourceGroup()` and its like: a scope, whose properties are only known of the current one. */
export function scopeCallType(c: Checker, row: BuiltInFunction, { name, args, end }: CallNode | MethodCallNode): Type {
  const { targetScope } = c.model;
  const allowed = row.scopes?.(args.length) ?? [];
  if (!allowed.includes(targetScope)) {
    const other = [0, 1, 2].filter(
      (count) => count !== args.length && row.overloads.some((one) => one.required.length === count),
    );
    const possible = other.filter((count) => row.scopes?.(count).includes(targetScope));
    const [first] = possible;
    const last = possible.at(-1);
    if (first === undefined || last === undefined) c.report(name, nameErrors.notFound, name.name);
    else {
      const expected =
        first === last ? `${first} ${first === 1 ? "argument" : "arguments"}` : `${first} to ${last} arguments`;
      c.report({ start: name.end, end }, typeErrors.argumentCount, expected, args.length);
    }
    return errorType;
  }
  if (row.name === "deployment") {
    const metadata = c.model.declarations.all.flatMap((symbol): PropertyType[] =>
      symbol.kind === "metadata" ? [{ name: symbol.name, type: () => c.typeOf(symbol.node.value) }] : [],
    );
    return deploymentType(targetScope !== "resourceGroup", metadata);
  }
  const scope = row.name as ScopeKind;
  const properties = args.length === 0 ? (scopeProperties[scope] ?? new Map()) : new Map();
  return { kind: "scope", scope, args, properties };
}
