/** A JSON object that is being built: only defaulting and normalising change objects in place, and only their own copy. */
export type Draft = { [key: string]: unknown };

/** A deep copy of a JSON value. */
export function cloneJson<T>(value: T): T {
  if (Array.isArray(value)) return value.map(cloneJson) as T;
  if (typeof value !== "object" || value === null) return value;
  const out: Draft = {};
  for (const key of Object.keys(value)) {
    const item = cloneJson((value as Draft)[key]);
    if (key === "__proto__")
      Object.defineProperty(out, key, { value: item, enumerable: true, configurable: true, writable: true });
    else out[key] = item;
  }
  return out as T;
}

/** The object at `key`; undefined when there is none. */
export function child(draft: Draft | undefined, key: string): Draft | undefined {
  const value = draft?.[key];
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Draft) : undefined;
}

/** The object at `key`, made when it is absent. */
export function ensure(draft: Draft, key: string): Draft {
  const present = child(draft, key);
  if (present) return present;
  const made: Draft = {};
  draft[key] = made;
  return made;
}

/** The objects of the list at `key`. */
export function children(draft: Draft | undefined, key: string): Draft[] {
  const value = draft?.[key];
  return Array.isArray(value) ? (value as unknown[]).filter((item): item is Draft => isDraft(item)) : [];
}

/** The list at `key` has at least one element. */
export function hasItems(draft: Draft | undefined, key: string): boolean {
  const value = draft?.[key];
  return Array.isArray(value)
    ? value.length > 0
    : typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

function isDraft(value: unknown): value is Draft {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Sets `key` when it is absent or an empty text. */
export function setDefault(draft: Draft, key: string, value: unknown): void {
  const current = draft[key];
  if (current === undefined || current === null || current === "") draft[key] = value;
}

/** Sets every key that is absent or an empty text. */
export function setDefaults(draft: Draft, values: Draft): void {
  for (const key of Object.keys(values)) setDefault(draft, key, values[key]);
}

/** Text at `key`, "" when it is none. */
export function text(draft: Draft | undefined, key: string): string {
  const value = draft?.[key];
  return typeof value === "string" ? value : "";
}
