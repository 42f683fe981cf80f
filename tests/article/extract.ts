/** What a version of the article asks its reader to type, and what it says will be seen. */
export interface Article {
  /** `az …` lines, continuation lines joined. */
  readonly azCommands: readonly string[];
  /** The ARM template, as it stands. */
  readonly template: string;
  readonly bicep: string;
  /** `$ kubectl …` with the lines that follow it. */
  readonly consoles: readonly { readonly command: string; readonly output: readonly string[] }[];
}

/** Reads the command blocks, templates and console outputs out of an article's text. */
export function extractArticle(text: string): Article {
  const lines = text.split("\n");
  const azCommands: string[] = [];
  const consoles: { command: string; output: string[] }[] = [];
  lines.forEach((line, index) => {
    const trimmed = line.trim();
    if (/^az [a-z]/.test(trimmed)) azCommands.push(joined(lines, index));
    if (trimmed.startsWith("$ kubectl ")) {
      const output: string[] = [];
      for (let at = index + 1; at < lines.length && lines[at]?.trim() !== ""; at++)
        output.push(lines[at]?.trim() ?? "");
      consoles.push({ command: trimmed.slice(2), output });
    }
  });
  return {
    azCommands,
    template: block(lines, (line) => line === "{", "}"),
    bicep: block(lines, (line) => /^param \w+ /.test(line), "}"),
    consoles,
  };
}

/** The command that starts at a line, its `\` continuations joined. */
function joined(lines: readonly string[], start: number): string {
  const words: string[] = [];
  for (let at = start; at < lines.length; at++) {
    const line = lines[at]?.trim() ?? "";
    words.push(line.replace(/\\$/, "").trim());
    if (!line.endsWith("\\")) break;
  }
  return words.join(" ");
}

/** From the first line that `starts` accepts to the next unindented `end`. */
function block(lines: readonly string[], starts: (line: string) => boolean, end: string): string {
  const from = lines.findIndex((line) => starts(line.trimEnd()));
  const to = lines.findIndex((line, index) => index > from && line.trimEnd() === end);
  return from === -1 || to === -1 ? "" : lines.slice(from, to + 1).join("\n");
}
