import type { Command } from "../command.ts";

/** What can follow the words of a command. */
export interface CompletionNode {
  /** `cluster create`; empty for the program itself. */
  readonly path: string;
  readonly words: readonly Word[];
}

export interface Word {
  readonly text: string;
  readonly description: string;
  /** An option that takes a value. */
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

/** The words after each command and group of commands, from the command table. */
export function completionNodes(
  commands: readonly Command[],
  groups: Readonly<Record<string, string>>,
): readonly CompletionNode[] {
  const nodes = new Map<string, Word[]>();
  const at = (path: string): Word[] => {
    const known = nodes.get(path) ?? [];
    nodes.set(path, known);
    return known;
  };
  for (const command of commands) {
    const words = command.path.split(" ");
    for (const [index, text] of words.entries()) {
      const siblings = at(words.slice(0, index).join(" "));
      const isLast = index === words.length - 1;
      const description = isLast ? command.summary : (groups[text] ?? "");
      if (!siblings.some((one) => one.text === text))
        siblings.push({ text, description, takesValue: false, choices: [] });
    }
    at(command.path).push(...optionWords(command));
  }
  return [...nodes].map(([path, words]) => ({ path, words }));
}

function optionWords({ options = [], passThrough, json }: Command): readonly Word[] {
  const declared = options.flatMap(({ flags, description, choices = [] }) => {
    const takesValue = /[<[]/.test(flags);
    return flags
      .split(/[ ,]+/)
      .filter((flag) => flag.startsWith("-"))
      .map((text) => ({ text, description, takesValue, choices }));
  });
  if (passThrough) return declared;
  const own = [
    ...(json === false ? [] : [{ text: "--json", description: "print the result, or the error, as JSON" }]),
    { text: "--help", description: "show the help of the command" },
  ];
  return [...declared, ...own.map((one) => ({ ...one, takesValue: false, choices: [] }))];
}
