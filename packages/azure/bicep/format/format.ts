import { createSourceText } from "@byocni/base/lang";
import { parse, type FileKind } from "../parser/parse.ts";
import { forEachChild, type Statement, type SyntaxNode } from "../syntax/index.ts";
import { TokenKind } from "../syntax/token.ts";
import { collapseLines, hardLine, separate, text, trimLines, type Document } from "./documents.ts";
import { documentsOf, tokenDocuments, withNewLines, type Layout } from "./layout.ts";
import { nodeDocuments } from "./layout-node.ts";
import { partsBetween, tokenAt } from "./parts.ts";
import { printDocuments } from "./print.ts";
import { readTokens } from "./tokens.ts";

/** How files are formatted; what `formatting` in bicepconfig.json says. */
export interface FormatOptions {
  readonly indentKind?: "Space" | "Tab";
  readonly newlineKind?: "LF" | "CRLF" | "CR";
  readonly indentSize?: number;
  /** How long a line may be before what can be broken is broken. */
  readonly width?: number;
  readonly insertFinalNewline?: boolean;
}

const newLines = { LF: "\n", CRLF: "\r\n", CR: "\r" } as const;
const maxIndent = 1000;

/** Lays a file out anew. Declarations with syntax errors stay as they are. */
export function formatBicep(content: string, kind: FileKind, options: FormatOptions = {}): string {
  const source = createSourceText("", content);
  const tree = parse(source, kind);
  const newLine = newLines[options.newlineKind ?? "LF"];
  const layout: Layout = {
    newLine,
    source: source.text,
    tokens: readTokens(source.text),
    breaks: 0,
    node: nodeDocuments,
  };
  const faults = tree.diagnostics.map(({ span }) => span.start).toSorted((a, b) => a - b);
  let next = 0;
  // Asked for each statement once, in the order of the text.
  const isFaulty = (node: SyntaxNode): boolean => {
    while ((faults[next] ?? Number.POSITIVE_INFINITY) < node.start) next++;
    return hasError(node) || (faults[next] ?? Number.POSITIVE_INFINITY) <= node.end;
  };
  const documents = topLevel(layout, tree.statements, isFaulty);
  const indentSize = Math.min(Math.max(options.indentSize ?? 2, 0), maxIndent);
  const printed = printDocuments(separate(collapseLines(trimLines(documents)), hardLine), {
    newLine,
    indent: options.indentKind === "Tab" ? "\t" : " ".repeat(indentSize),
    width: Math.max(options.width ?? 120, 0),
  });
  return options.insertFinalNewline === false ? printed : `${printed}${newLine}`;
}

/** Statements and the line ends between them; words that belong to no statement stay as they are. */
function topLevel(
  layout: Layout,
  statements: readonly Statement[],
  isFaulty: (node: SyntaxNode) => boolean,
): readonly Document[] {
  const documents: Document[] = [];
  let strayStart: number | undefined;
  let strayEnd = 0;
  const verbatim = (start: number, end: number): void => {
    // With the comments around it, that is from the token before to the one after.
    const before = layout.tokens[tokenAt(layout.tokens, start) - 1]?.end ?? 0;
    const after = layout.tokens[tokenAt(layout.tokens, end)]?.start ?? layout.source.length;
    documents.push(text(withNewLines(layout, layout.source.slice(before, after)).trim()));
  };
  const flushStray = (): void => {
    if (strayStart !== undefined) verbatim(strayStart, strayEnd);
    strayStart = undefined;
  };
  for (const part of partsBetween(layout.tokens, 0, layout.source.length, statements)) {
    const isLine = part.kind === "token" && part.token.kind === TokenKind.newLine;
    if (part.kind === "token" && !isLine) {
      strayStart ??= part.start;
      strayEnd = part.token.end;
      continue;
    }
    if (part.kind === "node" && (strayStart !== undefined || isFaulty(part.node))) {
      strayStart ??= part.node.start;
      strayEnd = part.node.end;
      continue;
    }
    flushStray();
    documents.push(...documentsOf(layout, part));
  }
  flushStray();
  const end = layout.tokens.at(-1);
  return end ? [...documents, ...tokenDocuments(layout, end)] : documents;
}

function hasError(node: SyntaxNode): boolean {
  if (node.kind === "error") return true;
  let found = false;
  forEachChild(node, (child) => {
    found ||= hasError(child);
  });
  return found;
}
