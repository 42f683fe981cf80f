import { isJsonObject } from "./json.ts";

/** The tokens of a JSON pointer (RFC 6901); undefined when the text is none. The empty pointer has no tokens. */
export function parseJsonPointer(pointer: string): readonly string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The pointer that has these tokens. */
export function formatJsonPointer(tokens: readonly (string | number)[]): string {
  return tokens.map((token) => `/${String(token).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The place in an array that a token names (RFC 6901, 4); undefined when it names none. `-` names none. */
export function arrayIndex(token: string): number | undefined {
  return /^(?:0|[1-9]\d*)$/.test(token) ? Number(token) : undefined;
}

/** What is at the end of the tokens; undefined when there is nothing. Only own members are looked at. */
export function atJsonPointer(value: unknown, tokens: readonly string[]): unknown {
  let at = value;
  for (const token of tokens) {
    if (Array.isArray(at)) {
      const index = arrayIndex(token);
      at = index === undefined ? undefined : (at as readonly unknown[])[index];
    } else if (isJsonObject(at) && Object.hasOwn(at, token)) {
      at = at[token];
    } else {
      return undefined;
    }
  }
  return at;
}
