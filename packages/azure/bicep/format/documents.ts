/**
 * What is printed, with the places where a line may end. After Wadler's "prettier printer": a group stands on one line when
 * it fits and is broken at all its lines otherwise.
 */
export type Document =
  | { readonly kind: "text"; readonly value: string; readonly flat?: string; readonly isSuffix?: boolean }
  | LineDocument
  | { readonly kind: "glue" | "group" | "indent" | "tail"; readonly parts: readonly Document[] };

/** A line end that becomes `flat` where its group stands on one line. */
export interface LineDocument {
  readonly kind: "line";
  readonly flat: string | undefined;
}

/** A line end, and one that counts only when another one follows. They are told apart by identity. */
export const hardLine: LineDocument = { kind: "line", flat: undefined };
export const softLine: LineDocument = { kind: "line", flat: undefined };
export const lineOrEmpty: LineDocument = { kind: "line", flat: "" };
export const lineOrSpace: LineDocument = { kind: "line", flat: " " };
export const lineOrComma: LineDocument = { kind: "line", flat: ", " };
const space = text(" ");

export function text(value: string): Document {
  return { kind: "text", value };
}

/** Documents side by side. */
export function glue(parts: readonly Document[]): Document {
  const [first] = parts;
  return parts.length === 1 && first ? first : { kind: "glue", parts };
}

export function group(parts: readonly Document[]): Document {
  return { kind: "group", parts };
}

export function indent(parts: readonly Document[]): Document {
  return { kind: "indent", parts };
}

/** Documents with a blank between them. */
export function spread(parts: readonly Document[]): Document {
  return glue(separate(parts, space));
}

/** Puts a separator between documents, but for those that follow an empty line. */
export function separate(parts: readonly Document[], separator: Document): readonly Document[] {
  const result: Document[] = [];
  for (const [index, part] of parts.entries()) {
    if (index > 0 && parts[index - 1] !== hardLine) result.push(separator);
    result.push(part);
  }
  return result;
}

/** Leaves out the line ends at both ends. */
export function trimLines(parts: readonly Document[]): readonly Document[] {
  let start = 0;
  let end = parts.length;
  while (start < end && parts[start]?.kind === "line") start++;
  while (end > start && parts[end - 1]?.kind === "line") end--;
  return parts.slice(start, end);
}

/** Makes one empty line of several line ends; a single line end needs no mention. */
export function collapseLines(parts: readonly Document[], onEmptyLine?: () => void): readonly Document[] {
  const result: Document[] = [];
  let previous: Document | undefined;
  const empty = (): void => {
    result.push(hardLine);
    onEmptyLine?.();
  };
  for (const part of parts) {
    if (part === softLine) {
      if (previous === softLine) empty();
      previous = softLine;
    } else if (part === hardLine) {
      if (previous !== hardLine) empty();
      previous = hardLine;
    } else {
      result.push(part);
      previous = part;
    }
  }
  return result;
}

/** The document on one line. */
export function flatten(document: Document): readonly Document[] {
  switch (document.kind) {
    case "text":
      return document.flat === undefined ? [document] : [text(document.flat)];
    case "line":
      return [text(document.flat ?? "")];
    case "tail":
      return [document];
    default:
      return document.parts.flatMap(flatten);
  }
}

/** How much of a line the document takes; of the tail of a call's arguments only the bracket counts. */
export function widthOf(document: Document): number {
  if (document.kind === "text") return document.isSuffix ? 0 : document.value.length;
  return document.kind === "tail" ? 1 : 0;
}

/** True when the document ends with a comment that runs to the end of the line. */
export function hasSuffix(document: Document | undefined): boolean {
  if (!document || document.kind === "line") return false;
  if (document.kind === "text") return document.isSuffix === true;
  return hasSuffix(document.parts.at(-1));
}
