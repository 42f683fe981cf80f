import { suggestName, type Span } from "@byocni/base/lang";
import { nameErrors } from "../diagnostics/name-errors.ts";
import { typeErrors } from "../diagnostics/type-errors.ts";
import {
  bannedFunctions,
  itemOf,
  notFlattened,
  type BuiltInFunction,
  type FunctionOverload,
} from "../functions/index.ts";
import type { FunctionSymbol } from "../symbols/index.ts";
import type { CallNode, Expression, Identifier, MethodCallNode } from "../syntax/index.ts";
import {
  anyType,
  errorType,
  integerType,
  isAssignable,
  secureStringType,
  stringType,
  typeName,
  unionOf,
  withoutNull,
  type Type,
} from "../types/index.ts";
import { possiblyMissingType } from "./access.ts";
import { assign } from "./assign.ts";
import { compileTimeResult } from "./compile-time.ts";
import type { Checker } from "./checker.ts";
import { importedSymbol, wildcardMember } from "./namespaces.ts";
import { scopeCallType } from "./scope-functions.ts";
import { selfCallType } from "./self-functions.ts";

/** A call of a function by name. */
export function callType(c: Checker, node: CallNode): Type {
  const symbol = c.model.bindings.symbols.get(node);
  const { name } = node;
  if (symbol?.kind === "built-in" && isShadowed(c, name.name)) {
    for (const arg of node.args) c.typeOf(arg);
    c.report(name, nameErrors.shadowedFunction, name.name, symbol.namespace);
    return errorType;
  }
  if (symbol?.kind === "built-in") {
    const row = c.model.program.functions.find(symbol.name);
    return row ? builtInCallType(c, row, node) : errorType;
  }
  if (symbol?.kind === "function") return userCallType(c, symbol, c, node);
  if (symbol?.kind === "import") {
    const exported = importedSymbol(c, symbol);
    if (exported?.kind === "bicep" && exported.symbol.kind === "function") {
      return userCallType(c, exported.symbol, c.checkerOf(exported.model), node);
    }
    for (const arg of node.args) c.typeOf(arg);
    if (!exported || exported.kind === "arm") return anyType;
    c.report(name, nameErrors.notAFunction, name.name);
    return errorType;
  }
  for (const arg of node.args) c.typeOf(arg);
  if (!name.isMissing) reportUnknownFunction(c, name);
  return errorType;
}

/** What a file declares hides the functions of the same name. */
function isShadowed(c: Checker, name: string): boolean {
  const own = c.model.declarations.byName.get(name);
  return own !== undefined && own.kind !== "function" && own.kind !== "import";
}

const banned: Readonly<Record<string, typeof nameErrors.variablesFunction>> = {
  variables: nameErrors.variablesFunction,
  parameters: nameErrors.parametersFunction,
  if: nameErrors.ifFunction,
  createArray: nameErrors.createArrayFunction,
  createObject: nameErrors.createObjectFunction,
};

/** Functions of templates that have another form in Bicep. */
function reportBanned(c: Checker, name: Identifier): boolean {
  const operator = Object.hasOwn(bannedFunctions, name.name) ? bannedFunctions[name.name] : undefined;
  const special = Object.hasOwn(banned, name.name) ? banned[name.name] : undefined;
  if (operator !== undefined) c.report(name, nameErrors.useOperator, name.name, operator);
  else if (special) c.report(name, special);
  return operator !== undefined || special !== undefined;
}

function reportUnknownFunction(c: Checker, name: Identifier): void {
  if (reportBanned(c, name)) return;
  if (c.model.declarations.byName.has(name.name)) c.report(name, nameErrors.notAFunction, name.name);
  else {
    const suggestion = suggestName(name.name, callableNames(c));
    if (suggestion === undefined) c.report(name, nameErrors.notFound, name.name);
    else c.report(name, nameErrors.notFoundSuggestion, name.name, suggestion);
  }
}

