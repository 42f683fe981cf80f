import type { JsonPath } from "./positions.ts";

/** Characters that make the reader write a member as `['name']` instead of `.name`. */
const special = /[. '/"[\]()\t\n\r\f\b\\\u0085\u2028\u2029]/;

/** A path as Resource Manager's reader writes it: `resources[3].properties['a b']`; the root is the empty string. */
export function formatPath(path: JsonPath): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else if (special.test(step)) text += `['${step.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}']`;
    else text += text === "" ? step : `.${step}`;
  }
  return text;
}
