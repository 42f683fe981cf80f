import { nameErrors } from "../diagnostics/name-errors.ts";
import type { BicepSymbol, LocalSymbol, ParameterSymbol, VariableSymbol } from "../symbols/index.ts";
import type { VariableNode } from "../syntax/index.ts";
import {
  anyType,
  arrayOf,
  errorType,
  everyMember,
  isAssignable,
  isLiteral,
  nullable,
  unionOf,
  withoutNull,
  type Type,
} from "../types/index.ts";
import { suggestName } from "@byocni/base/lang";
import type { Checker } from "./checker.ts";
import { findDecorator } from "./decorators.ts";
import { loopVariableType } from "./literals.ts";
import { exportType, importedSymbol } from "./namespaces.ts";

/** The type of a name that is used as a value. */
export function variableNodeType(c: Checker, node: VariableNode): Type {
  const symbol = c.model.bindings.symbols.get(node);
  const { name } = node.name;
  if (node.name.isMissing) return errorType;
  if (!symbol) {
    if (c.model.program.functions.find(name)) {
      c.report(node, nameErrors.notAValue, name);
      return errorType;
    }
    const known = [...c.model.declarations.byName.keys()];
    const suggestion = suggestName(name, known);
    if (suggestion === undefined) c.report(node, nameErrors.notFound, name);
    else c.report(node, nameErrors.notFoundSuggestion, name, suggestion);
    return errorType;
  }
  switch (symbol.kind) {
    case "type":
    case "ambient-type":
      c.report(node, nameErrors.typeAsValue, name);
      return errorType;
    case "function":
    case "built-in":
    case "test":
      c.report(node, nameErrors.notAValue, name);
      return errorType;
    case "import": {
      const exported = importedSymbol(c, symbol);
      if (!exported) return errorType;
      const what = exported.kind === "arm" ? exported.what : exported.symbol.kind;
      if (what === "variable") return exportType(c, exported);
      c.report(node, what === "type" ? nameErrors.typeAsValue : nameErrors.notAValue, name);
      return errorType;
    }
    default:
      return referredType(c, node, symbol);
  }
}

/** What is wrong with a declaration is told there; whoever names it learns that it is of no use. */
function referredType(c: Checker, node: VariableNode, symbol: BicepSymbol): Type {
  const type = c.symbolType(symbol);
  if (type.kind === "error" && !c.isPending(symbol)) c.report(node, nameErrors.notValid, node.name.name);
  return type;
}

/** The type of a symbol's value; `cycle` names the declarations that need one another. */
export function computeSymbolType(c: Checker, symbol: BicepSymbol): Type {
  switch (symbol.kind) {
    case "parameter":
      return parameterType(c, symbol);
    case "variable":
      return variableType(c, symbol);
    case "resource": {
      const type = c.resourceType(symbol);
      if (!type) return errorType;
      return symbol.isCollection ? arrayOf(type) : type;
    }
    case "module": {
      const type = c.moduleType(symbol);
      if (!type) return errorType;
      return symbol.isCollection ? arrayOf(type) : type;
    }
    case "local":
      return localType(c, symbol);
    case "output":
      return c.declaredType(symbol.node);
    case "assignment":
      return c.typeOf(symbol.node.value);
    case "namespace":
    case "wildcard":
      return { kind: "namespace", name: symbol.name };
    case "base-parameters":
    case "extension":
      return anyType;
    default:
      return errorType;
  }
}

/** Parameters may stand where a literal is wanted: what is passed is not known here. */
function loose(type: Type): Type {
  switch (type.kind) {
    case "string":
    case "int":
    case "bool":
      return { ...type, isLoose: true };
    case "union": {
      const present = withoutNull(type);
      return present && present.kind !== "union" ? nullable(loose(present)) : type;
    }
    default:
      return type;
  }
}

function parameterType(c: Checker, symbol: ParameterSymbol): Type {
  const declared = c.declaredType(symbol.node);
  const allowed = findDecorator(symbol.node.decorators, "allowed");
  const values = allowed?.args[0] ? c.typeOf(allowed.args[0]) : undefined;
  if (values?.kind === "tuple" && values.items.length > 0) {
    const members = unionOf(values.items.map((item) => item()));
    const open = withoutNull(declared) ?? declared;
    const isList = open.kind === "array";
    // A list of items that are allowed, of which the parameter holds some; or of whole lists.
    const isOfItems = isList && values.items.every((item) => !["tuple", "array"].includes(item().kind));
    const fits = isOfItems || values.items.every((item) => isAssignable(item(), open));
    if (fits && everyMember(members, isLiteral)) {
      const type = isOfItems ? arrayOf(members) : members;
      return withoutNull(declared) ? nullable(type) : type;
    }
  }
  return loose(declared);
}

function variableType(c: Checker, symbol: VariableSymbol): Type {
  if (symbol.node.type) return c.declaredType({ type: symbol.node.type, decorators: symbol.node.decorators });
  return c.typeOf(symbol.node.value);
}

function localType(c: Checker, symbol: LocalSymbol): Type {
  switch (symbol.role) {
    case "item":
    case "index":
      return symbol.owner.kind === "for" ? loopVariableType(c, symbol.owner, symbol.role) : anyType;
    case "lambda":
      return c.lambdaParameterType(symbol);
    case "argument":
      return symbol.node.type ? loose(c.declaredType({ type: symbol.node.type, decorators: [] })) : anyType;
  }
}
