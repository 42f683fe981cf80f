import type { Json } from "@byocni/base/core";
import type { MaybePromise } from "../plan/runtime.ts";
import { AnswerPending } from "./signals.ts";

type Answer = { readonly kind: "value"; readonly value: Json } | { readonly kind: "error"; readonly error: unknown };

/**
 * Answers of the running deployment during one evaluation. The evaluator is synchronous: a question whose answer is a
 * promise stops it with a signal, and after the promise the evaluation is run again, now finding the answer here.
 */
export interface AnswerSession {
  /** The answer to a question, asked once per key. @throws AnswerPending; the error of the answer, unchanged. */
  ask(key: string, question: () => MaybePromise<Json>): Json;
  /** Runs an evaluation to its end. */
  run<T>(evaluation: () => T): Promise<T>;
}

export function createAnswerSession(): AnswerSession {
  const answers = new Map<string, Answer>();
  return {
    ask(key, question) {
      const answer = answers.get(key);
      if (answer) {
        if (answer.kind === "error") throw answer.error;
        return answer.value;
      }
      const result = question();
      if (!(result instanceof Promise)) {
        answers.set(key, { kind: "value", value: result });
        return result;
      }
      throw new AnswerPending(
        result.then(
          (value) => void answers.set(key, { kind: "value", value }),
          (error: unknown) => void answers.set(key, { kind: "error", error }),
        ),
      );
    },
    async run(evaluation) {
      for (;;) {
        try {
          return evaluation();
        } catch (signal) {
          if (!(signal instanceof AnswerPending)) throw signal;
          await signal.settled;
        }
      }
    },
  };
}
