import type { Span } from "@byocni/base/lang";
import { nameErrors } from "../diagnostics/name-errors.ts";
import { resourceErrors } from "../diagnostics/resource-errors.ts";
import { forEachChild, propertyKey, type ObjectNode, type SyntaxNode } from "../syntax/index.ts";
import type { ModuleSymbol, ResourceSymbol } from "../symbols/index.ts";
import type { Checker } from "./checker.ts";
import { createRuntimeUses, type RuntimeUse } from "./runtime-uses.ts";

/** A place whose value must be known when the deployment starts. */
interface Place {
  readonly kind: "property" | "condition" | "loop" | "call" | "function";
  /** The name of the property or function. */
  readonly name: string;
  /** What the property belongs to. */
  readonly owner?: string;
  /** The variable whose value is the loop. */
  readonly variable?: { readonly name: string; readonly body: SyntaxNode };
  readonly parts: readonly SyntaxNode[];
  /** Resources and modules may be named as a whole: `parent` and `scope`. */
  readonly takesResources: boolean;
}

const identifying = new Set(["name", "scope", "parent"]);

/** Values that are known only to the running deployment must not stand where the deployment's plan is made of them. */
export function checkDeployTime(c: Checker): void {
  const { model } = c;
  const { declarations, bindings } = model;
  const owners = new Map<ObjectNode, ResourceSymbol | ModuleSymbol>();
  for (const symbol of declarations.resources) if (symbol.body.object) owners.set(symbol.body.object, symbol);
  for (const symbol of declarations.all) {
    if (symbol.kind === "module" && symbol.body.object) owners.set(symbol.body.object, symbol);
  }
  const uses = createRuntimeUses(c);
  const check = (place: Place): void => {
    for (const part of place.parts) {
      for (const use of uses.in(part, place.takesResources)) report(c, place, use);
    }
  };
  const visit = (node: SyntaxNode, owner?: ResourceSymbol | ModuleSymbol): void => {
    if (node.kind === "resource-declaration" && node.isExisting) {
      const symbol = declarations.byNode.get(node);
      const members = symbol?.kind === "resource" ? (symbol.body.object?.members ?? []) : [];
      for (const member of members) if (member.kind === "resource-declaration") visit(member);
      return;
    }
    if (node.kind === "object") {
      const own = owners.get(node);
      forEachChild(node, (child) => visit(child, own));
      return;
    }
    if (node.kind === "property" && owner) {
      const name = propertyKey(node) ?? "";
      const isAzure = owner.kind === "module" || model.resources.extensionOf(owner) === undefined;
      if (identifying.has(name) && isAzure) {
        const type = owner.kind === "module" ? "module" : (model.resources.reference(owner)?.type ?? "resource");
        check({ kind: "property", name, owner: type, parts: [node.value], takesResources: name !== "name" });
      }
    } else if (node.kind === "function-declaration") {
      check({ kind: "function", name: "", parts: [node.body], takesResources: false });
    } else if (node.kind === "if") {
      check({ kind: "condition", name: "", parts: [node.condition], takesResources: false });
    } else if (node.kind === "for") {
      const parent = bindings.parents.get(node);
      const variable =
        parent?.kind === "variable-declaration" ? { name: parent.name.name, body: node.body } : undefined;
      const parts = variable ? [node.source, node.body] : [node.source];
      check({ kind: "loop", name: "", parts, takesResources: false, ...(variable ? { variable } : {}) });
    } else if (node.kind === "call" || node.kind === "method-call") {
      if (uses.isRuntimeCall(node)) {
        check({ kind: "call", name: node.name.name, parts: node.args, takesResources: false });
        return;
      }
    }
    forEachChild(node, (child) => visit(child));
  };
  for (const statement of model.tree.statements) visit(statement);
}

function report(c: Checker, place: Place, { at, accessed, called, chain, property }: RuntimeUse): void {
  const last = accessed?.symbol.name ?? called;
  const steps = last !== undefined && chain.length > 0 ? [...chain, last] : chain;
  const told =
    steps.length === 0
      ? ""
      : ` You are referencing a variable which cannot be calculated at the start ("${steps.join('" -> "')}").`;
  const names = accessed?.readable ?? [];
  const accessible =
    accessed && names.length > 0
      ? ` Properties of ${accessed.symbol.name} which can be calculated at the start include ${names.map((name) => `"${name}"`).join(", ")}.`
      : "";
  const violating =
    accessed && property !== undefined
      ? ` The property "${property}" of ${accessed.symbol.name} cannot be calculated at the start.`
      : "";
  const isIn = (span: Span): boolean => at.start >= span.start && at.end <= span.end;
  switch (place.kind) {
    case "property":
      c.report(at, resourceErrors.notDeployTime, place.name, place.owner ?? "", told, accessible);
      return;
    case "condition":
      if (called !== undefined && chain.length === 0 && (at.kind === "call" || at.kind === "method-call")) {
        c.report(at.name, nameErrors.resourcesOnly, called);
        return;
      }
      c.report(at, resourceErrors.conditionNotDeployTime, told, accessible);
      return;
    case "loop":
      if (place.variable && isIn(place.variable.body)) {
        c.report(at, resourceErrors.loopBodyNotDeployTime, place.variable.name, told, violating, accessible);
      } else c.report(at, resourceErrors.loopNotDeployTime, told, accessible);
      return;
    case "function":
      c.report(at, resourceErrors.runtimeInFunction, told, accessible);
      return;
    case "call":
      c.report(at, resourceErrors.argumentNotDeployTime, place.name, told, accessible);
  }
}
