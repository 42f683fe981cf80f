import { resourceErrors } from "../diagnostics/resource-errors.ts";
import type { ModuleSymbol } from "../symbols/index.ts";
import { propertyKey, propertyNamed, type MethodCallNode, type SyntaxNode } from "../syntax/index.ts";
import { propertyOf, withoutNull, type Type } from "../types/index.ts";
import type { Checker } from "./checker.ts";

/** Secrets of key vaults can only be handed to secure parameters of modules: the template itself never sees them. */
export function checkSecrets(c: Checker): void {
  const { bindings, declarations } = c.model;
  const modules = new Map<SyntaxNode, ModuleSymbol>();
  for (const symbol of declarations.all) {
    const parameters = symbol.kind === "module" ? propertyNamed(symbol.body.object, "params")?.value : undefined;
    if (symbol.kind === "module" && parameters) modules.set(parameters, symbol);
  }
  const isSecret = (node: MethodCallNode): boolean => {
    const type = c.typeOf(node.base);
    const present = withoutNull(type) ?? type;
    return present.kind === "resource" && present.reference.type.toLowerCase() === "microsoft.keyvault/vaults";
  };
  /** Extensions take secrets in their configuration. */
  const isInConfiguration = (node: SyntaxNode): boolean => {
    const parent = bindings.parents.get(node);
    if (node.kind === "property" && propertyKey(node) === "extensionConfigs") return true;
    return (parent?.kind === "object" || parent?.kind === "property") && isInConfiguration(parent);
  };
  const isAllowed = (node: SyntaxNode): boolean => {
    let value = node;
    let parent = bindings.parents.get(value);
    while (parent?.kind === "parenthesized" || (parent?.kind === "ternary" && parent.condition !== value)) {
      value = parent;
      parent = bindings.parents.get(value);
    }
    if (parent?.kind !== "property") return false;
    if (isInConfiguration(parent)) return true;
    const object = bindings.parents.get(parent);
    const module = object && modules.get(object);
    const body = module && c.moduleType(module)?.body;
    const parameters = body && propertyOf(body.properties, "params")?.type();
    if (!parameters) return module !== undefined;
    const wanted =
      parameters.kind === "object" ? propertyOf(parameters.properties, propertyKey(parent) ?? "")?.type() : undefined;
    return wanted !== undefined && isSecure(wanted);
  };
  for (const node of bindings.ofKind("method-call")) {
    if (node.name.name === "getSecret" && isSecret(node) && !isAllowed(node)) {
      c.report(node, resourceErrors.secretPlace, "getSecret");
    }
  }
}

function isSecure(type: Type): boolean {
  const present = withoutNull(type) ?? type;
  return (
    present.kind === "any" || ((present.kind === "string" || present.kind === "object") && present.isSecure === true)
  );
}
