import type { SyntaxNode } from "../syntax/index.ts";
import { TokenKind } from "../syntax/token.ts";
import {
  flatten,
  glue,
  hardLine,
  indent,
  lineOrComma,
  lineOrEmpty,
  lineOrSpace,
  spread,
  text,
  type Document,
} from "./documents.ts";
import {
  bracket,
  commented,
  documentsOf,
  indentGroup,
  many,
  single,
  withNewLines,
  type BracketOptions,
  type Layout,
} from "./layout.ts";
import { partsOf, tokensBetween, type Part } from "./parts.ts";
import type { Token } from "./tokens.ts";

type Node<Kind extends SyntaxNode["kind"]> = Extract<SyntaxNode, { readonly kind: Kind }>;

function isToken(part: Part | undefined, kind: TokenKind): boolean {
  return part?.kind === "token" && part.token.kind === kind;
}

function isNewLine(part: Part): boolean {
  return isToken(part, TokenKind.newLine);
}

function hasComment(part: Part): boolean {
  return part.kind === "token" && part.token.leading.length + part.token.trailing.length > 0;
}

function isProperty({ kind }: { readonly kind: string }): boolean {
  return kind === "property" || kind === "type-property" || kind === "type-additional";
}

/** Leaves out line ends that nothing stands on. */
function withoutLines(parts: readonly Part[]): readonly Part[] {
  return parts.filter((part) => !isNewLine(part));
}

const complex: BracketOptions = { separator: lineOrComma, padding: lineOrSpace };
const listed: BracketOptions = { separator: lineOrComma, padding: lineOrEmpty };
const called: BracketOptions = { separator: lineOrSpace, padding: lineOrEmpty };

/** The documents of a node. */
export function nodeDocuments(layout: Layout, node: SyntaxNode): readonly Document[] {
  const parts = partsOf(layout.tokens, node);
  switch (node.kind) {
    case "string":
      return [stringDocument(layout, node)];
    case "object":
    case "object-type":
      return [enclosed(layout, parts, complex, node.members.some(isProperty))];
    case "array":
      return [
        enclosed(
          layout,
          parts,
          listed,
          node.items.some((item) => item.kind !== "spread"),
        ),
      ];
    case "tuple-type":
      return [enclosed(layout, parts, listed, false)];
    case "property":
      return [keyed(layout, parts)];
    case "type-property":
    case "type-additional":
      return declared(layout, node.decorators.length, parts, (rest) => keyed(layout, rest));
    case "tuple-item":
      return declared(layout, node.decorators.length, parts, (rest) => glue(many(layout, rest)));
    case "for":
      return [loopDocument(layout, parts)];
    case "if":
      return [conditionDocument(layout, parts)];
    case "lambda":
      return [lambdaDocument(layout, node, parts)];
    case "call":
    case "method-call":
      return [callDocument(layout, node, parts)];
    case "ternary":
      return [ternaryDocument(layout, parts)];
    case "union-type":
      return [unionDocument(layout, parts)];
    case "type-instantiation":
      return [instantiationDocument(layout, parts)];
    case "binary":
    case "import-item":
      return [spread(withoutLines(parts).map((part) => single(layout, part)))];
    case "local":
      return [spread(parts.map((part) => single(layout, part)))];
    case "function-declaration":
      return declared(layout, node.decorators.length, parts, (rest) => functionDocument(layout, node, rest));
    case "extension-declaration":
      return declared(layout, node.decorators.length, parts, (rest) => extensionDocument(layout, node, rest));
    case "import-declaration":
      return declared(layout, node.decorators.length, parts, (rest) => importDocument(layout, rest));
    default:
      if ("decorators" in node) {
        return declared(layout, node.decorators.length, parts, (rest) => statementDocument(layout, rest));
      }
      return [glue(withoutLines(parts).flatMap((part) => documentsOf(layout, part)))];
  }
}

