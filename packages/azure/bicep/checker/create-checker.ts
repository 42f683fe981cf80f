import type { DiagnosticTemplate, Span } from "@byocni/base/lang";
import { nameErrors } from "../diagnostics/name-errors.ts";
import { typeErrors } from "../diagnostics/type-errors.ts";
import type { FileModel } from "../model/model.ts";
import type {
  BicepSymbol,
  Cycle,
  DeclaredSymbol,
  LocalSymbol,
  ModuleSymbol,
  ResourceSymbol,
} from "../symbols/index.ts";
import type { Expression, LambdaNode, LocalNode, TypeNode } from "../syntax/index.ts";
import { anyType, errorType, nullType, type ModuleType, type ResourceType, type Type } from "../types/index.ts";
import { indexAccessType, nestedAccessType, propertyAccessType } from "./access.ts";
import { computeModuleType } from "./body-types.ts";
import { computeResourceType } from "./resource-body.ts";
import { callType, methodCallType } from "./calls.ts";
import type { Checker, DecoratedType } from "./checker.ts";
import { computeDeclaredType } from "./declared-types.ts";
import { arrayNodeType, forNodeType, integerNodeType, objectNodeType, stringNodeType } from "./literals.ts";
import { binaryNodeType, ternaryNodeType, unaryNodeType } from "./operators.ts";
import { computeSymbolType, variableNodeType } from "./symbols.ts";
import { withoutNull } from "../types/index.ts";

function cycleNames({ first, length }: Cycle): readonly string[] {
  const names = first.map((member) => member.name);
  return names.length < length ? [...names, "…"] : names;
}

/** True when one of the spans, sorted by their start, lies within another. */
function hasWithin(sorted: readonly Span[], span: Span): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.start ?? 0) < span.start) low = middle + 1;
    else high = middle;
  }
  for (let at = low; at < sorted.length; at++) {
    const one = sorted[at];
    if (!one || one.start > span.end) return false;
    if (one.end <= span.end) return true;
  }
  return false;
}

/** A type that is being worked out: met again, it names itself. */
const pending = { kind: "error" } as const satisfies Type;