/** The functions that can be called in a file of this kind. */
function callableNames(c: Checker, namespace?: "sys" | "az"): readonly string[] {
  const { functions } = c.model.program;
  const isTemplate = c.model.tree.kind === "template";
  return [...functions.names(namespace)].filter((name) => {
    const row = functions.find(name);
    return isTemplate ? !row?.isParametersFileOnly : !row?.isTemplateOnly;
  });
}

/** `base.name(…)`: a function of a namespace, of an import, or of a resource. */
export function methodCallType(c: Checker, node: MethodCallNode): Type {
  const symbol = c.model.bindings.symbols.get(node.base);
  if (symbol?.kind === "namespace" && symbol.name === "this") return selfCallType(c, node);
  if (symbol?.kind === "namespace" || symbol?.kind === "extension") {
    const namespace = symbol.name === "az" ? "az" : "sys";
    const found = c.model.program.functions.find(node.name.name, namespace);
    const isTemplate = c.model.tree.kind === "template";
    const row = found && (isTemplate ? found.isParametersFileOnly : found.isTemplateOnly) ? undefined : found;
    if (row) return builtInCallType(c, row, node);
    for (const arg of node.args) c.typeOf(arg);
    if (!node.name.isMissing && !reportBanned(c, node.name)) {
      const suggestion = suggestName(node.name.name, callableNames(c, namespace));
      if (suggestion === undefined) c.report(node.name, nameErrors.notInNamespace, node.name.name, symbol.name);
      else c.report(node.name, nameErrors.notInNamespaceSuggestion, node.name.name, symbol.name, suggestion);
    }
    return errorType;
  }
  if (symbol?.kind === "wildcard") {
    const exported = wildcardMember(c, symbol, node.name.name);
    if (exported?.kind === "bicep" && exported.symbol.kind === "function") {
      return userCallType(c, exported.symbol, c.checkerOf(exported.model), node);
    }
    for (const arg of node.args) c.typeOf(arg);
    if (exported?.kind === "arm") return anyType;
    c.report(node.name, typeErrors.unknownFunction, symbol.name, node.name.name);
    return errorType;
  }
  const base = c.typeOf(node.base);
  const args = node.args.map((arg) => c.typeOf(arg));
  if (base.kind === "error" || base.kind === "any" || node.name.isMissing) return anyType;
  const present = withoutNull(base) ?? base;
  if (present.kind === "resource") {
    const maybe = possiblyMissingType(c, node, present);
    if (maybe) c.report(node.name, typeErrors.possiblyMissingCall, typeName(maybe));
    return resourceMethodType(c, node, present.reference.type, args);
  }
  c.report(node.name, typeErrors.noFunctions, typeName(base));
  return errorType;
}

const listMethod = /^list[a-zA-Z]*$/;

function resourceMethodType(c: Checker, node: MethodCallNode, type: string, args: readonly Type[]): Type {
  const { name } = node.name;
  const isVault = type.toLowerCase() === "microsoft.keyvault/vaults";
  if (name === "getSecret" && isVault) {
    if (args.length < 1 || args.length > 2)
      c.report(argumentSpan(node), typeErrors.argumentCount, "1 to 2 arguments", args.length);
    for (const [index, arg] of args.entries()) {
      if (arg.kind !== "error" && !isAssignable(arg, stringType)) {
        c.report(node.args[index] ?? node, typeErrors.argumentMismatch, typeName(arg), "string");
      }
    }
    return secureStringType;
  }
  if (listMethod.test(name)) return anyType;
  const suggestion = suggestName(name, isVault ? ["getSecret"] : []);
  if (suggestion === undefined) c.report(node.name, typeErrors.unknownFunction, type, name);
  else c.report(node.name, typeErrors.unknownFunctionSuggestion, type, name, suggestion);
  return errorType;
}