/** Strings stand as they are written. */
function stringDocument(layout: Layout, node: Node<"string">): Document {
  const tokens = tokensBetween(layout.tokens, node.start, node.end);
  const written = text(withNewLines(layout, layout.source.slice(node.start, node.end)));
  return commented(layout, written, tokens[0]?.leading ?? [], tokens.at(-1)?.trailing ?? []);
}

/** Brackets, broken when the first item stands on a line of its own. */
function enclosed(layout: Layout, parts: readonly Part[], options: BracketOptions, breaks: boolean): Document {
  const [open] = parts;
  const close = parts.at(-1);
  if (!open || !close) return text("");
  const inner = parts.slice(1, -1);
  const forceBreak = breaks && inner[0] !== undefined && isNewLine(inner[0]);
  return bracket(layout, open, () => many(layout, inner), close, { ...options, forceBreak });
}

/** `key: value`. */
function keyed(layout: Layout, parts: readonly Part[]): Document {
  const colon = parts.findIndex((part) => isToken(part, TokenKind.colon));
  const value = withoutLines(parts.slice(colon + 1));
  return spread([glue(many(layout, parts.slice(0, colon + 1))), ...value.map((part) => single(layout, part))]);
}

/** A declaration behind its decorators, which no empty lines divide. */
function declared(
  layout: Layout,
  decorators: number,
  parts: readonly Part[],
  rest: (parts: readonly Part[]) => Document,
): readonly Document[] {
  let first = 0;
  for (let count = 0; count < decorators || (parts[first] && isNewLine(parts[first] as Part)); first++) {
    if (parts[first]?.kind === "node") count++;
    if (first >= parts.length) break;
  }
  const leading = many(layout, parts.slice(0, first)).filter((one) => one !== hardLine);
  return first < parts.length ? [...leading, rest(parts.slice(first))] : leading;
}

/** Words with blanks between them; a condition may stand on the next line when comments come before it. */
function statementDocument(layout: Layout, parts: readonly Part[]): Document {
  const lines = parts.filter(isNewLine);
  const last = parts.at(-1);
  const [keyword] = parts;
  if (keyword?.kind === "token" && keyword.token.text === "resource" && parts.length === 2) {
    return glue(many(layout, parts));
  }
  if (lines.some(hasComment) && last?.kind === "node" && last.node.kind === "if") {
    const words = withoutLines(parts).slice(0, -1);
    return spread([
      ...words.map((part) => single(layout, part)),
      indentGroup(layout, () => many(layout, [...lines, last]), true),
    ]);
  }
  return spread(withoutLines(parts).map((part) => single(layout, part)));
}

/** Where nothing is configured, the place of the configuration still has its blanks, as in the official formatter. */
function extensionDocument(layout: Layout, node: Node<"extension-declaration">, parts: readonly Part[]): Document {
  const words = withoutLines(parts).map((part) => single(layout, part));
  return spread(node.config || !node.alias ? words : [...words.slice(0, 2), text(""), ...words.slice(2)]);
}

function indexOfToken(parts: readonly Part[], kind: TokenKind, from = 0): number {
  return parts.findIndex((part, index) => index >= from && isToken(part, kind));
}

function loopDocument(layout: Layout, parts: readonly Part[]): Document {
  const [open] = parts;
  const close = parts.at(-1);
  if (!open || !close) return text("");
  const inner = parts.slice(1, -1);
  const first = inner.findIndex((part) => !isNewLine(part));
  const afterBody = inner.findLastIndex((part) => !isNewLine(part)) + 1;
  const content = inner.slice(first, afterBody);
  const word = content.findIndex((part) => part.kind === "token" && part.token.text === "in");
  const colon = content.findLastIndex((part) => isToken(part, TokenKind.colon));
  return bracket(
    layout,
    open,
    () => [
      ...many(layout, inner.slice(0, first)),
      spread([
        ...content.slice(0, 1).map((part) => single(layout, part)),
        variables(layout, content.slice(1, word)),
        ...content.slice(word, word + 1).map((part) => single(layout, part)),
        glue(many(layout, content.slice(word + 1, colon + 1))),
        ...content.slice(colon + 1).map((part) => single(layout, part)),
      ]),
      ...many(layout, inner.slice(afterBody)),
    ],
    close,
    { separator: lineOrEmpty, padding: lineOrEmpty },
  );
}

