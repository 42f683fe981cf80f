import { suggestName } from "@byocni/base/lang";
import { nameErrors } from "../diagnostics/name-errors.ts";
import { typeErrors } from "../diagnostics/type-errors.ts";
import type { MethodCallNode } from "../syntax/index.ts";
import { boolType, errorType, nullable, objectType, type Type } from "../types/index.ts";
import type { Checker } from "./checker.ts";

const names = ["exists", "existingResource"];

/** `this.exists()`, `this.existingResource()`: the resource as it is before the deployment. */
export function selfCallType(c: Checker, node: MethodCallNode): Type {
  const { name } = node;
  for (const arg of node.args) c.typeOf(arg);
  if (name.isMissing) return errorType;
  if (!names.includes(name.name)) {
    const suggestion = suggestName(name.name, names);
    if (suggestion === undefined) c.report(name, nameErrors.notInNamespace, name.name, "this");
    else c.report(name, nameErrors.notInNamespaceSuggestion, name.name, "this", suggestion);
    return errorType;
  }
  if (node.args.length > 0) c.report(node, typeErrors.argumentCount, "0 arguments", node.args.length);
  if (name.name === "exists") return boolType;
  let owner = c.model.bindings.parents.get(node);
  while (owner && owner.kind !== "resource-declaration") owner = c.model.bindings.parents.get(owner);
  const symbol = owner && c.model.declarations.byNode.get(owner);
  return nullable((symbol?.kind === "resource" ? c.resourceType(symbol)?.body : undefined) ?? objectType);
}
