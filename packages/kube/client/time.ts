/** RFC 3339 in UTC with whole seconds, as `metav1.Time` is written. */
export function timestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** RFC 3339 in UTC with microseconds, as `metav1.MicroTime` is written. */
export function microTimestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 23)}000Z`;
}

/** Milliseconds since the epoch; `undefined` for what is absent or no time. */
export function parseTimestamp(text: string | null | undefined): number | undefined {
  if (!text) return undefined;
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}