/** One name, or names between parentheses on one line. */
function variables(layout: Layout, parts: readonly Part[]): Document {
  const [open] = parts;
  const close = parts.at(-1);
  if (!open || !close || parts.length === 1) return glue(many(layout, parts));
  const whole = bracket(layout, open, () => argumentDocuments(layout, parts.slice(1, -1)), close, called);
  return whole.kind === "group" ? glue(flatten(whole)) : whole;
}

function conditionDocument(layout: Layout, parts: readonly Part[]): Document {
  const [keyword, ...rest] = withoutLines(parts);
  const body = rest.at(-1);
  if (!keyword || !body) return text("");
  return spread([single(layout, keyword), glue(many(layout, rest.slice(0, -1))), single(layout, body)]);
}

/** Arguments with commas behind all but the last one. */
function argumentDocuments(layout: Layout, parts: readonly Part[], last?: Document): readonly Document[] {
  const nodes = parts.filter((part) => part.kind === "node");
  return parts.flatMap((part) => {
    if (part.kind !== "node") return documentsOf(layout, part);
    if (part === nodes.at(-1)) return [last ?? single(layout, part)];
    return [glue([single(layout, part), text(",")])];
  });
}

function callDocument(layout: Layout, node: Node<"call" | "method-call">, parts: readonly Part[]): Document {
  const base = node.kind === "method-call" ? parts.findIndex((part) => part.start >= node.base.end) : 0;
  const open = indexOfToken(parts, TokenKind.leftParen, base);
  const opening = parts[open];
  const closing = parts.at(-1);
  if (!opening || !closing) return glue(many(layout, parts));
  const inner = parts.slice(open + 1, -1);
  const last = lastArgument(layout, node, inner);
  const options = { ...called, indentsSingle: false };
  return glue([
    ...many(layout, parts.slice(0, open)),
    bracket(layout, opening, () => argumentDocuments(layout, inner, last), closing, options),
  ]);
}

/** An object or array as the last of several arguments does not break the others. */
function lastArgument(
  layout: Layout,
  node: Node<"call" | "method-call">,
  parts: readonly Part[],
): Document | undefined {
  const arg = node.args.at(-1);
  if (!arg || node.args.length < 2) return undefined;
  const body = arg.kind === "lambda" ? arg.body : arg;
  if (body.kind !== "object" && body.kind !== "array") return undefined;
  const bracketToken: Token | undefined = tokensBetween(layout.tokens, body.start, body.end).at(-1);
  if (bracketToken?.trailing.some((one) => one.kind === "line")) return undefined;
  const part = parts.findLast((one) => one.kind === "node");
  if (!part) return undefined;
  const document = single(layout, part);
  if (document.kind !== "glue") return document;
  if (arg.kind !== "lambda") return { kind: "tail", parts: document.parts };
  const tail = document.parts.at(-1);
  if (tail?.kind !== "glue") return document;
  return { kind: "glue", parts: [...document.parts.slice(0, -1), { kind: "tail", parts: tail.parts }] };
}

function lambdaDocument(layout: Layout, node: Node<"lambda">, parts: readonly Part[]): Document {
  const arrow = indexOfToken(parts, TokenKind.arrow);
  const head = [variablesOrName(layout, parts.slice(0, arrow)), text("=>")];
  return spread([...head, ...lambdaBody(layout, node.body.kind, parts.slice(arrow + 1), true)]);
}

function variablesOrName(layout: Layout, parts: readonly Part[]): Document {
  const [open] = parts;
  const close = parts.at(-1);
  if (!open || !close || parts.length === 1) return glue(many(layout, parts));
  return bracket(layout, open, () => argumentDocuments(layout, parts.slice(1, -1)), close, called);
}

