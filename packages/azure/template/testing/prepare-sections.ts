import { readTemplateText } from "../reader/read-template-text.ts";
import { assert, type Json, type JsonObject } from "@byocni/base/core";
import { TemplateError } from "../errors/template-error.ts";
import type { PrepareOptions } from "../plan/options.ts";
import type { TemplatePlan } from "../plan/plan.ts";
import { prepareTemplate } from "../plan/prepare.ts";
import { sampleOptions } from "./sample-cloud.ts";
import { sampleTemplate } from "./sample-template.ts";

/** Prepares the text of a template of these sections, so that errors have places. */
export function prepareSections(sections: JsonObject, options: Partial<PrepareOptions> = {}): TemplatePlan {
  const { value, positions } = readTemplateText(JSON.stringify(sampleTemplate(sections), null, 2));
  return prepareTemplate(value, sampleOptions({ positions, ...options }));
}

/** The error with which a template of these sections is refused. */
export function refusalOf(sections: JsonObject, options: Partial<PrepareOptions> = {}): TemplateError {
  try {
    prepareSections(sections, options);
  } catch (error) {
    assert(error instanceof TemplateError, "a template is refused with a TemplateError");
    return error;
  }
  throw new Error("the template was accepted");
}

/** Values of the outputs that are known before the deployment. */
export function outputValues(plan: TemplatePlan): Record<string, Json | undefined> {
  return Object.fromEntries(plan.outputs.map(({ name, value }) => [name, value]));
}
