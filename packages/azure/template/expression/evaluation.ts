import type { Json, JsonObject } from "@byocni/base/core";
import type { DeploymentScope } from "../plan/scope.ts";
import type { ScopeObjects, TemplateCloud } from "../plan/options.ts";
import type { TemplateRuntime } from "../plan/runtime.ts";
import type { ExpressionCache } from "./parser.ts";
import type { ExpressionNode } from "./node.ts";
import type { EvaluationLimits } from "./evaluation-limits.ts";
import type { AnswerSession } from "./session.ts";

/** What surrounds an expression: decides which functions it may call. */
export type ExpressionPlace =
  /** Default value of a parameter: `utcNow` and `newGuid` are allowed, nothing of the running deployment. */
  | "parameterDefault"
  /** Variables, names, conditions, copy counts: must be known before the deployment. */
  | "definition"
  /** Output of a user-defined function: sees only its own parameters. */
  | "userFunction"
  /** Properties of resources and outputs. */
  | "runtime";

/** A resource that `reference` and `list*` can name without its id. */
export interface NamedResource {
  readonly id: string;
  readonly apiVersion: string;
  readonly type: string;
  readonly condition: boolean;
  readonly existing: boolean;
}

/** A user-defined function that is bound to its template. */
export interface BoundUserFunction {
  readonly parameters: readonly { readonly name: string }[];
  invoke(args: readonly Json[]): Json;
}

/** The template around an expression. */
export interface TemplateFrame {
  /** @throws ExpressionFault; RuntimeNeeded while the value is not known. */
  parameter(name: string): Json;
  /** @throws ExpressionFault */
  variable(name: string): Json;
  /** `externalInputs(name)`: values that the caller resolved for `externalInput` definitions. @throws ExpressionFault */
  externalInput(name: string): Json;
  userFunction(namespace: string, name: string): BoundUserFunction | undefined;
  /** Resources of the template by symbolic name, full name or full id; several for a copy loop's symbolic name. */
  resources(nameOrId: string): readonly NamedResource[];
  /** True for the symbolic name of a copy loop, whose instances `references` lists. */
  isLoop(name: string): boolean;
}

/** What is the same for all expressions of a deployment. */
export interface EvaluationHost {
  readonly scope: DeploymentScope;
  readonly objects: ScopeObjects;
  readonly cloud: TemplateCloud;
  /** `deployment()`. */
  readonly deployment: () => JsonObject;
  readonly now: number;
  readonly newGuid: () => string;
  readonly expressions: ExpressionCache;
  readonly limits: EvaluationLimits;
  /** Texts of expressions that belong to a parent's scope and wait for the running deployment. */
  readonly opaque: ReadonlySet<string>;
}

/** The running deployment, when there is one. */
export interface RuntimeAccess {
  readonly runtime: TemplateRuntime;
  readonly session: AnswerSession;
}

/** A copy loop around an expression. */
export interface CopyFrame {
  readonly name: string;
  readonly index: number;
  /** True for loops of resources and outputs, which `copyIndex()` without a name means. */
  readonly unnamed: boolean;
  readonly parent: CopyFrame | undefined;
}

/** A lambda's parameter. */
export interface LambdaFrame {
  readonly name: string;
  readonly value: Json;
  readonly parent: LambdaFrame | undefined;
}

/** Everything that the evaluation of one expression sees. */
export interface Evaluation {
  readonly host: EvaluationHost;
  readonly frame: TemplateFrame;
  readonly place: ExpressionPlace;
  readonly copy: CopyFrame | undefined;
  readonly lambda: LambdaFrame | undefined;
  readonly runtime: RuntimeAccess | undefined;
}

/** Evaluates a node; given to functions that decide themselves which arguments they evaluate. */
export type Evaluate = (node: ExpressionNode, evaluation: Evaluation) => Json;
