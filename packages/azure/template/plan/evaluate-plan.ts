import { assert, type Json, type JsonObject } from "@byocni/base/core";
import { wrappers } from "../errors/catalog.ts";
import { ExpressionFault, TemplateError, textOf, type TemplateErrorDetail } from "../errors/template-error.ts";
import type { Evaluation } from "../expression/evaluation.ts";
import { createAnswerSession, type AnswerSession } from "../expression/session.ts";
import { evaluateBody } from "./body.ts";
import { internalsOf } from "./internals.ts";
import { declaredOutputs, outputCondition, outputValue } from "./outputs.ts";
import { isSecure } from "./parameter-types.ts";
import type { PlannedResource, TemplatePlan } from "./plan.ts";
import type { TemplateRuntime } from "./runtime.ts";

/**
 * The final request body of a resource. Call it when everything in `resource.after` is done.
 * @throws TemplateError `InvalidTemplate`: "Unable to process template language expressions for resource ..."; errors of
 * the runtime pass through unchanged. RuntimeNeeded for a nested plan that was made ahead of time, when the value of one of
 * its parameters is not known.
 */
export async function evaluateResource(
  plan: TemplatePlan,
  resource: PlannedResource,
  runtime: TemplateRuntime,
): Promise<JsonObject> {
  if (resource.runtimeExpressions.length === 0) return resource.body;
  const { defined, places } = internalsOf(plan);
  const source = defined[resource.index];
  assert(source, "the resource belongs to the plan");
  const session = createAnswerSession();
  const evaluation: Evaluation = { ...source.evaluation, runtime: { runtime, session } };
  try {
    return await session.run(() => evaluateBody(source.instance.source, evaluation));
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    const [line, column] = places.lineOf(resource.path);
    throw new TemplateError({
      code: "InvalidTemplate",
      message: wrappers.processing.text(resource.id, line, column, error.message),
      text: error.text,
      place: { position: resource.position, path: "" },
    });
  }
}

/** The outputs of a deployment. */
export interface EvaluatedOutputs {
  /** As deployments show them: `{name: {type, value}}`, without the values of secure ones. */
  readonly outputs: JsonObject;
  /** Values of secure outputs by name. */
  readonly secureValues: JsonObject;
}

/**
 * Evaluates the outputs once all resources are done.
 * @throws TemplateError `DeploymentOutputEvaluationFailed` with one detail for each output that failed; errors of the
 * runtime pass through unchanged. RuntimeNeeded as for {@link evaluateResource}.
 */
export async function evaluateOutputs(plan: TemplatePlan, runtime: TemplateRuntime): Promise<EvaluatedOutputs> {
  const { model, evaluation: base } = internalsOf(plan);
  const session: AnswerSession = createAnswerSession();
  const evaluation: Evaluation = { ...base, runtime: { runtime, session } };
  const outputs: Record<string, Json> = {};
  const secureValues: Record<string, Json> = {};
  const failed: (TemplateErrorDetail & { readonly target: string })[] = [];
  for (const output of declaredOutputs(model)) {
    try {
      const value = await session.run(() =>
        outputCondition(output, evaluation) ? { value: outputValue(output, evaluation) } : undefined,
      );
      if (!value) continue;
      const secure = isSecure(output.type);
      outputs[output.name] = secure ? { type: output.type } : { type: output.type, value: value.value };
      if (secure) secureValues[output.name] = value.value;
    } catch (error) {
      if (!(error instanceof ExpressionFault) && !(error instanceof TemplateError)) throw error;
      failed.push({
        code: "DeploymentOutputEvaluationFailed",
        target: output.name,
        message: error instanceof TemplateError ? error.message : textOf("outputInvalid", output.name, error.message),
      });
    }
  }
  if (failed.length > 0) {
    throw new TemplateError({
      code: "DeploymentOutputEvaluationFailed",
      message: wrappers.outputs.text(failed.map(({ target }) => target).join(",")),
      details: failed,
    });
  }
  return { outputs, secureValues };
}
