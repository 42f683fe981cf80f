import type { DiagnosticTemplate, Span } from "@byocni/base/lang";
import { decoratorErrors } from "../diagnostics/decorator-errors.ts";
import { nameErrors } from "../diagnostics/name-errors.ts";
import { typeErrors } from "../diagnostics/type-errors.ts";
import { decoratorName } from "../model/exports.ts";
import type { DeclaredSymbol } from "../symbols/index.ts";
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
  type Type,
} from "../types/index.ts";
import type { Checker } from "./checker.ts";
import { requireConstant } from "./constants.ts";
import { checkDecoratorValue, checkLimits, declaredWithoutNull } from "./decorator-values.ts";
import { decoratorCall, type DecoratorCall } from "./decorators.ts";
import { variableNodeType } from "./symbols.ts";

type Kind = "parameter" | "variable" | "resource" | "module" | "output" | "type" | "function" | "metadata" | "other";

interface DecoratorRow {
  readonly args: readonly Type[];
  readonly optional?: number;
  /** What it may stand on. */
  readonly on: readonly Kind[];
  /** The types that it can be attached to. */
  readonly target?: Type;
  /** Its arguments are worked out by the deployment. */
  readonly takesExpressions?: boolean;
}

const typed: readonly Kind[] = ["parameter", "output", "type"];
const everywhere: readonly Kind[] = [
  "parameter",
  "variable",
  "resource",
  "module",
  "output",
  "type",
  "function",
  "metadata",
];

