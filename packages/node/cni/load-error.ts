/** A CNI configuration that does not load; the message is libcni's or go-cni's, to the letter. */
export class CniLoadError extends Error {
  override readonly name = "CniLoadError";
}

/** Go's `fmt.Errorf("<prefix>: %w", error)`. */
export function wrapLoadError(prefix: string, error: unknown): unknown {
  return error instanceof CniLoadError ? new CniLoadError(`${prefix}: ${error.message}`) : error;
}

/** Go's `%q` for the short strings that CNI errors carry. */
export function goQuote(text: string): string {
  return JSON.stringify(text);
}
