import type { Json, JsonObject } from "@byocni/base/core";
import { wrappers } from "../errors/catalog.ts";
import { ExpressionFault, fault, TemplateError } from "../errors/template-error.ts";
import type { ScopeObjects, TemplateCloud } from "../plan/options.ts";
import { scopeId, type DeploymentScope } from "../plan/scope.ts";
import { evaluateString } from "./evaluate.ts";
import type { Evaluation, ExpressionPlace } from "./evaluation.ts";
import { createExpressionCache } from "./parser.ts";
import { createEvaluationLimits } from "./evaluation-limits.ts";
import { RuntimeNeeded } from "./signals.ts";
import { getMember } from "./value.ts";

/** What an expression alone can see. Everything is optional. */
export interface ExpressionContext {
  readonly parameters?: JsonObject;
  readonly variables?: JsonObject;
  readonly scope?: DeploymentScope;
  readonly objects?: ScopeObjects;
  readonly cloud?: Partial<TemplateCloud>;
  /** Index of the loop around the expression. */
  readonly copyIndex?: number;
  /** Milliseconds since the epoch; default 0. */
  readonly now?: number;
  readonly newGuid?: () => string;
  /** Default: a parameter's default value, where every function of the language but those of a running deployment works. */
  readonly place?: Exclude<ExpressionPlace, "runtime">;
}

const nullSubscription = "00000000-0000-0000-0000-000000000000";

/**
 * Evaluates one string of a template: `[...]` or a literal.
 * @throws TemplateError "Deployment template language expression evaluation failed: ..."
 */
export function evaluateExpression(text: string, context: ExpressionContext = {}): Json {
  const scope = context.scope ?? { kind: "resourceGroup", subscriptionId: nullSubscription, resourceGroup: "rg" };
  const objects = context.objects ?? {};
  const evaluation: Evaluation = {
    host: {
      scope,
      objects,
      cloud: { describeScope: () => objects, ...context.cloud },
      deployment: () => ({
        id: `${scopeId(scope)}/providers/Microsoft.Resources/deployments/expression`,
        properties: {},
      }),
      now: context.now ?? 0,
      newGuid: context.newGuid ?? (() => nullSubscription),
      expressions: createExpressionCache(),
      limits: createEvaluationLimits(),
      opaque: new Set(),
    },
    frame: {
      parameter: (name) => lookUp(context.parameters, name, () => fault("parameterNotFound", name)),
      variable: (name) => lookUp(context.variables, name, () => fault("variableNotFound", name)),
      userFunction: () => undefined,
      resources: () => [],
      isLoop: () => false,
      externalInput: (name) => {
        throw fault("propertyMissing", name, "");
      },
    },
    place: context.place ?? "parameterDefault",
    copy:
      context.copyIndex === undefined
        ? undefined
        : { name: "copy", index: context.copyIndex, unnamed: true, parent: undefined },
    lambda: undefined,
    runtime: undefined,
  };
  try {
    return evaluateString(text, evaluation);
  } catch (error) {
    if (!(error instanceof ExpressionFault) && !(error instanceof RuntimeNeeded)) throw error;
    throw new TemplateError({
      code: "InvalidTemplate",
      message: wrappers.expression.text(error.message),
      text: error instanceof ExpressionFault ? error.text : undefined,
    });
  }
}

function lookUp(values: JsonObject | undefined, name: string, missing: () => ExpressionFault): Json {
  const value = getMember(values ?? {}, name);
  if (value === undefined) throw missing();
  return value;
}