/** What follows `=>`: on the next line when it does not fit, unless it brings its own brackets. */
function lambdaBody(
  layout: Layout,
  kind: SyntaxNode["kind"],
  parts: readonly Part[],
  startsLine: boolean,
): readonly Document[] {
  const isOpen = (kind !== "object" && kind !== "array") || parts.some((part) => isNewLine(part) && hasComment(part));
  if (isOpen) return [indentGroup(layout, () => many(layout, parts), startsLine)];
  return withoutLines(parts).map((part) => single(layout, part));
}

/** `func name(parameters) type => body`. */
function functionDocument(layout: Layout, node: Node<"function-declaration">, parts: readonly Part[]): Document {
  const open = indexOfToken(parts, TokenKind.leftParen);
  const arrow = indexOfToken(parts, TokenKind.arrow);
  const type = parts.findIndex((part) => part.kind === "node" && part.node === node.returnType);
  const signature = glue([
    ...many(layout, parts.slice(1, open)),
    spread([variablesOrName(layout, parts.slice(open, type)), ...many(layout, parts.slice(type, arrow))]),
  ]);
  const body = parts.slice(arrow + 1);
  const isClosed = node.body.kind === "object" || node.body.kind === "array";
  if (isClosed && !body.some((part) => isNewLine(part) && hasComment(part))) {
    return spread([...many(layout, parts.slice(0, 1)), signature, text("=>"), ...many(layout, withoutLines(body))]);
  }
  const tail = indentGroup(layout, () => [text("=>"), ...many(layout, body)], false);
  return spread([...many(layout, parts.slice(0, 1)), signature, tail]);
}

function ternaryDocument(layout: Layout, parts: readonly Part[]): Document {
  const question = indexOfToken(parts, TokenKind.question);
  const colon = indexOfToken(parts, TokenKind.colon, question);
  const branch = (from: number, to: number): readonly Document[] => {
    const branchParts = parts.slice(from, to);
    const lines = branchParts.filter(isNewLine);
    const [sign, ...value] = withoutLines(branchParts);
    if (!sign) return [];
    return [spread([single(layout, sign), indent(value.map((part) => single(layout, part)))]), ...many(layout, lines)];
  };
  return indentGroup(
    layout,
    () => [...many(layout, parts.slice(0, question)), ...branch(question, colon), ...branch(colon, parts.length)],
    false,
  );
}

function unionDocument(layout: Layout, parts: readonly Part[]): Document {
  let isFirst = true;
  const member = (part: Part): readonly Document[] => {
    if (part.kind !== "node") return documentsOf(layout, part);
    const bar: Document = isFirst ? { kind: "text", value: "| ", flat: "" } : text("| ");
    isFirst = false;
    return [glue([bar, single(layout, part)])];
  };
  return indentGroup(layout, () => parts.flatMap(member), true);
}

/** `name<type>`: always on one line, for it is a resource's type. */
function instantiationDocument(layout: Layout, parts: readonly Part[]): Document {
  const open = indexOfToken(parts, TokenKind.less);
  const opening = parts[open];
  const closing = parts.at(-1);
  if (!opening || !closing) return glue(many(layout, parts));
  const inner = parts.slice(open + 1, -1);
  const forceBreak = inner[0] !== undefined && isNewLine(inner[0]) && inner.some((part) => part.kind === "node");
  const tail = bracket(layout, opening, () => argumentDocuments(layout, inner), closing, { ...called, forceBreak });
  return glue([...many(layout, parts.slice(0, open)), ...(tail.kind === "group" ? flatten(tail) : [tail])]);
}

/** `import { names } from 'file'`, `import * as name from 'file'`. */
function importDocument(layout: Layout, parts: readonly Part[]): Document {
  const open = indexOfToken(parts, TokenKind.leftBrace);
  const close = indexOfToken(parts, TokenKind.rightBrace);
  if (open === -1 || close === -1) return statementDocument(layout, parts);
  return spread([
    ...parts.slice(0, open).map((part) => single(layout, part)),
    enclosed(layout, parts.slice(open, close + 1), complex, close > open + 1),
    ...withoutLines(parts.slice(close + 1)).map((part) => single(layout, part)),
  ]);
}
