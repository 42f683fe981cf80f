import { resourceErrors } from "../diagnostics/resource-errors.ts";
import { typeErrors } from "../diagnostics/type-errors.ts";
import { forEachChild, propertyNamed, type ObjectNode, type SyntaxNode } from "../syntax/index.ts";
import type { Checker } from "./checker.ts";

/** Objects that a deployment is made of cannot be put together at run time. */
export function checkSpreads(c: Checker): void {
  const { declarations, configuration, tree } = c.model;
  const rigid = new Set<ObjectNode>();
  const add = (node: SyntaxNode | undefined): void => {
    if (node?.kind === "object") rigid.add(node);
  };
  for (const symbol of declarations.resources) add(symbol.body.object);
  for (const symbol of declarations.all) {
    if (symbol.kind !== "module") continue;
    const { object } = symbol.body;
    add(object);
    add(propertyNamed(object, "params")?.value);
    const configs = propertyNamed(object, "extensionConfigs")?.value;
    if (!configuration.features.moduleExtensionConfigs) continue;
    add(configs);
    for (const member of configs?.kind === "object" ? configs.members : []) {
      if (member.kind === "property") add(member.value);
    }
  }
  for (const statement of tree.statements) {
    const isConfigured = statement.kind === "extension-declaration" || statement.kind === "extension-config";
    if (isConfigured) add(statement.config);
  }
  checkObjects(c, rigid);
}

function checkObjects(c: Checker, rigid: ReadonlySet<ObjectNode>): void {
  for (const node of c.model.bindings.ofKind("object")) {
    const spreads = node.members.filter((member) => member.kind === "spread");
    const hasLoop = spreads.length > 0 && holdsPropertyLoop(node);
    for (const spread of spreads) {
      if (rigid.has(node)) c.report(spread, typeErrors.spreadPlace);
      if (hasLoop) c.report(spread, resourceErrors.spreadBesideLoop);
    }
  }
}

function holdsPropertyLoop(node: SyntaxNode): boolean {
  let found = false;
  const visit = (inner: SyntaxNode): void => {
    if (inner.kind === "property" && inner.value.kind === "for") found = true;
    if (!found) forEachChild(inner, visit);
  };
  visit(node);
  return found;
}
