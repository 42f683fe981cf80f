/** A half-open range of UTF-16 code units of a source text: `[start, end)`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A place in a source text, both zero-based; `character` counts UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** A text that a diagnostic can point into. */
export interface SourceText {
  /** The name by which the user knows the file; it is printed as it is. */
  readonly path: string;
  /** The text without a byte order mark. Line ends are kept as written. */
  readonly text: string;
  /** The line and character of an offset; offsets outside the text are clamped. */
  positionAt(offset: number): Position;
  /** The offset of a place; a character past the line's end is clamped to that end. */
  offsetAt(position: Position): number;
  /** The text of a line without its line end; empty when there is no such line. */
  lineText(line: number): string;
  readonly lineCount: number;
}

const lineFeed = 10;
const carriageReturn = 13;

/** The offsets at which lines begin. LF, CRLF and a lone CR end a line. */
function findLineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === lineFeed) starts.push(index + 1);
    else if (unit === carriageReturn) {
      if (text.charCodeAt(index + 1) === lineFeed) index++;
      starts.push(index + 1);
    }
  }
  return starts;
}

/** The last index whose value is not greater than `wanted`; `sorted` begins with a value that is not greater. */
function lastNotGreater(sorted: readonly number[], wanted: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] ?? 0) <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Makes a source text of a file's content. Bytes are read as UTF-8 (UTF-16 when a byte order mark says so); malformed
 * sequences become U+FFFD. The line index is built at the first use.
 */
export function createSourceText(path: string, content: string | Uint8Array): SourceText {
  const decoded = typeof content === "string" ? content : decode(content);
  const text = decoded.charCodeAt(0) === 0xfeff ? decoded.slice(1) : decoded;
  let lineStarts: readonly number[] | undefined;
  const starts = (): readonly number[] => (lineStarts ??= findLineStarts(text));
  const lineEnd = (line: number): number => {
    let end = starts()[line + 1] ?? text.length;
    if (line + 1 < starts().length) {
      if (text.charCodeAt(end - 1) === lineFeed) end--;
      if (text.charCodeAt(end - 1) === carriageReturn && end > (starts()[line] ?? 0)) end--;
    }
    return end;
  };
  return {
    path,
    text,
    positionAt(offset) {
      const clamped = Math.max(0, Math.min(offset, text.length));
      const line = lastNotGreater(starts(), clamped);
      return { line, character: clamped - (starts()[line] ?? 0) };
    },
    offsetAt(position) {
      const start = starts()[position.line];
      if (start === undefined) return position.line < 0 ? 0 : text.length;
      return Math.min(start + Math.max(0, position.character), lineEnd(position.line));
    },
    lineText(line) {
      const start = starts()[line];
      return start === undefined ? "" : text.slice(start, lineEnd(line));
    },
    get lineCount() {
      return starts().length;
    },
  };
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    const swapped = new Uint8Array(bytes.length - (bytes.length % 2));
    for (let index = 0; index + 1 < bytes.length; index += 2) {
      swapped[index] = bytes[index + 1] ?? 0;
      swapped[index + 1] = bytes[index] ?? 0;
    }
    return new TextDecoder("utf-16le").decode(swapped);
  }
  return new TextDecoder("utf-8").decode(bytes);
}