function userCallType(c: Checker, symbol: FunctionSymbol, owner: Checker, node: CallNode | MethodCallNode): Type {
  const parameters = symbol.node.parameters.map((parameter) => ({
    name: parameter.name.name,
    type: parameter.type ? owner.declaredType({ type: parameter.type, decorators: [] }) : anyType,
  }));
  // Trailing parameters that may be null may be left out.
  let required = parameters.length;
  while (required > 0 && withoutNull(parameters[required - 1]?.type ?? anyType) !== undefined) required--;
  const result = owner.declaredType({ type: symbol.node.returnType, decorators: [] });
  const overload: FunctionOverload = {
    required: parameters.slice(0, required),
    optional: parameters.slice(required),
    result,
  };
  const types = node.args.map((arg) => c.typeOf(arg));
  return matchOverloads(c, node, [overload], types) ? result : errorType;
}

function builtInCallType(c: Checker, row: BuiltInFunction, node: CallNode | MethodCallNode): Type {
  if (row.name === "providers") c.report(node.name, nameErrors.deprecatedFunction, row.name);
  const { args } = node;
  if (row.name === "nameof") return compileTimeResult(c, row.name, node, []);
  const types = argumentTypes(c, row, args);
  if (row.name === "any") {
    if (types.length === 1) return anyType;
    matchOverloads(c, node, row.overloads, types);
    return errorType;
  }
  const overload = matchOverloads(c, node, row.overloads, types);
  if (!overload) return errorType;
  if (row.scopes) return scopeCallType(c, row, node);
  if (row.isCompileTime) return compileTimeResult(c, row.name, node, types);
  if (row.name === "flatten" && types[0] && args[0]) {
    const flat = notFlattened(types[0]);
    for (const item of flat) c.report(args[0], typeErrors.notFlattened, typeName(types[0]), typeName(item));
    if (flat.length > 0) return errorType;
  }
  return typeof overload.result === "function" ? overload.result(types) : overload.result;
}

/** The types of the arguments; lambdas are given the types of their parameters first. */
function argumentTypes(c: Checker, row: BuiltInFunction, args: readonly Expression[]): readonly Type[] {
  const types: Type[] = [];
  for (const [index, arg] of args.entries()) {
    if (arg.kind === "lambda") c.expectLambda(arg, lambdaParameters(row.name, types, index));
    types.push(c.typeOf(arg));
  }
  return types;
}

/** What a function hands to its lambda, from the types of the arguments before it. */
function lambdaParameters(name: string, before: readonly Type[], index: number): readonly Type[] {
  const [source] = before;
  if (name === "mapValues") {
    if (source?.kind !== "object") return [anyType];
    const values = [...source.properties.values()].map((property) => property.type());
    return [source.additional || values.length === 0 ? anyType : unionOf(values)];
  }
  const item = itemOf(source);
  if (name === "reduce") return [index === 2 ? unionOf([before[1] ?? anyType, anyType]) : anyType, item, integerType];
  if (name === "sort") return [item, item];
  return [item, integerType];
}

