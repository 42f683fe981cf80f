import { flatten, widthOf, type Document } from "./documents.ts";

export interface PrintOptions {
  readonly newLine: string;
  readonly indent: string;
  readonly width: number;
}

/** Writes documents; no line ends with blanks. */
export function printDocuments(documents: readonly Document[], options: PrintOptions): string {
  const written: string[] = [];
  let blanks = "";
  let occupied = 0;
  const write = (value: string): void => {
    if (/^\s*$/.test(value)) blanks += value;
    else {
      written.push(blanks, value);
      blanks = "";
    }
  };
  const printAll = (level: number, parts: readonly Document[]): void => {
    for (const part of parts) print(level, part);
  };
  const printGroup = (level: number, parts: readonly Document[]): void => {
    let remaining = options.width - occupied;
    const flat = remaining < 0 ? undefined : parts.flatMap(flatten);
    let isTail = false;
    for (const part of flat ?? []) {
      // Behind the bracket that opens the last argument the line may end as it likes.
      if (isTail) break;
      remaining -= widthOf(part);
      isTail = part.kind === "tail";
      if (remaining < 0) break;
    }
    printAll(level, flat && remaining >= 0 ? flat : parts);
  };
  const print = (level: number, document: Document): void => {
    switch (document.kind) {
      case "text":
        write(document.value);
        occupied += widthOf(document);
        return;
      case "line":
        written.push(options.newLine);
        blanks = options.indent.repeat(level);
        occupied = blanks.length;
        return;
      case "group":
        printGroup(level, document.parts);
        return;
      case "indent":
        printAll(level + 1, document.parts);
        return;
      default:
        printAll(level, document.parts);
    }
  };
  printAll(0, documents);
  return written.join("");
}
