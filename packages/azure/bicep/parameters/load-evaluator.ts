import type { TemplateEvaluator } from "./evaluator.ts";

/**
 * Loads what evaluates the values of parameters files. It is the engine of templates, which compiling Bicep files does
 * not need.
 */
export async function loadTemplateEvaluator(): Promise<TemplateEvaluator> {
  const { evaluateTemplate } = await import("./evaluator.ts");
  return evaluateTemplate;
}