/** The first way of calling that fits; what is wrong with all of them is reported. */
export function matchOverloads(
  c: Checker,
  node: CallNode | MethodCallNode,
  overloads: readonly FunctionOverload[],
  types: readonly Type[],
): FunctionOverload | undefined {
  const { name, args } = node;
  if (types.some((type) => type.kind === "error")) {
    // What is wrong with the arguments is reported already; the function's result is still worth knowing.
    return overloads.find((overload) => countFits(overload, args.length));
  }
  const fitting = overloads.filter((overload) => countFits(overload, args.length));
  if (fitting.length === 0) {
    reportCount(c, argumentSpan(node), overloads, args.length);
    return undefined;
  }
  const mismatches: { readonly overload: FunctionOverload; readonly index: number; readonly wanted: Type }[] = [];
  const matches: FunctionOverload[] = [];
  for (const overload of fitting) {
    const index = types.findIndex((type, at) => !isAssignable(type, wantedAt(overload, at)));
    if (index === -1) matches.push(overload);
    else mismatches.push({ overload, index, wanted: wantedAt(overload, index) });
  }
  const [first] = matches;
  if (first) {
    checkArguments(c, first, args, types);
    // Which one is meant depends on a value of which nothing is known.
    const isOpen = matches.length > 1 && types.some((one) => one.kind === "any");
    return isOpen ? { ...first, result: anyType } : first;
  }
  // The mismatch that comes latest belongs to the overload that was most likely meant.
  const latest = mismatches.reduce((best, one) => (one.index > best.index ? one : best));
  const same = mismatches.filter((one) => one.index === latest.index);
  const type = types[latest.index] ?? errorType;
  const at = args[latest.index] ?? name;
  const nonNull = withoutNull(type);
  if (nonNull && isAssignable(nonNull, latest.wanted)) {
    c.report(at, typeErrors.possiblyNullAssignment, typeName(latest.wanted), typeName(type));
    return latest.overload;
  }
  if (same.length === 1) c.report(at, typeErrors.argumentMismatch, typeName(type), typeName(latest.wanted));
  else {
    const lines = same.map(
      (one, index) =>
        `\n  Overload ${index + 1} of ${same.length}, "${signature(name.name, one.overload)}", gave the following error:\n    Argument of type "${typeName(type)}" is not assignable to parameter of type "${typeName(one.wanted)}".`,
    );
    c.report(at, typeErrors.overload, `Cannot resolve function overload.${lines.join("")}`);
  }
  return undefined;
}

/** Where the arguments of a call stand, parentheses included. */
export function argumentSpan({ name, end }: CallNode | MethodCallNode): Span {
  return { start: name.end, end };
}

function signature(name: string, overload: FunctionOverload): string {
  const required = overload.required.map((one) => `${one.name}: ${typeName(one.type)}`);
  const optional = (overload.optional ?? []).map((one) => `[${one.name}: ${typeName(one.type)}]`);
  const variadic = overload.variadic ? [`... : ${typeName(overload.variadic.type)}`] : [];
  const result = typeof overload.result === "function" ? overload.result([]) : overload.result;
  return `${name}(${[...required, ...optional, ...variadic].join(", ")}): ${typeName(result)}`;
}

function minimumOf(overload: FunctionOverload): number {
  return overload.required.length + (overload.variadic?.minimum ?? 0);
}

function maximumOf(overload: FunctionOverload): number {
  if (overload.variadic) return Number.POSITIVE_INFINITY;
  return overload.required.length + (overload.optional?.length ?? 0);
}

function countFits(overload: FunctionOverload, count: number): boolean {
  return count >= minimumOf(overload) && count <= maximumOf(overload);
}

function reportCount(c: Checker, at: Span, overloads: readonly FunctionOverload[], count: number): void {
  const minimum = Math.min(...overloads.map(minimumOf));
  const maximum = Math.max(...overloads.map(maximumOf));
  const plural = minimum === 1 ? "argument" : "arguments";
  const expected = !Number.isFinite(maximum)
    ? `at least ${minimum} ${plural}`
    : minimum === maximum
      ? `${minimum} ${plural}`
      : `${minimum} to ${maximum} arguments`;
  c.report(at, typeErrors.argumentCount, expected, count);
}

function wantedAt(overload: FunctionOverload, index: number): Type {
  const fixed = overload.required[index] ?? overload.optional?.[index - overload.required.length];
  return fixed?.type ?? overload.variadic?.type ?? anyType;
}

function checkArguments(
  c: Checker,
  overload: FunctionOverload,
  args: readonly Expression[],
  types: readonly Type[],
): void {
  for (const [index, arg] of args.entries()) {
    const wanted = wantedAt(overload, index);
    if (wanted.kind === "object" || wanted.kind === "discriminated") {
      assign(c, arg, types[index] ?? anyType, wanted, {});
    }
  }
}
