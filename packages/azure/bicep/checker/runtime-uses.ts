import type { ModuleSymbol, ResourceSymbol, VariableSymbol } from "../symbols/index.ts";
import {
  forEachChild,
  type CallNode,
  type Expression,
  type IndexAccessNode,
  type MethodCallNode,
  type SyntaxNode,
} from "../syntax/index.ts";
import { everyMember, isAssignable, integerType, type ObjectType } from "../types/index.ts";
import type { Checker } from "./checker.ts";

/** A use of something that only the running deployment knows. */
export interface RuntimeUse {
  readonly at: SyntaxNode;
  /** The resource or module that is looked into; absent where a function is called. */
  readonly accessed?: { readonly symbol: ResourceSymbol | ModuleSymbol; readonly readable: readonly string[] };
  /** The function that is called. */
  readonly called?: string;
  /** The variables through which it is reached. */
  readonly chain: readonly string[];
  readonly property?: string;
}

export interface RuntimeUses {
  /** The uses in a part of the text; resources as a whole do not count where they are asked for. */
  in(part: SyntaxNode, takesResources: boolean): readonly RuntimeUse[];
  /** True for calls whose result only the running deployment knows. */
  isRuntimeCall(node: CallNode | MethodCallNode): boolean;
}

const resourceNames = ["apiVersion", "id", "name", "type"];

export function createRuntimeUses(c: Checker): RuntimeUses {
  const { model } = c;
  const { symbols, parents } = model.bindings;
  const traced = new Map<VariableSymbol, RuntimeUse | undefined>();

  const unwrap = (node: Expression): Expression => (node.kind === "non-null" ? unwrap(node.base) : node);
  /** The resource or module that an expression stands for: itself, or a member of a collection. */
  const resolve = (node: Expression): RuntimeUse["accessed"] => {
    const inner = unwrap(node);
    const base = inner.kind === "index-access" ? unwrap(inner.base) : inner;
    const symbol = symbols.get(base);
    if (symbol?.kind !== "resource" && symbol?.kind !== "module") return undefined;
    const isMember = inner.kind === "index-access";
    if (symbol.isCollection !== isMember) return undefined;
    if (inner.kind === "index-access" && !isPosition(inner)) return undefined;
    return accessOf(symbol);
  };
  const isPosition = (node: IndexAccessNode): boolean => {
    const type = c.typeOf(node.index);
    return type.kind === "any" || everyMember(type, (one) => isAssignable(one, integerType));
  };
  const accessOf = (symbol: ResourceSymbol | ModuleSymbol): NonNullable<RuntimeUse["accessed"]> => {
    if (symbol.kind === "module") return { symbol, readable: ["name"] };
    const isAzure = model.resources.extensionOf(symbol) === undefined;
    return { symbol, readable: isAzure ? resourceNames : ["apiVersion", "type"] };
  };
  const bodyOf = (symbol: ResourceSymbol | ModuleSymbol): ObjectType | undefined =>
    symbol.kind === "module" ? c.moduleType(symbol)?.body : c.resourceType(symbol)?.body;
  const isRuntimeProperty = (accessed: NonNullable<RuntimeUse["accessed"]>, name: string): boolean =>
    bodyOf(accessed.symbol)?.properties.has(name) === true && !accessed.readable.includes(name);

  const isRuntimeCall = (node: CallNode | MethodCallNode): boolean => {
    const symbol = symbols.get(node.kind === "call" ? node : node.base);
    const isBuiltIn = node.kind === "call" ? symbol?.kind === "built-in" : symbol?.kind === "namespace";
    return isBuiltIn && model.program.functions.find(node.name.name)?.requiresInlining === true;
  };

  const parentOf = (node: SyntaxNode): { readonly parent: SyntaxNode | undefined; readonly child: SyntaxNode } => {
    const parent = parents.get(node);
    return parent?.kind === "non-null" ? parentOf(parent) : { parent, child: node };
  };

  /** Finds the uses in a part of the text, in the order of the text. */
  const walk = (part: SyntaxNode, takesResources: boolean, found: RuntimeUse[]): void => {
    const add = (use: Omit<RuntimeUse, "chain">): void => {
      found.push({ ...use, chain: [] });
    };
    const whole = (node: Expression): void => {
      if (takesResources) return;
      const { parent, child } = parentOf(node);
      if (parent?.kind === "index-access" && parent.base === child) {
        const outer = parentOf(parent).parent;
        if (outer?.kind === "property-access" || outer?.kind === "index-access") return;
        const accessed = resolve(parent);
        if (accessed) add({ at: child, accessed });
        return;
      }
      if (parent?.kind === "property-access") return;
      const accessed = child.kind === "non-null" || child === node ? resolve(node) : undefined;
      if (accessed) add({ at: child, accessed });
    };
    const visit = (node: SyntaxNode): void => {
      switch (node.kind) {
        case "property-access": {
          const accessed = resolve(node.base);
          const { name } = node.name;
          if (accessed && isRuntimeProperty(accessed, name)) add({ at: node, accessed, property: name });
          break;
        }
        case "index-access": {
          const accessed = resolve(node.base);
          if (accessed) byIndex(node, accessed);
          break;
        }
        case "variable": {
          const symbol = symbols.get(node);
          if (symbol?.kind === "variable") {
            const use = traced.get(symbol);
            if (use) found.push({ ...use, at: node, chain: [symbol.name, ...use.chain] });
          } else whole(node);
          return;
        }
        case "nested-access":
          whole(node);
          return;
        case "call":
        case "method-call":
          if (isRuntimeCall(node)) add({ at: node, called: node.name.name });
          if (node.name.name === "nameof") return;
          break;
        default:
      }
      forEachChild(node, visit);
    };
    const byIndex = (node: IndexAccessNode, accessed: NonNullable<RuntimeUse["accessed"]>): void => {
      const type = c.typeOf(node.index);
      const members = type.kind === "union" ? type.members : [type];
      const names = members.flatMap((one) => (one.kind === "string-literal" ? [one.value] : []));
      if (names.length < members.length) {
        if (type.kind !== "error") add({ at: node, accessed });
        return;
      }
      for (const name of names.toSorted()) {
        if (isRuntimeProperty(accessed, name)) add({ at: node, accessed, property: name });
      }
    };
    visit(part);
  };

  for (const symbol of model.references.dependenciesFirst()) {
    if (symbol.kind !== "variable") continue;
    const found: RuntimeUse[] = [];
    if (!model.references.cycleOf(symbol)) walk(symbol.node.value, false, found);
    traced.set(symbol, found[0]);
  }
  return {
    isRuntimeCall,
    in(part, takesResources) {
      const found: RuntimeUse[] = [];
      walk(part, takesResources, found);
      return found;
    },
  };
}
