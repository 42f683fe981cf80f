/** Thrown when an expression needs the running deployment and there is none: the expression stays as it is. */
export class RuntimeNeeded extends Error {
  override readonly name = "RuntimeNeeded";
}

/** The one instance: a signal carries nothing, and an Error costs a stack trace. */
export const runtimeNeeded = new RuntimeNeeded("the expression needs the running deployment");

/** Thrown when an answer of the running deployment is not there yet: wait for it, then evaluate again. */
export class AnswerPending extends Error {
  override readonly name = "AnswerPending";
  readonly settled: Promise<void>;
  constructor(settled: Promise<void>) {
    super("an answer is pending");
    this.settled = settled;
  }
}
