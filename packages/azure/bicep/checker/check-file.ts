import { nameErrors } from "../diagnostics/name-errors.ts";
import { resourceErrors } from "../diagnostics/resource-errors.ts";
import type { FileModel } from "../model/model.ts";
import type { ExtensionStatement, Statement, SyntaxNode } from "../syntax/index.ts";
import { stringLiteral, unionOf } from "../types/index.ts";
import { assign } from "./assign.ts";
import {
  checkAssert,
  checkFunction,
  checkImport,
  checkOutput,
  checkParameter,
  checkVariable,
} from "./check-declarations.ts";
import { checkDangling, checkDecorators } from "./check-decorators.ts";
import { checkDeployTime } from "./check-deploy-time.ts";
import { checkDoubles } from "./check-doubles.ts";
import { checkLambdaVariables } from "./check-lambdas.ts";
import { checkLoops } from "./check-loops.ts";
import { checkModule } from "./check-module.ts";
import { checkNames } from "./check-names.ts";
import { checkParametersFile } from "./check-parameters.ts";
import { checkType, checkTypeCycles } from "./check-types.ts";
import { findDecorator } from "./decorators.ts";
import { checkSecrets } from "./check-secrets.ts";
import { checkSpreads } from "./check-spreads.ts";
import { requireConstant } from "./constants.ts";
import { checkResource } from "./check-resource.ts";
import type { Checker } from "./checker.ts";

/** Finds all that is wrong with a file. `isBroken` tells which of the files that it refers to have errors. */
export function checkFile(c: Checker, isBroken: (model: FileModel) => boolean): void {
  const { model } = c;
  const { declarations, tree } = model;
  const has = (kind: SyntaxNode["kind"]): boolean => model.bindings.ofKind(kind).length > 0;
  for (const symbol of model.references.dependenciesFirst()) {
    if (symbol.kind === "type") c.declaredType(symbol.node);
    else if (symbol.kind === "variable" || symbol.kind === "assignment" || symbol.kind === "parameter") {
      c.symbolType(symbol);
    }
  }
  checkNames(c);
  const scopes = tree.statements.filter((statement) => statement.kind === "target-scope");
  if (scopes.length > 1) for (const one of scopes) c.report(one.keyword, nameErrors.targetScopeTwice);
  for (const statement of tree.statements) {
    checkStatement(c, statement, isBroken);
    if ("decorators" in statement && statement.kind !== "missing-declaration") checkStatementDecorators(c, statement);
    if (statement.kind === "missing-declaration") checkDangling(c, statement.decorators, statement);
    if (has("for")) checkLoops(c, statement);
    if (has("lambda")) checkLambdaVariables(c, statement);
  }
  for (const symbol of declarations.resources) {
    checkResource(c, symbol);
    if (symbol.container) checkStatementDecorators(c, symbol.node);
  }
  checkPlaces(c);
  if (has("type-declaration")) checkTypeCycles(c);
  checkDoubles(c);
  checkDeployTime(c);
  if (has("method-call")) checkSecrets(c);
  if (has("spread")) checkSpreads(c);
  if (tree.kind === "parameters") checkParametersFile(c, isBroken);
}

function checkStatementDecorators(
  c: Checker,
  statement: Exclude<Statement, { kind: "error" | "missing-declaration" }>,
): void {
  const { kind, decorators } = statement;
  if (decorators.length === 0) return;
  const type = "type" in statement && statement.kind !== "resource-declaration" ? statement.type : undefined;
  const value = "value" in statement ? statement.value : undefined;
  const isExisting = statement.kind === "resource-declaration" && statement.isExisting;
  checkDecorators(c, { kind, decorators, isExisting, ...(type ? { type } : {}), ...(value ? { value } : {}) });
}

const scopeNames = ["managementGroup", "resourceGroup", "subscription", "tenant"].map(stringLiteral);

function checkStatement(c: Checker, statement: Statement, isBroken: (model: FileModel) => boolean): void {
  const { model } = c;
  switch (statement.kind) {
    case "target-scope":
      requireConstant(c, statement.value);
      assign(c, statement.value, c.typeOf(statement.value), unionOf(scopeNames), {});
      return;
    case "metadata-declaration":
      requireConstant(c, statement.value);
      c.typeOf(statement.value);
      return;
    case "parameter-declaration":
      checkParameter(c, statement);
      return;
    case "variable-declaration":
      checkVariable(c, statement);
      return;
    case "output-declaration":
      checkOutput(c, statement);
      return;
    case "type-declaration":
      c.declaredType(statement);
      checkType(c, statement.type, findDecorator(statement.decorators, "discriminator") !== undefined);
      return;
    case "function-declaration":
      checkFunction(c, statement);
      return;
    case "assert-declaration":
      checkAssert(c, statement);
      return;
    case "import-declaration":
      checkImport(c, statement, isBroken);
      return;
    case "module-declaration": {
      const symbol = model.declarations.byNode.get(statement);
      if (symbol?.kind === "module") checkModule(c, symbol, isBroken);
      return;
    }
    case "test-declaration":
      if (!model.configuration.features.testFramework) c.report(statement, resourceErrors.testFeature);
      c.typeOf(statement.value);
      return;
    case "extension-declaration":
      checkExtension(c, statement);
      if (statement.config?.kind === "object") c.typeOf(statement.config);
      return;
    default:
  }
}

/** An extension of which not even the name is known cannot be compiled against. */
function checkExtension(c: Checker, node: ExtensionStatement): void {
  const { specification } = node;
  const use = c.model.extensions.uses.find(({ symbol }) => symbol.node === node);
  if (specification.kind === "error" || !use) return;
  const isModern = c.model.configuration.features.moduleExtensionConfigs;
  if (isModern && specification.kind === "string" && !node.alias) c.report(node, resourceErrors.extensionAliasMissing);
  if (use.provider?.isAssumed) {
    const { name, version } = use.provider;
    c.report(specification, resourceErrors.extensionAssumed, use.specification, name, version);
  }
  if (use.provider) return;
  const isName = specification.kind === "identifier" && !c.model.configuration.extensions.has(specification.name);
  if (isName) c.report(specification, nameErrors.extensionNotRecognized, specification.name);
  else c.report(specification, resourceErrors.extensionUnsupported, use.specification);
}

/** Functions that may stand in default values of parameters only. */
function checkPlaces({ model, report }: Checker): void {
  const { symbols, ofKind, parents } = model.bindings;
  const isDefault = (node: SyntaxNode): boolean => {
    let child = node;
    for (let at = parents.get(node); at; at = parents.get(at)) {
      if (at.kind === "parameter-declaration") return at.defaultValue === child;
      child = at;
    }
    return false;
  };
  for (const node of [...ofKind("call"), ...ofKind("method-call")]) {
    const symbol = symbols.get(node.kind === "call" ? node : node.base);
    const isBuiltIn = symbol?.kind === "built-in" || symbol?.kind === "namespace";
    const row = isBuiltIn ? model.program.functions.find(node.name.name) : undefined;
    if (row?.isParameterDefaultOnly && !isDefault(node)) report(node.name, nameErrors.parameterDefaultOnly, row.name);
  }
}
