import type { Diagnostic } from "@byocni/base/lang";

/** How an annotation begins; the compiler takes it for a comment. */
const mark = "//@ ";

/** The text without its annotations. */
export function withoutAnnotations(text: string): string {
  return text
    .split("\n")
    .filter((line) => !line.startsWith(mark))
    .join("\n");
}

/** The text with each diagnostic beneath the line that it begins on: `//@ [column-column) level CODE message`. */
export function annotate(text: string, diagnostics: readonly Diagnostic[]): string {
  const lines = text.split("\n");
  const notes = new Map<number, string[]>();
  for (const { source, span, level, code, message } of diagnostics) {
    const start = source.positionAt(span.start);
    const end = source.positionAt(span.end);
    const to = end.line === start.line ? String(end.character + 1) : "…";
    const note = `${mark}[${start.character + 1}-${to}) ${level} ${code} ${message.replaceAll("\n", "\\n")}`;
    notes.set(start.line, [...(notes.get(start.line) ?? []), note]);
  }
  return lines.flatMap((line, index) => [line, ...(notes.get(index) ?? [])]).join("\n");
}
