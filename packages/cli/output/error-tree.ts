/** An error as Resource Manager answers it, as far as it is shown. */
export interface ErrorNode {
  readonly code?: string;
  readonly message?: string;
  readonly target?: string;
  readonly details?: readonly ErrorNode[];
  readonly additionalInfo?: readonly { readonly type?: string; readonly info?: unknown }[];
}

/** `(Code) message`: how az writes an error. */
export function errorLine({ code, message = "" }: ErrorNode): string {
  return code ? `(${code}) ${message}` : message;
}

/**
 * The error with the errors that stand as text in its messages unfolded into its details: for a refusal of a provider
 * Resource Manager puts the whole answer, as JSON, into the message.
 */
export function unfoldError(error: ErrorNode): ErrorNode {
  const details = (error.details ?? []).map(unfoldError);
  const inner = errorInText(error.message);
  if (!inner) return { ...error, ...(details.length > 0 ? { details } : {}) };
  const { message: _text, ...rest } = error;
  return { ...rest, message: "the provider answered:", details: [unfoldError(inner), ...details] };
}

function errorInText(message: string | undefined): ErrorNode | undefined {
  if (!message?.trimStart().startsWith("{")) return undefined;
  try {
    const value = JSON.parse(message) as { readonly error?: ErrorNode } & ErrorNode;
    const inner = value.error ?? value;
    return typeof inner.code === "string" || typeof inner.message === "string" ? inner : undefined;
  } catch {
    return undefined;
  }
}

/** What stands beneath the line of an error: its target, and its details as a tree. */
export function errorDetails(error: ErrorNode): readonly string[] {
  const lines = error.target ? [`  target: ${error.target}`] : [];
  return [...lines, ...branches(error.details ?? [], "  ")];
}

function branches(errors: readonly ErrorNode[], indent: string): readonly string[] {
  return errors.flatMap((error, index) => {
    const isLast = index === errors.length - 1;
    const [branch, under] = isLast ? ["└─ ", "   "] : ["├─ ", "│  "];
    const [first = "", ...more] = errorLine(error).split(/\r?\n/);
    return [
      `${indent}${branch}${first}`,
      ...more.map((line) => `${indent}${under}${line}`),
      ...(error.target ? [`${indent}${under}target: ${error.target}`] : []),
      ...branches(error.details ?? [], `${indent}${under}`),
    ];
  });
}