/** The decorators of the language. */
const rows: Readonly<Record<string, DecoratorRow>> = {
  description: { args: [stringType], on: everywhere },
  secure: { args: [], on: typed, target: unionOf([stringType, objectType]) },
  allowed: { args: [arrayType], on: ["parameter"] },
  minValue: { args: [integerType], on: typed, target: integerType },
  maxValue: { args: [integerType], on: typed, target: integerType },
  minLength: { args: [integerType], on: typed, target: unionOf([stringType, arrayType]) },
  maxLength: { args: [integerType], on: typed, target: unionOf([stringType, arrayType]) },
  metadata: { args: [objectType], on: typed },
  sealed: { args: [], on: typed, target: objectType },
  discriminator: { args: [stringType], on: typed, target: objectType },
  export: { args: [], on: ["type", "variable", "function"] },
  batchSize: { args: [integerType], on: ["resource", "module"] },
  waitUntil: { args: [{ kind: "any" }, stringType], on: ["resource"], takesExpressions: true },
  retryOn: { args: [arrayType, integerType], optional: 1, on: ["resource"] },
  onlyIfNotExists: { args: [], on: ["resource"] },
  patch: { args: [], on: ["resource"] },
  nullIfNotFound: { args: [], on: ["resource"] },
  validate: { args: [{ kind: "any" }, stringType], optional: 1, on: typed, takesExpressions: true },
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

/** Decorators that nothing follows: what is missing is told at the last of them. */
export function checkDangling(c: Checker, decorators: readonly Decorator[], place: Span): void {
  if (c.isMalformed(place)) return;
  let last: DecoratorRow | undefined;
  for (const decorator of decorators) {
    const name = decoratorName(decorator) ?? "";
    const row = Object.hasOwn(rows, name) && !isUnavailable(c, name) ? rows[name] : undefined;
    const call = decoratorCall(decorator);
    last = row;
    if (row && call) checkArguments(c, call, row);
    else if (name === "") reportBare(c, decorator);
    else reportUnknown(c, decorator, name);
  }
  const end = decorators.at(-1);
  if (end) c.report(end, last ? nothingAfter(last.on) : decoratorErrors.nothingFollows);
}

/** A decorator that is not called is looked up as a value, and is none. */
function reportBare(c: Checker, { expression }: Decorator): void {
  const isMissing =
    (expression.kind === "variable" || expression.kind === "property-access") && expression.name.isMissing;
  if (expression.kind === "error" || isMissing) return;
  if (expression.kind !== "variable") c.report(expression, decoratorErrors.notCallable);
  else if (Object.hasOwn(rows, expression.name.name)) c.report(expression, nameErrors.notAValue, expression.name.name);
  else if (variableNodeType(c, expression).kind !== "error") c.report(expression, decoratorErrors.notCallable);
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
  /** Set for resources that are only referred to. */
  readonly isExisting?: boolean;
}

/** Finds what is wrong with the decorators of a declaration or of a member of a type. */
export function checkDecorators(c: Checker, target: DecoratedTarget): void {
  const kind: Kind = target.kind === "type-member" ? "type" : (kinds[target.kind] ?? "other");
  const type = target.type ? c.declaredType({ type: target.type, decorators: target.decorators }) : undefined;
  const uses = new Map<string, Decorator[]>();
  for (const decorator of target.decorators) {
    const name = decoratorName(decorator);
    if (name === undefined) {
      reportBare(c, decorator);
      continue;
    }
    if (name === "") continue;
    const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
    if (!row) reportUnknown(c, decorator, name);
    else {
      checkUse(c, decorator, name, row, kind, type, target);
      const same = uses.get(name);
      if (same) same.push(decorator);
      else uses.set(name, [decorator]);
    }
  }
  for (const [name, same] of uses) {
    if (same.length > 1) for (const one of same) c.report(one, decoratorErrors.duplicate, name);
  }
  checkLimits(
    c,
    target.decorators.flatMap((one) => decoratorCall(one) ?? []),
  );
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
  if (isUnavailable(c, name)) {
    c.report(call.node.name, nameErrors.notFound, name);
    return;
  }
  if (!row.on.includes(kind)) {
    const key = kind as keyof typeof wrongPlace;
    // Releases before the newest took qualified names anywhere in types, and published modules rely on it.
    const say = kind === "type" && call.node.kind === "method-call" ? c.warn : c.report;
    if (Object.hasOwn(wrongPlace, key)) say(call.node.name, wrongPlace[key], name);
    return;
  }
  if (!checkArguments(c, call, row)) return;
  const declared = declaredWithoutNull(type);
  if (declared && declared.kind !== "error" && row.target && !isAssignable(declared, row.target)) {
    c.report(decorator, decoratorErrors.wrongTarget, name, typeName(row.target), typeName(declared));
  }
  if (name === "export") checkExport(c, decorator, target);
  if (name === "nullIfNotFound" && target.isExisting !== true) c.report(decorator, decoratorErrors.existingOnly);
  checkDecoratorValue(c, call, { ...target, ...(declared ? { declared } : {}) });
}

/** Decorators of features that are not switched on are not known. */
function isUnavailable(c: Checker, name: string): boolean {
  const { features } = c.model.configuration;
  if (name === "waitUntil" || name === "retryOn") return !features.waitAndRetry;
  return name === "validate" && !features.userDefinedConstraints;
}

/** Counts and types of a decorator's arguments; false when they do not fit. */
function checkArguments(c: Checker, call: DecoratorCall, row: DecoratorRow): boolean {
  const minimum = row.args.length - (row.optional ?? 0);
  const types = call.args.map((arg) => (arg.kind === "lambda" ? errorType : c.typeOf(arg)));
  if (call.args.length < minimum || call.args.length > row.args.length) {
    const plural = row.args.length === 1 ? "argument" : "arguments";
    const expected =
      minimum === row.args.length ? `${minimum} ${plural}` : `${minimum} to ${row.args.length} ${plural}`;
    c.report({ start: call.node.name.end, end: call.node.end }, typeErrors.argumentCount, expected, call.args.length);
    return false;
  }
  for (const [index, given] of types.entries()) {
    const wanted = row.args[index];
    const arg = call.args[index];
    if (!wanted || !arg || given.kind === "error") continue;
    if (!isAssignable(given, wanted)) {
      c.report(arg, typeErrors.argumentMismatch, typeName(given), typeName(wanted));
      return false;
    }
  }
  const isSound = types.every((type) => type.kind !== "error");
  if (isSound && !row.takesExpressions) for (const arg of call.args) requireConstant(c, arg);
  return types.every((type) => type.kind !== "error") || row.takesExpressions === true;
}

/** What is exported must be able to stand alone. */
function checkExport(c: Checker, decorator: Decorator, target: DecoratedTarget): void {
  const { declarations, references } = c.model;
  const statement = c.model.bindings.parents.get(decorator);
  const symbol = statement && declarations.byNode.get(statement as Statement);
  if (target.kind === "type-member" || !symbol) {
    c.report(decorator, decoratorErrors.exportPlace);
    return;
  }
  const found = new Set<DeclaredSymbol>();
  const queue: DeclaredSymbol[] = [symbol];
  for (let next = queue.pop(); next && found.size < lookedAt; next = queue.pop()) {
    for (const other of references.namedBy(next)) {
      if (found.has(other)) continue;
      found.add(other);
      queue.push(other);
    }
  }
  const foreign = [...found].filter(({ kind }) => !exportable.has(kind)).map(({ name }) => name);
  if (foreign.length > 0) c.report(decorator, decoratorErrors.exportOfLocal, foreign.toSorted());
}

/** So much of a long chain of names is looked at. */
const lookedAt = 1000;

const exportable: ReadonlySet<DeclaredSymbol["kind"]> = new Set(["variable", "type", "function", "import", "wildcard"]);
