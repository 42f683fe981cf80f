import type { DiagnosticTemplate } from "@byocni/base/lang";
import { decoratorErrors } from "../diagnostics/decorator-errors.ts";
import { nameErrors } from "../diagnostics/name-errors.ts";
import { typeErrors } from "../diagnostics/type-errors.ts";
import { decoratorName } from "../model/exports.ts";
import type { Decorator, Expression, Statement, TypeNode } from "../syntax/index.ts";
import {
  arrayType,
  errorType,
  integerType,
  isAssignable,
  objectType,
  stringType,
  typeName,
  unionOf,
  withoutNull,
  type Type,
} from "../types/index.ts";
import type { Checker } from "./checker.ts";
import { decoratorCall, integerArgument } from "./decorators.ts";

type Kind = "parameter" | "variable" | "resource" | "module" | "output" | "type" | "function" | "metadata" | "other";

interface DecoratorRow {
  readonly args: readonly Type[];
  readonly optional?: number;
  /** What it may stand on. */
  readonly on: readonly Kind[];
  /** The types that it can be attached to. */
  readonly target?: Type;
}

const typed: readonly Kind[] = ["parameter", "output", "type"];
const everywhere: readonly Kind[] = ["parameter", "variable", "resource", "module", "output", "type", "function"];

/** The decorators of the language. */
const rows: Readonly<Record<string, DecoratorRow>> = {
  description: { args: [stringType], on: everywhere },
  secure: { args: [], on: typed, target: unionOf([stringType, objectType]) },
  allowed: { args: [arrayType], on: ["parameter", "type"] },
  minValue: { args: [integerType], on: typed, target: integerType },
  maxValue: { args: [integerType], on: typed, target: integerType },
  minLength: { args: [integerType], on: typed, target: unionOf([stringType, arrayType]) },
  maxLength: { args: [integerType], on: typed, target: unionOf([stringType, arrayType]) },
  metadata: { args: [objectType], on: typed },
  sealed: { args: [], on: typed, target: objectType },
  discriminator: { args: [stringType], on: typed, target: objectType },
  export: { args: [], on: ["type", "variable", "function"] },
  batchSize: { args: [integerType], on: ["resource", "module"] },
  waitUntil: { args: [{ kind: "any" }, stringType], on: ["resource"] },
  retryOn: { args: [arrayType, integerType], optional: 1, on: ["resource"] },
  onlyIfNotExists: { args: [], on: ["resource"] },
  patch: { args: [], on: ["resource"] },
  nullIfNotFound: { args: [], on: ["resource"] },
  validate: { args: [{ kind: "any" }, stringType], optional: 1, on: typed },
};

const kinds: Readonly<Partial<Record<Statement["kind"], Kind>>> = {
  "parameter-declaration": "parameter",
  "variable-declaration": "variable",
  "resource-declaration": "resource",
  "module-declaration": "module",
  "output-declaration": "output",
  "type-declaration": "type",
  "function-declaration": "function",
  "metadata-declaration": "metadata",
};

/** Decorators that nothing follows. */
export function checkDangling(c: Checker, decorators: readonly Decorator[]): void {
  for (const decorator of decorators) {
    const name = decoratorName(decorator) ?? "";
    const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
    if (row) c.report(decorator, nothingAfter(row.on));
    else if (name !== "") reportUnknown(c, decorator, name);
  }
}

function nothingAfter(on: readonly Kind[]): DiagnosticTemplate<[]> {
  if (on === typed) return decoratorErrors.noTypedFollows;
  if (on.includes("resource") && on.includes("module") && on.length === 2) return decoratorErrors.noDeployedFollows;
  if (on.length === 1 && on[0] === "resource") return decoratorErrors.noResourceFollows;
  return on[0] === "parameter" && on.length < 3 ? decoratorErrors.noParameterFollows : decoratorErrors.nothingFollows;
}

/** What decorators stand on. */
export interface DecoratedTarget {
  readonly kind: Statement["kind"] | "type-member";
  readonly decorators: readonly Decorator[];
  readonly type?: TypeNode;
  readonly value?: Expression;
}

