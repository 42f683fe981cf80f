import type { Json } from "@byocni/base/core";
import { fault } from "../errors/template-error.ts";

/** Largest value of an expression, in characters and nodes together: templates themselves end at 4 MiB. */
export const maxValueSize = 4 * 1024 * 1024;

/** Most steps of one deployment (calls, passes of lambdas, items made): loops in loops end here. */
export const maxSteps = 8_000_000;

/**
 * Bounds of an evaluation: a template is a small text, but what it says can be large (a variable that joins another one
 * with itself, many times over; loops in loops).
 */
export interface EvaluationLimits {
  /** Counts a call or a pass of a lambda. @throws ExpressionFault when there were too many. */
  step(): void;
  /** Counts what a function made. @throws ExpressionFault when the value, written out, would be too large. */
  checkResult(name: string, value: Json): void;
}

/** Sizes of objects are remembered: a value that is used many times is measured once. */
export function createEvaluationLimits(): EvaluationLimits {
  const sizes = new WeakMap<object, number>();
  let steps = 0;

  function sizeOf(value: Json | undefined): number {
    if (typeof value === "string") return value.length;
    if (typeof value !== "object" || value === null) return 1;
    const known = sizes.get(value);
    if (known !== undefined) return known;
    let size = 1;
    if (Array.isArray(value)) {
      for (const item of value as readonly Json[]) size += sizeOf(item);
    } else {
      for (const [name, member] of Object.entries(value)) size += name.length + sizeOf(member as Json);
    }
    sizes.set(value, size);
    return size;
  }

  return {
    step() {
      if (++steps > maxSteps) throw fault("tooManySteps", maxSteps);
    },
    checkResult(name, value) {
      if (Array.isArray(value)) steps += value.length;
      else if (typeof value === "string") steps += value.length >> 6;
      if (sizeOf(value) > maxValueSize) throw fault("resultTooLarge", name);
    },
  };
}
