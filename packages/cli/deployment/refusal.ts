import { type SourceText, codeFrame } from "@byocni/base/lang";
import type { TemplatePosition } from "@byocni/azure/template";
import type { ErrorNode } from "../output/index.ts";

/** Where a place is shown: the file, its line and column, and the line itself with a mark beneath. */
export function frameAt(source: SourceText, position: Pick<TemplatePosition, "offset" | "end">): readonly string[] {
  const start = Math.min(position.offset, source.text.length);
  const { line, character } = source.positionAt(start);
  const span = { start, end: Math.max(start, position.end) };
  const frame = codeFrame({ code: "", level: "error", message: "", source, span });
  return ["", `${source.path}:${line + 1}:${character + 1}`, ...frame.split("\n")];
}

interface Violation {
  readonly lineNumber: number;
  readonly linePosition: number;
  readonly path: string;
}

/** The first place in the template that an error, or one of its details, names. */
export function violationIn(error: ErrorNode): Violation | undefined {
  for (const { type, info } of error.additionalInfo ?? []) {
    const place = info as Partial<Violation> | undefined;
    if (type === "TemplateViolation" && place?.lineNumber) {
      return { lineNumber: place.lineNumber, linePosition: place.linePosition ?? 0, path: place.path ?? "" };
    }
  }
  for (const detail of error.details ?? []) {
    const found = violationIn(detail);
    if (found) return found;
  }
  return undefined;
}

/**
 * The code frame of a refused template in its file.
 * @param templateOffset how many characters stood before the template on the first line of the request
 */
export function refusalFrame(error: ErrorNode, source: SourceText, templateOffset: number): readonly string[] {
  const violation = violationIn(error);
  if (!violation || violation.lineNumber > source.lineCount) return [];
  // Parameters stand before the template, on the first line of the request.
  const column = violation.lineNumber === 1 ? violation.linePosition - templateOffset : violation.linePosition;
  if (column < 1) return [];
  const end = source.offsetAt({ line: violation.lineNumber - 1, character: column });
  return frameAt(source, { offset: tokenStart(source.text, end), end });
}

/** Resource Manager names the last character of a token; this finds the first one. */
function tokenStart(text: string, end: number): number {
  const last = end - 1;
  if (text[last] === '"') {
    for (let at = last - 1; at >= 0 && text[at] !== "\n"; at--)
      if (text[at] === '"' && text[at - 1] !== "\\") return at;
    return last;
  }
  let at = last;
  while (at > 0 && /[\w.+-]/.test(text[at - 1] ?? "") && /[\w.+-]/.test(text[at] ?? "")) at--;
  return Math.max(0, at);
}
