import type { SyntaxNode } from "../syntax/index.ts";
import { TokenKind } from "../syntax/token.ts";
import {
  collapseLines,
  flatten,
  glue,
  group,
  hardLine,
  hasSuffix,
  indent,
  lineOrEmpty,
  lineOrSpace,
  separate,
  softLine,
  spread,
  text,
  trimLines,
  type Document,
} from "./documents.ts";
import type { Part } from "./parts.ts";
import { stickiness, type Token, type Trivia } from "./tokens.ts";

/** The state of a layout: it counts what keeps the groups around it from standing on one line. */
export interface Layout {
  readonly newLine: string;
  readonly source: string;
  readonly tokens: readonly Token[];
  breaks: number;
  /** The documents of a node. */
  readonly node: (layout: Layout, node: SyntaxNode) => readonly Document[];
}

export interface BracketOptions {
  readonly separator: Document;
  readonly padding: Document;
  readonly forceBreak?: boolean;
  /** False where a single item stays beside the brackets. */
  readonly indentsSingle?: boolean;
}

export function withNewLines(layout: Layout, value: string): string {
  return value.replaceAll(/\r\n|\r|\n/g, layout.newLine);
}

function leadingDocuments(layout: Layout, trivia: readonly Trivia[]): readonly Document[] {
  return trivia.map((one) => {
    if (one.kind === "line") layout.breaks++;
    return text(withNewLines(layout, one.text.replace(/[\r\n]+$/, "")));
  });
}

/** Comments behind a token; one that runs to the end of the line does not count for the line's width. */
function trailingDocuments(layout: Layout, trivia: readonly Trivia[]) {
  const documents: Document[] = [];
  let suffix: Document | undefined;
  for (const one of trivia) {
    if (one.kind === "line") {
      layout.breaks++;
      suffix = { kind: "text", value: ` ${one.text}`, isSuffix: true };
      break;
    }
    documents.push(text(withNewLines(layout, one.text.replace(/[\r\n]+$/, ""))));
  }
  return { documents, suffix };
}

/** A text with the comments that stay with it on both sides. */
export function commented(
  layout: Layout,
  value: Document,
  leading: readonly Trivia[],
  trailing: readonly Trivia[],
): Document {
  const before = leadingDocuments(layout, leading);
  const after = trailingDocuments(layout, trailing);
  const whole = spread([...before, value, ...after.documents]);
  return after.suffix ? glue([whole, after.suffix]) : whole;
}

export function tokenDocuments(layout: Layout, token: Token): readonly Document[] {
  switch (stickiness(token.kind)) {
    case "none":
      return token.kind === TokenKind.comma ? [] : [text(token.text)];
    case "both":
      return [commented(layout, text(token.text), token.leading, token.trailing)];
    case "trailing": {
      const dangling = leadingDocuments(layout, token.leading);
      return [...dangling, commented(layout, text(token.text), [], token.trailing)];
    }
    case "leading":
      return leadingToken(layout, token);
  }
}

function leadingToken(layout: Layout, token: Token): readonly Document[] {
  const leading = leadingDocuments(layout, token.leading);
  if (token.kind === TokenKind.pipe || token.kind === TokenKind.endOfFile) {
    return leading.length > 0 ? [spread(leading)] : [];
  }
  if (token.kind !== TokenKind.newLine) return [spread([...leading, text(token.text)])];
  const count = token.text.replaceAll("\r\n", "\n").length;
  const line = count > 1 ? hardLine : softLine;
  if (leading.length === 0) return [line];
  layout.breaks++;
  return [spread(leading), line];
}

export function documentsOf(layout: Layout, part: Part): readonly Document[] {
  return part.kind === "token" ? tokenDocuments(layout, part.token) : layout.node(layout, part.node);
}

/** What must be one document. */
export function single(layout: Layout, part: Part): Document {
  return glue(documentsOf(layout, part));
}

export function many(layout: Layout, parts: readonly Part[]): readonly Document[] {
  return parts.flatMap((part) => documentsOf(layout, part));
}

/** A group, or its parts broken when something in it must end a line. */
function grouped(layout: Layout, before: number, parts: readonly Document[]): Document {
  return layout.breaks > before ? { kind: "glue", parts } : group(parts);
}

/** Documents on lines of their own, further in, when they do not fit on this one. */
export function indentGroup(layout: Layout, make: () => readonly Document[], startsLine: boolean): Document {
  const before = layout.breaks;
  const items = separate(
    make().filter((one) => one.kind !== "line"),
    lineOrSpace,
  );
  const indented = indent(startsLine ? [lineOrEmpty, ...items] : items);
  if (hasSuffix(indented)) layout.breaks--;
  return grouped(layout, before, [indented]);
}

/** What stands between brackets. */
export function bracket(
  layout: Layout,
  open: Part,
  make: () => readonly Document[],
  close: Part,
  { separator, padding, forceBreak = false, indentsSingle = true }: BracketOptions,
): Document {
  const opening = single(layout, open);
  const closing = documentsOf(layout, close);
  const dangling = closing.slice(0, -1);
  const closeBracket = closing.at(-1) ?? text("");
  const before = layout.breaks;
  const content = collapseLines(trimLines(make()), () => {
    layout.breaks++;
  });
  const items = separate([...content, ...dangling], separator);
  const [only] = items;
  if (only === undefined) return { kind: "glue", parts: [opening, closeBracket] };
  if (items.length === 1 && !indentsSingle && !(only.kind !== "text" && hasSuffix(only))) {
    return { kind: "glue", parts: [opening, ...flatten(padding), only, ...flatten(padding), closeBracket] };
  }
  if (forceBreak || dangling.length > 0) layout.breaks++;
  return grouped(layout, before, [opening, indent([padding, ...items]), padding, closeBracket]);
}
