import { nameErrors } from "../diagnostics/name-errors.ts";
import { resourceErrors } from "../diagnostics/resource-errors.ts";
import { typeErrors } from "../diagnostics/type-errors.ts";
import type { FileModel } from "../model/model.ts";
import { forEachChild, unwrapBody, type ExtensionStatement, type Statement, type SyntaxNode } from "../syntax/index.ts";
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
import { checkModule } from "./check-module.ts";
import { checkNames } from "./check-names.ts";
import { checkParametersFile } from "./check-parameters.ts";
import { forKeyword } from "./literals.ts";
import { checkType, checkTypeCycles } from "./check-types.ts";
import { findDecorator } from "./decorators.ts";
import { checkSecrets } from "./check-secrets.ts";
import { checkResource } from "./check-resource.ts";
import type { Checker } from "./checker.ts";

/** Finds all that is wrong with a file. `isBroken` tells which of the files that it refers to have errors. */
export function checkFile(c: Checker, isBroken: (model: FileModel) => boolean): void {
  const { model } = c;
  const { declarations, tree } = model;
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
    if (statement.kind === "missing-declaration") checkDangling(c, statement.decorators);
    checkPlaces(c, statement);
  }
  for (const symbol of declarations.resources) {
    checkResource(c, symbol);
    if (symbol.container) checkStatementDecorators(c, symbol.node);
  }
  checkTypeCycles(c);
  checkDoubles(c);
  checkDeployTime(c);
  checkSecrets(c);
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
  checkDecorators(c, { kind, decorators, ...(type ? { type } : {}), ...(value ? { value } : {}) });
}

const scopeNames = ["managementGroup", "resourceGroup", "subscription", "tenant"].map(stringLiteral);

function checkStatement(c: Checker, statement: Statement, isBroken: (model: FileModel) => boolean): void {
  const { model } = c;
  switch (statement.kind) {
    case "target-scope":
      assign(c, statement.value, c.typeOf(statement.value), unionOf(scopeNames), {});
      return;
    case "metadata-declaration":
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

/** Things that may stand only in some places: loops, functions of parameters' default values, whole collections. */
function checkPlaces(c: Checker, statement: Statement): void {
  const { model } = c;
  const { functions } = model.program;
  const collections = new Set<SyntaxNode>();
  const visit = (node: SyntaxNode, loops: number, isDefault: boolean): void => {
    let depth = loops;
    if (node.kind === "call" || node.kind === "method-call") {
      const symbol = model.bindings.symbols.get(node.kind === "call" ? node : node.base);
      const isBuiltIn = symbol?.kind === "built-in" || symbol?.kind === "namespace";
      const row = isBuiltIn ? functions.find(node.name.name) : undefined;
      if (row?.isParameterDefaultOnly && !isDefault) c.report(node.name, nameErrors.parameterDefaultOnly, row.name);
    } else if (node.kind === "property" && node.value.kind === "for") {
      depth++;
      if (depth > 1) c.report(forKeyword(c, node.value), typeErrors.nestedPropertyLoop);
    } else if (node.kind === "resource-declaration") depth = 0;
    else if (node.kind === "variable" && !collections.has(node)) checkCollection(c, node);
    else if (node.kind === "index-access") collections.add(node.base);
    forEachChild(node, (child) => visit(child, depth, isDefault));
  };
  if (statement.kind === "parameter-declaration") {
    if (statement.defaultValue) visit(statement.defaultValue, 0, true);
  } else visit(statement, 0, false);
}

/** A whole collection of resources can be depended on, and be used where the template can list it. */
function checkCollection(c: Checker, node: SyntaxNode): void {
  const symbol = c.model.bindings.symbols.get(node);
  if ((symbol?.kind !== "resource" && symbol?.kind !== "module") || !symbol.isCollection) return;
  const parent = c.model.bindings.parents.get(node);
  const isAccessed = parent?.kind === "property-access" || parent?.kind === "nested-access";
  const isProperty = parent?.kind === "property" && isPlacement(c, parent);
  if (isAccessed || isProperty) c.report(node, resourceErrors.collectionReference);
}

function isPlacement(c: Checker, property: Extract<SyntaxNode, { kind: "property" }>): boolean {
  const name = property.key.kind === "identifier" ? property.key.name : "";
  if (name !== "scope" && name !== "parent") return false;
  const object = c.model.bindings.parents.get(property);
  return c.model.declarations.all.some(
    (symbol) =>
      (symbol.kind === "resource" || symbol.kind === "module") && unwrapBody(symbol.node.value).object === object,
  );
}
