import type { Diagnostic } from "./diagnostic.ts";

const titles = { error: "Error", warning: "Warning", info: "Info" } as const;

/**
 * One line in the form that Microsoft's compilers print:
 * `path(line,column) : Error CODE: message [help]`, line and column one-based.
 */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { line, character } = diagnostic.source.positionAt(diagnostic.span.start);
  const help = diagnostic.helpUri === undefined ? "" : ` [${diagnostic.helpUri}]`;
  const place = `${diagnostic.source.path}(${line + 1},${character + 1})`;
  return `${place} : ${titles[diagnostic.level]} ${diagnostic.code}: ${diagnostic.message}${help}`;
}

/** Longest part of a line that a frame shows, and what of it stands before the span. */
const longest = 160;
const lead = 40;

/**
 * The source lines that a span touches (at most `maxLines`; of long ones the part around the span), numbered, with
 * carets beneath:
 *
 * ```text
 *  3 | param x strng
 *    |         ^^^^^
 * ```
 */
export function codeFrame(diagnostic: Diagnostic, maxLines = 3): string {
  const { source, span } = diagnostic;
  const first = source.positionAt(span.start);
  const last = source.positionAt(span.end);
  const lastLine = Math.min(last.line, first.line + maxLines - 1);
  const width = String(lastLine + 1).length;
  const rows: string[] = [];
  for (let line = first.line; line <= lastLine; line++) {
    const text = source.lineText(line);
    const from = line === first.line ? first.character : text.length - text.trimStart().length;
    const to = line === last.line ? last.character : text.length;
    const start = text.length <= longest ? 0 : Math.max(0, Math.min(from - lead, text.length - longest));
    const end = Math.min(text.length, start + longest);
    const before = `${start > 0 ? "…" : ""}${text.slice(start, from)}`;
    // Tabs are kept in the padding, so that the carets stand beneath the text whatever the tab width is.
    const padding = before.replaceAll(/[^\t]/g, " ");
    const after = `${text.slice(from, end)}${end < text.length ? "…" : ""}`;
    rows.push(`${String(line + 1).padStart(width)} | ${before}${after}`);
    rows.push(`${" ".repeat(width)} | ${padding}${"^".repeat(Math.max(1, Math.min(to, end) - from))}`);
  }
  return rows.join("\n");
}