export function createChecker(model: FileModel, checkerOf: (model: FileModel) => Checker): Checker {
  const nodeTypes = new Map<Expression, Type>();
  const declaredTypes = new Map<TypeNode, Type>();
  const symbolTypes = new Map<BicepSymbol, Type>();
  const resourceTypes = new Map<ResourceSymbol, ResourceType | undefined>();
  const moduleTypes = new Map<ModuleSymbol, ModuleType | undefined>();
  const lambdaTypes = new Map<LocalNode, Type>();

  let syntaxFaults: readonly Span[] | undefined;
  const faults = (): readonly Span[] =>
    (syntaxFaults ??= model.tree.diagnostics.map(({ span }) => span).toSorted((a, b) => a.start - b.start));

  const computeNode = (node: Expression): Type => {
    switch (node.kind) {
      case "string":
        return stringNodeType(c, node);
      case "integer":
        return integerNodeType(c, node, false);
      case "boolean":
        return { kind: "bool-literal", value: node.value };
      case "null":
        return nullType;
      case "array":
        return arrayNodeType(c, node);
      case "object":
        return objectNodeType(c, node);
      case "parenthesized":
        return c.typeOf(node.expression);
      case "unary":
        return unaryNodeType(c, node);
      case "binary":
        return binaryNodeType(c, node);
      case "ternary":
        return ternaryNodeType(c, node);
      case "call":
        return callType(c, node);
      case "method-call":
        return methodCallType(c, node);
      case "property-access":
        return propertyAccessType(c, node);
      case "index-access":
        return indexAccessType(c, node);
      case "nested-access":
        return nestedAccessType(c, node);
      case "non-null": {
        const base = c.typeOf(node.base);
        return withoutNull(base) ?? base;
      }
      case "variable":
        return variableNodeType(c, node);
      case "lambda":
        return lambdaNodeType(node);
      case "for":
        return forNodeType(c, node);
      case "if": {
        const condition = c.typeOf(node.condition);
        if (condition.kind !== "error" && condition.kind !== "any" && !isBool(condition)) {
          c.report(node.condition, typeErrors.expected, "bool");
        }
        return c.typeOf(node.body);
      }
      case "error":
        return errorType;
    }
  };
  const isBool = (type: Type): boolean =>
    type.kind === "bool" ||
    type.kind === "never" ||
    type.kind === "bool-literal" ||
    (type.kind === "union" && type.members.every(isBool));

  const lambdaNodeType = (node: LambdaNode): Type => {
    let parent = model.bindings.parents.get(node);
    while (parent?.kind === "parenthesized") parent = model.bindings.parents.get(parent);
    const isArgument = parent?.kind === "call" || parent?.kind === "method-call";
    if (!isArgument) c.report(node, typeErrors.lambdaPlace);
    const result = c.typeOf(node.body);
    const parameters = node.parameters.map((parameter) => lambdaTypes.get(parameter) ?? anyType);
    return { kind: "lambda", parameters, optional: [], result };
  };

  const cyclic = (symbol: BicepSymbol, at: Span): boolean => {
    const isDeclared = symbol.kind !== "local" && symbol.kind !== "namespace" && symbol.kind !== "built-in";
    if (!isDeclared || symbol.kind === "ambient-type" || symbol.kind === "base-parameters") return false;
    const cycle = model.references.cycleOf(symbol as DeclaredSymbol);
    if (!cycle) return false;
    const isInside = cycle.first.some(({ node }) => at.start >= node.start && at.end <= node.end);
    // Of a long cycle not all are told; a name that is in one of the others is told of the cycle, too.
    if (!isInside && cycle.first.length === cycle.length) c.report(at, nameErrors.notValid, symbol.name);
    else if (cycle.length === 1) c.report(at, nameErrors.selfReference);
    else c.report(at, nameErrors.cycle, cycleNames(cycle));
    return true;
  };

  const c: Checker = {
    model,
    checkerOf,
    typeOf(node) {
      const known = nodeTypes.get(node);
      if (known) return known;
      nodeTypes.set(node, pending);
      const symbol =
        node.kind === "variable" || node.kind === "nested-access" || node.kind === "call"
          ? model.bindings.symbols.get(node)
          : undefined;
      const type = symbol && cyclic(symbol, node) ? errorType : computeNode(node);
      nodeTypes.set(node, type);
      return type;
    },
    symbolType(symbol) {
      const known = symbolTypes.get(symbol);
      if (known) return known;
      symbolTypes.set(symbol, pending);
      const type = computeSymbolType(c, symbol);
      symbolTypes.set(symbol, type);
      return type;
    },
    isPending: (symbol) => symbolTypes.get(symbol) === pending,
    declaredType(declared: DecoratedType) {
      const known = declaredTypes.get(declared.type);
      if (known) return known;
      declaredTypes.set(declared.type, pending);
      const type = computeDeclaredType(c, declared);
      declaredTypes.set(declared.type, type);
      return type;
    },
    resourceType(symbol) {
      if (!resourceTypes.has(symbol)) resourceTypes.set(symbol, computeResourceType(c, symbol));
      return resourceTypes.get(symbol);
    },
    moduleType(symbol) {
      if (!moduleTypes.has(symbol)) {
        moduleTypes.set(symbol, undefined);
        moduleTypes.set(symbol, computeModuleType(c, symbol));
      }
      return moduleTypes.get(symbol);
    },
    expectLambda(node, parameters) {
      for (const [index, parameter] of node.parameters.entries()) {
        lambdaTypes.set(parameter, parameters[index] ?? anyType);
      }
    },
    isMalformed(span) {
      return hasWithin(faults(), span);
    },
    lambdaParameterType: (symbol: LocalSymbol) => lambdaTypes.get(symbol.node) ?? anyType,
    report(span, template, ...args) {
      model.collector.report(model.source, { start: span.start, end: span.end }, template, ...args);
    },
    warn<Arguments extends readonly unknown[]>(
      span: Span,
      template: DiagnosticTemplate<Arguments>,
      ...args: Arguments
    ) {
      const row = { ...template, level: "warning" as const };
      model.collector.report(model.source, { start: span.start, end: span.end }, row, ...args);
    },
  };
  return c;
}

/** Checkers of all files of a program, each made when it is first asked for. */
export function createCheckers(): (model: FileModel) => Checker {
  const checkers = new Map<FileModel, Checker>();
  const checkerOf = (model: FileModel): Checker => {
    const known = checkers.get(model);
    if (known) return known;
    const made = createChecker(model, checkerOf);
    checkers.set(model, made);
    return made;
  };
  return checkerOf;
}
