/** An api-version taken apart. */
export interface ApiVersion {
  readonly text: string;
  /** `2022-06-01`. */
  readonly date: string;
  /** `preview`, `beta`, `privatepreview`…; absent on stable versions. */
  readonly preview?: string;
}

const shape = /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?:-([a-z][a-z0-9]*))?$/i;

/** @returns undefined when the text is not of the form `YYYY-MM-DD[-suffix]`. */
export function parseApiVersion(text: string): ApiVersion | undefined {
  const match = shape.exec(text);
  const date = match?.[1];
  if (date === undefined) return undefined;
  const preview = match?.[2]?.toLowerCase();
  return preview === undefined ? { text, date } : { text, date, preview };
}

/** By date; on one date a preview comes before the stable version. Negative when `a` is older. */
export function compareApiVersions(a: string, b: string): number {
  const left = parseApiVersion(a);
  const right = parseApiVersion(b);
  if (!left || !right) return a < b ? -1 : a > b ? 1 : 0;
  if (left.date !== right.date) return left.date < right.date ? -1 : 1;
  if (left.preview === right.preview) return 0;
  if (left.preview === undefined) return 1;
  if (right.preview === undefined) return -1;
  return left.preview < right.preview ? -1 : 1;
}

/** True when `version` is `floor` or newer: `apiVersionAtLeast("2026-01-01", "2023-06-02-preview")`. */
export function apiVersionAtLeast(version: string, floor: string): boolean {
  return compareApiVersions(version, floor) >= 0;
}

/** Newest first; stable versions and previews in one list. */
export function newestFirst(versions: readonly string[]): readonly string[] {
  return [...versions].sort((a, b) => compareApiVersions(b, a));
}

/**
 * Finds the version of a type's list that answers a request. A version that is newer than every known one is taken as
 * the newest: a client that was released after this program goes on working. Unknown older ones are refused.
 */
export function resolveApiVersion(known: readonly string[], asked: string): string | undefined {
  const wanted = asked.toLowerCase();
  const exact = known.find((version) => version.toLowerCase() === wanted);
  if (exact !== undefined) return exact;
  if (!parseApiVersion(asked)) return undefined;
  const newest = newestFirst(known)[0];
  return newest !== undefined && compareApiVersions(asked, newest) > 0 ? wanted : undefined;
}
