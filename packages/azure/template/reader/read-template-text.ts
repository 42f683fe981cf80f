import type { Json } from "@byocni/base/core";
import { TemplateError, textOf } from "../errors/template-error.ts";
import { wrappers } from "../errors/catalog.ts";
import { formatPath } from "./json-path.ts";
import { createLineTable, createPositions } from "./lazy-positions.ts";
import { ReadFault, readLenient } from "./lenient-reader.ts";
import type { Positions } from "./positions.ts";

/** A document and where its values stand. */
export interface TemplateText {
  readonly value: Json;
  readonly positions: Positions;
}

/** Limits of reading. */
export interface ReadOptions {
  /** Deepest nesting of objects and arrays; default 512. */
  readonly maxDepth?: number;
  /** Largest text in UTF-8 bytes; default 4 MiB, the limit of a request to Resource Manager. */
  readonly maxBytes?: number;
}

/** The deepest nesting that the reader takes unless told otherwise. */
export const defaultMaxDepth = 512;
const defaultMaxBytes = 4 * 1024 * 1024;

/**
 * Reads a template, a parameters file or a whole deployment request as Resource Manager's reader does. Strict JSON goes
 * through `JSON.parse`; positions are computed when they are first asked for.
 * @throws TemplateError `InvalidTemplate` with the reader's own sentence and place; `RequestContentTooLarge`.
 */
export function readTemplateText(text: string, options: ReadOptions = {}): TemplateText {
  const maxBytes = options.maxBytes ?? defaultMaxBytes;
  const maxDepth = options.maxDepth ?? defaultMaxDepth;
  // A UTF-16 unit is at most three bytes: only texts near the limit are measured.
  if (text.length > maxBytes || (text.length * 3 > maxBytes && Buffer.byteLength(text) > maxBytes)) {
    throw new TemplateError({
      code: "RequestContentTooLarge",
      message: textOf("contentTooLarge"),
      text: "contentTooLarge",
    });
  }
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (bracketDepth(source) <= maxDepth) {
    try {
      return { value: JSON.parse(source) as Json, positions: createPositions(source) };
    } catch {
      // Not strict JSON: the lenient reader decides, and says what is wrong if it cannot either.
    }
  }
  try {
    const { value, root } = readLenient(source, maxDepth);
    return { value, positions: createPositions(source, root) };
  } catch (error) {
    if (error instanceof ReadFault) throw toTemplateError(source, error);
    throw error;
  }
}

function toTemplateError(source: string, error: ReadFault): TemplateError {
  const { line, before } = createLineTable(source).locate(error.offset);
  const path = formatPath(error.path);
  // The reader says line 0 when it has not accepted a single token.
  const atStart = error.path.length === 0 && error.offset === 0;
  const place = `Path '${path}', line ${atStart ? 0 : line}, position ${before}.`;
  return new TemplateError({
    code: "InvalidTemplate",
    message: wrappers.parse.text(`${error.inner.message} ${place}`),
    text: error.inner.text,
    place: {
      path,
      position: {
        offset: error.offset,
        end: error.offset,
        line,
        column: before + 1,
        lineNumber: atStart ? 0 : line,
        linePosition: before,
      },
    },
  });
}

/** The deepest nesting of brackets outside double-quoted strings: exact for strict JSON, an estimate for the rest. */
function bracketDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === 92) at++;
      else if (code === 34) quoted = false;
    } else if (code === 34) {
      quoted = true;
    } else if (code === 123 || code === 91) {
      if (++depth > deepest) deepest = depth;
    } else if (code === 125 || code === 93) {
      depth--;
    }
  }
  return deepest;
}
