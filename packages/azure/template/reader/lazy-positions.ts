import { readLenient, type PlaceNode } from "./lenient-reader.ts";
import type { JsonPath, Positions, TemplatePosition } from "./positions.ts";

/** Offsets at which lines start, and the way from an offset to a line. */
export interface LineTable {
  /** Line (from 1) and the number of characters before the offset on it. */
  locate(offset: number): { readonly line: number; readonly before: number };
}

/** Lines end with `\n`, `\r\n` or `\r`. */
export function createLineTable(text: string): LineTable {
  const starts = [text.charCodeAt(0) === 0xfeff ? 1 : 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
  }
  return {
    locate(offset) {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return { line: low + 1, before: offset - (starts[low] ?? 0) };
    },
  };
}

/** Positions of a text that is known to be readable; the text is read for them on the first question. */
export function createPositions(text: string, given?: PlaceNode): Positions {
  let lines: LineTable | undefined;
  let root = given;

  const toPosition = (offset: number, end: number): TemplatePosition => {
    lines ??= createLineTable(text);
    const from = lines.locate(offset);
    const last = lines.locate(end);
    return {
      offset,
      end,
      line: from.line,
      column: from.before + 1,
      lineNumber: last.line,
      linePosition: last.before,
    };
  };

  const find = (path: JsonPath): PlaceNode | undefined => {
    root ??= readLenient(text, Infinity).root;
    let node: PlaceNode | undefined = root;
    for (const step of path) {
      node = typeof step === "number" ? node?.items?.[step] : node?.members?.get(step);
      if (!node) return undefined;
    }
    return node;
  };

  const view = (base: JsonPath): Positions => ({
    at(path) {
      const node = find([...base, ...path]);
      return node && toPosition(node.offset, node.end);
    },
    nameAt(path) {
      const node = path.length === 0 ? undefined : find([...base, ...path]);
      return node?.name && toPosition(node.name.offset, node.name.end);
    },
    under: (path) => view([...base, ...path]),
    base,
  });
  return view([]);
}

/** Positions of a value that did not come from a text. */
export const noPositions: Positions = {
  at: () => undefined,
  nameAt: () => undefined,
  under: () => noPositions,
  base: [],
};
