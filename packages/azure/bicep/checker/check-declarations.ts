import { nameErrors } from "../diagnostics/name-errors.ts";
import { resourceErrors } from "../diagnostics/resource-errors.ts";
import { typeErrors } from "../diagnostics/type-errors.ts";
import type { FileModel } from "../model/model.ts";
import {
  forEachChild,
  type AssertStatement,
  type FunctionStatement,
  type ImportStatement,
  type OutputStatement,
  type ParameterStatement,
  type SyntaxNode,
  type VariableStatement,
} from "../syntax/index.ts";
import { boolType, isAssignable, typeName, withoutNull } from "../types/index.ts";
import { assign } from "./assign.ts";
import { checkType } from "./check-types.ts";
import { findDecorator } from "./decorators.ts";
import type { Checker } from "./checker.ts";
import { importedSymbol } from "./namespaces.ts";
import { reportTarget } from "./report-target.ts";

export function checkParameter(c: Checker, node: ParameterStatement): void {
  const declared = c.declaredType(node);
  checkType(c, node.type, findDecorator(node.decorators, "discriminator") !== undefined);
  const { defaultValue } = node;
  if (!defaultValue) return;
  const type = c.typeOf(defaultValue);
  reportForeign(c, defaultValue);
  const symbol = c.model.declarations.byNode.get(node);
  const wanted = symbol?.kind === "parameter" ? c.symbolType(symbol) : declared;
  assign(c, defaultValue, type, wanted, {
    onMismatch: (expected, actual, span) => {
      c.report(span, typeErrors.mismatch, typeName(expected), typeName(actual));
    },
  });
  if (withoutNull(declared)) c.report(defaultValue, typeErrors.defaultOfNullable);
}

const reachableFromDefaults = new Set([
  "parameter",
  "function",
  "namespace",
  "built-in",
  "local",
  "import",
  "wildcard",
]);

/** Default values of parameters can name other parameters only. */
function reportForeign(c: Checker, node: SyntaxNode): void {
  const symbol = node.kind === "variable" ? c.model.bindings.symbols.get(node) : undefined;
  if (symbol && !reachableFromDefaults.has(symbol.kind)) c.report(node, nameErrors.parametersOnly);
  forEachChild(node, (child) => reportForeign(c, child));
}

export function checkOutput(c: Checker, node: OutputStatement): void {
  const declared = c.declaredType(node);
  checkType(c, node.type, findDecorator(node.decorators, "discriminator") !== undefined);
  const type = c.typeOf(node.value);
  if (node.type.kind === "resource-type") return;
  assign(c, node.value, type, declared, {
    onMismatch: (expected, actual, span) => {
      c.report(span, typeErrors.mismatch, typeName(expected), typeName(actual));
    },
  });
}

export function checkVariable(c: Checker, node: VariableStatement): void {
  const type = c.typeOf(node.value);
  if (node.type) {
    const declared = c.declaredType({ type: node.type, decorators: node.decorators });
    checkType(c, node.type, findDecorator(node.decorators, "discriminator") !== undefined);
    assign(c, node.value, type, declared, {});
  }
  if (type.kind === "namespace") {
    c.report(node.value, typeErrors.notAssignableToVariable, typeName(type));
  }
}

export function checkFunction(c: Checker, node: FunctionStatement): void {
  for (const parameter of node.parameters) {
    if (!parameter.type) continue;
    c.declaredType({ type: parameter.type, decorators: [] });
    checkType(c, parameter.type);
  }
  const declared = c.declaredType({ type: node.returnType, decorators: [] });
  checkType(c, node.returnType);
  assign(c, node.body, c.typeOf(node.body), declared, {});
}

export function checkAssert(c: Checker, node: AssertStatement): void {
  if (!c.model.configuration.features.assertions) c.report(node, resourceErrors.assertFeature);
  const type = c.typeOf(node.value);
  if (type.kind !== "error" && !isAssignable(type, boolType))
    c.report(node.value, typeErrors.assertValue, typeName(type));
}

export function checkImport(c: Checker, node: ImportStatement, isBroken: (model: FileModel) => boolean): void {
  const target = c.model.program.target(c.model, node.path);
  if (target.kind === "problem") {
    reportTarget(c, node.path, target);
    return;
  }
  if (target.kind === "bicep") {
    const cycle = c.model.program.cycleOf(c.model);
    if (target.model === c.model) {
      c.report(node.path, nameErrors.fileSelfReference);
      return;
    }
    if (cycle?.includes(target.model.path)) {
      c.report(node.path, nameErrors.fileCycle, cycle);
      return;
    }
    if (isBroken(target.model)) {
      const from = c.model.source.text.lastIndexOf("from", node.path.start);
      c.report({ start: Math.max(from, node.start), end: node.path.end }, resourceErrors.moduleBroken);
    }
  }
  for (const symbol of c.model.declarations.all) {
    if (symbol.kind !== "import" || symbol.statement !== node || symbol.original === "") continue;
    if (!importedSymbol(c, symbol)) c.report(symbol.node.original, nameErrors.importNotFound, symbol.original);
  }
}
