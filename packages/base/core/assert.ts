/** A bug in byocni itself (never the user's fault): answered with 500, or exit code 70 on the command line. */
export class BugError extends Error {
  override readonly name = "BugError";
}

/** States an invariant. @throws BugError when it does not hold. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new BugError(message);
}

/** Marks a branch that a complete union cannot reach. @throws BugError always. */
export function unreachable(value: never, what = "value"): never {
  throw new BugError(`unexpected ${what}: ${JSON.stringify(value)}`);
}