/** Finds what is wrong with the decorators of a declaration or of a member of a type. */
export function checkDecorators(c: Checker, target: DecoratedTarget): void {
  const kind: Kind = target.kind === "type-member" ? "type" : (kinds[target.kind] ?? "other");
  const type = target.type ? c.declaredType({ type: target.type, decorators: target.decorators }) : undefined;
  const seen = new Map<string, Decorator>();
  for (const decorator of target.decorators) {
    const name = decoratorName(decorator);
    if (name === undefined) {
      const { expression } = decorator;
      const isMissing =
        (expression.kind === "variable" || expression.kind === "property-access") && expression.name.isMissing;
      if (expression.kind !== "error" && !isMissing) c.report(expression, decoratorErrors.notCallable);
      continue;
    }
    if (name === "") continue;
    const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
    if (!row) reportUnknown(c, decorator, name);
    else {
      checkUse(c, decorator, name, row, kind, type, target);
      const first = seen.get(name);
      if (first) c.report(decorator, decoratorErrors.duplicate, name);
      else seen.set(name, decorator);
    }
  }
}

function reportUnknown(c: Checker, decorator: Decorator, name: string): void {
  const { expression } = decorator;
  const isCall = expression.kind === "call" || expression.kind === "method-call";
  if (!isCall) return;
  for (const arg of expression.args) c.typeOf(arg);
  const isFunction = c.model.program.functions.find(name) !== undefined;
  if (isFunction) c.report(expression.name, decoratorErrors.notADecorator, name);
  else if (expression.kind === "method-call") {
    const namespace = expression.base.kind === "variable" ? expression.base.name.name : "";
    c.report(expression.name, nameErrors.notInNamespace, name, namespace);
  } else c.report(expression.name, nameErrors.notFound, name);
}

const wrongPlace = {
  parameter: decoratorErrors.notOnParameter,
  variable: decoratorErrors.notOnVariable,
  resource: decoratorErrors.notOnResource,
  module: decoratorErrors.notOnModule,
  output: decoratorErrors.notOnOutput,
  type: decoratorErrors.notOnType,
  metadata: decoratorErrors.notOnMetadata,
} as const;

function checkUse(
  c: Checker,
  decorator: Decorator,
  name: string,
  row: DecoratorRow,
  kind: Kind,
  type: Type | undefined,
  target: DecoratedTarget,
): void {
  const call = decoratorCall(decorator);
  if (!call) return;
  const minimum = row.args.length - (row.optional ?? 0);
  const types = call.args.map((arg) => (arg.kind === "lambda" ? errorType : c.typeOf(arg)));
  if (call.args.length < minimum || call.args.length > row.args.length) {
    const plural = row.args.length === 1 ? "argument" : "arguments";
    const expected =
      minimum === row.args.length ? `${minimum} ${plural}` : `${minimum} to ${row.args.length} ${plural}`;
    c.report({ start: call.node.name.end, end: call.node.end }, typeErrors.argumentCount, expected, call.args.length);
    return;
  }
  for (const [index, given] of types.entries()) {
    const wanted = row.args[index];
    const arg = call.args[index];
    if (!wanted || !arg || given.kind === "error") continue;
    if (!isAssignable(given, wanted)) {
      c.report(arg, typeErrors.argumentMismatch, typeName(given), typeName(wanted));
      return;
    }
  }
  if (!row.on.includes(kind)) {
    const key = kind as keyof typeof wrongPlace;
    if (Object.hasOwn(wrongPlace, key)) c.report(call.node.name, wrongPlace[key], name);
    return;
  }
  if (type && type.kind !== "error" && row.target) {
    const present = withoutNull(type) ?? type;
    if (!isAssignable(present, row.target)) {
      c.report(decorator, decoratorErrors.wrongTarget, name, typeName(row.target), typeName(present));
    }
  }
  checkValue(c, decorator, name, target);
}

/** What one decorator alone asks for. */
function checkValue(c: Checker, decorator: Decorator, name: string, target: DecoratedTarget): void {
  const call = decoratorCall(decorator);
  const [arg] = call?.args ?? [];
  if (!call) return;
  switch (name) {
    case "minLength":
    case "maxLength": {
      const value = integerArgument(call);
      if (arg && value !== undefined && value < 0n) c.report(arg, decoratorErrors.negativeLength);
      return;
    }
    case "allowed":
      if (arg?.kind === "array" && arg.items.length === 0) c.report(arg, decoratorErrors.emptyAllowed);
      return;
    case "batchSize": {
      if (target.value?.kind !== "for") c.report(decorator, decoratorErrors.collectionsOnly, name);
      const value = integerArgument(call);
      if (arg && value !== undefined && value < 1n) c.report(arg, decoratorErrors.batchSize, 1n, value);
      return;
    }
    case "waitUntil":
    case "retryOn":
    case "validate":
      if (!c.model.configuration.features[name === "validate" ? "userDefinedConstraints" : "waitAndRetry"]) {
        c.report(call.node.name, nameErrors.notFound, name);
      }
      return;
    default:
  }
}
