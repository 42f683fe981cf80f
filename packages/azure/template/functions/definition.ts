import type { Json } from "@byocni/base/core";
import type { CallNode } from "../expression/node.ts";
import type { Evaluate, Evaluation } from "../expression/evaluation.ts";

interface Signature {
  readonly name: string;
  /** Fewest and most arguments. */
  readonly min: number;
  readonly max: number;
}

/** A function whose arguments are evaluated first. */
export interface EagerFunction extends Signature {
  readonly kind: "eager";
  readonly call: (args: readonly Json[], evaluation: Evaluation) => Json;
}

/** A function that decides which of its arguments are evaluated, and with what around them. */
export interface LazyFunction extends Signature {
  readonly kind: "lazy";
  readonly call: (node: CallNode, evaluation: Evaluation, evaluate: Evaluate) => Json;
}

export type TemplateFunction = EagerFunction | LazyFunction;

/** A function of values alone; `max` defaults to `min`. */
export function eager(name: string, min: number, max: number, call: EagerFunction["call"]): EagerFunction {
  return { kind: "eager", name, min, max, call };
}

export function lazy(name: string, min: number, max: number, call: LazyFunction["call"]): LazyFunction {
  return { kind: "lazy", name, min, max, call };
}
