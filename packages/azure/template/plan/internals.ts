import { assert } from "@byocni/base/core";
import type { Evaluation } from "../expression/evaluation.ts";
import type { DefinedResource } from "./define-resource.ts";
import type { TemplateModel } from "./model.ts";
import type { PrepareOptions } from "./options.ts";
import type { Places } from "./places.ts";
import type { TemplatePlan } from "./plan.ts";

/** What a plan remembers for its second step. */
export interface PlanInternals {
  readonly model: TemplateModel;
  readonly places: Places;
  readonly options: PrepareOptions;
  readonly defined: readonly DefinedResource[];
  /** The evaluation of outputs, still without the running deployment. */
  readonly evaluation: Evaluation;
}

const key: unique symbol = Symbol("plan internals");

interface PreparedPlan extends TemplatePlan {
  readonly [key]: PlanInternals;
}

/** Not enumerable: a plan that is logged or compared shows only its public members. */
export function attachInternals(plan: TemplatePlan, internals: PlanInternals): TemplatePlan {
  return Object.defineProperty(plan, key, { value: internals, enumerable: false });
}

export function internalsOf(plan: TemplatePlan): PlanInternals {
  const internals = (plan as Partial<PreparedPlan>)[key];
  assert(internals, "the plan was not made by prepareTemplate");
  return internals;
}
