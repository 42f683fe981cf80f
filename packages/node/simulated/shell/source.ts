import type { Redirect } from "./ast.ts";
import { ShellSyntaxError } from "./syntax-error.ts";

/** A here-document whose text follows after the current line. */
export interface PendingHereDocument {
  readonly delimiter: string;
  /** A quoted delimiter: nothing is expanded. */
  readonly literal: boolean;
  readonly stripTabs: boolean;
  readonly fill: (text: string) => void;
}

/** The text of a script with a reading position. */
export interface Source {
  readonly text: string;
  position: number;
  readonly pending: PendingHereDocument[];
  peek(offset?: number): string;
  startsWith(prefix: string): boolean;
  fail(message?: string): never;
}

export function createSource(text: string): Source {
  return {
    text,
    position: 0,
    pending: [],
    peek(offset = 0) {
      return this.text.charAt(this.position + offset);
    },
    startsWith(prefix) {
      return this.text.startsWith(prefix, this.position);
    },
    fail(message) {
      const line = this.text.slice(0, this.position).split("\n").length;
      const near = this.text.slice(this.position).split("\n")[0]?.trim().split(/\s/)[0] ?? "";
      throw new ShellSyntaxError(
        message ?? (near === "" ? "syntax error: unexpected end of file" : `syntax error: unexpected "${near}"`),
        line,
      );
    },
  };
}

/** Blanks, comments and continued lines; stops before a newline. */
export function skipBlanks(source: Source): void {
  for (;;) {
    const char = source.peek();
    if (char === " " || char === "\t" || char === "\r") source.position++;
    else if (char === "\\" && source.peek(1) === "\n") source.position += 2;
    else if (char === "#") while (source.peek() !== "" && source.peek() !== "\n") source.position++;
    else return;
  }
}

/** Passes one newline and takes in the here-documents that wait for it. */
export function takeNewline(source: Source): boolean {
  if (source.peek() !== "\n") return false;
  source.position++;
  for (let document = source.pending.shift(); document; document = source.pending.shift()) {
    let text = "";
    for (;;) {
      if (source.position >= source.text.length) break;
      const end = source.text.indexOf("\n", source.position);
      const stop = end < 0 ? source.text.length : end;
      let line = source.text.slice(source.position, stop);
      source.position = Math.min(stop + 1, source.text.length);
      if (document.stripTabs) line = line.replace(/^\t+/, "");
      if (line === document.delimiter) break;
      text += `${line}\n`;
    }
    document.fill(text);
  }
  return true;
}

export function skipNewlines(source: Source): void {
  do skipBlanks(source);
  while (takeNewline(source));
}

/** The redirects that a compound command may be followed by are read by the parser; this only names the operators. */
export const redirectOperators: readonly Redirect["operator"][] = ["<<<", "<<", ">>", ">&", "<&", "<", ">"];
