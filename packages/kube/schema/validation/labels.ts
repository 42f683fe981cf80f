import type { LabelSelector } from "../model/meta-v1.gen.ts";
import { at } from "./check.ts";
import type { Check } from "./check.ts";
import { labelValueProblems, qualifiedNameProblems } from "./names.ts";

/** Keys and values of a label map. */
export function checkLabels(check: Check, labels: Readonly<Record<string, string>> | undefined, path: string): void {
  for (const [key, value] of Object.entries(labels ?? {})) {
    check.format(path, key, qualifiedNameProblems(key));
    check.format(path, value, labelValueProblems(value));
  }
}

/** A selector object as specs carry it. */
export function checkLabelSelector(check: Check, selector: LabelSelector | undefined, path: string): void {
  if (!selector) return;
  checkLabels(check, selector.matchLabels, `${path}.matchLabels`);
  for (const [index, { key, operator, values }] of (selector.matchExpressions ?? []).entries()) {
    const place = at(`${path}.matchExpressions`, index);
    const some = (values ?? []).length > 0;
    if (operator === "In" || operator === "NotIn") {
      if (!some) check.required(`${place}.values`, "must be specified when `operator` is 'In' or 'NotIn'");
    } else if (operator === "Exists" || operator === "DoesNotExist") {
      if (some)
        check.forbidden(`${place}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
    } else check.invalid(`${place}.operator`, operator, "not a valid selector operator");
    check.format(`${place}.key`, key, qualifiedNameProblems(key));
    for (const [valueIndex, value] of (values ?? []).entries())
      check.format(at(`${place}.values`, valueIndex), value, labelValueProblems(value));
  }
}

/** True when the selector selects everything. */
export function isEmptySelector(selector: LabelSelector): boolean {
  return Object.keys(selector.matchLabels ?? {}).length + (selector.matchExpressions ?? []).length === 0;
}
