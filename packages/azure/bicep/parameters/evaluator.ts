import { prepareTemplate, TemplateError } from "@byocni/azure/template";
import { isJsonObject, type Json } from "../files/json.ts";

/** What came of evaluating one value: the value, or why there is none. */
export type Evaluated = { readonly value: Json } | { readonly problem: string };

/**
 * Evaluates the values of a template's variables (and functions) outside of any deployment. `names` are the variables
 * asked for.
 */
export type TemplateEvaluator = (template: Json, names: readonly string[]) => ReadonlyMap<string, Evaluated>;

const subscriptionId = "00000000-0000-0000-0000-000000000000";
const scope = { kind: "resourceGroup", subscriptionId, resourceGroup: "parameters" } as const;

/** The variables are read through outputs: they are arrays of one item, so that the type of the value does not matter. */
export const evaluateTemplate: TemplateEvaluator = (template, names) => {
  const prepare = (section: "outputs" | "resources", content: Json) =>
    prepareTemplate(
      { ...(isJsonObject(template) ? template : {}), [section]: content },
      {
        scope,
        deployment: { name: "parameters" },
        cloud: { describeScope: () => ({}) },
        now: 0,
        newGuid: () => subscriptionId,
      },
    );
  const read = (name: string): string => `[variables('${name.replaceAll("'", "''")}')]`;
  const result = new Map<string, Evaluated>();
  try {
    const outputs = names.map((name) => [name, { type: "array", value: [read(name)] }] as const);
    for (const { name, value } of prepare("outputs", Object.fromEntries(outputs)).outputs) {
      if (Array.isArray(value)) result.set(name, { value: value[0] ?? null });
    }
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
  }
  for (const name of names) {
    if (result.has(name)) continue;
    // The text of what is wrong comes only with something that is evaluated at once: a property of a resource.
    const probe = { type: "Probe/probe", apiVersion: "2020-01-01", name: "probe", properties: { value: read(name) } };
    try {
      prepare("resources", { probe });
      result.set(name, { problem: "The value is known only to a running deployment." });
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      result.set(name, {
        problem: /line '\d+' and column '\d+'[.:]? '(.*)'\.?$/s.exec(error.message)?.[1] ?? error.message,
      });
    }
  }
  return result;
};
