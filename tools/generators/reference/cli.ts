import { commandGroups, commands, type Command } from "@byocni/cli";
import { code, page, table } from "./markdown.ts";

/** `docs/reference/cli.md`: every command, from the command table. */
export function cliPage(): string {
  return page(
    "# Commands",
    'Results go to stdout, talk to stderr. With `--json` stdout is one JSON value; a refusal is `{"error": …}`.',
    `Exit codes of all commands: ${exitCodes.map(([number, meaning]) => `${number} ${meaning}`).join(", ")}.`,
    table(
      ["command", "what it does"],
      commands.map(({ path, summary }) => [`[byocni ${path}](#byocni-${path.replaceAll(" ", "-")})`, summary]),
    ),
    ...commands.map((command) => section(command)),
  );
}

const exitCodes: readonly (readonly [number, string])[] = [
  [0, "done"],
  [1, "refused"],
  [3, "not there"],
  [64, "wrong usage"],
  [66, "no such input file"],
  [69, "no engine, or a program that is missing"],
  [70, "a bug of byocni"],
  [73, "a folder that cannot be written"],
  [130, "interrupted"],
];

function section(command: Command): string {
  const { path, summary, passThrough, examples = [], exitCodes: own = {} } = command;
  const words = (command.arguments ?? []).map(({ name }) => name);
  const options = optionsOf(command);
  const usage = ["byocni", path, ...words, ...(options.length > 0 && !passThrough ? ["[options]"] : [])].join(" ");
  const group = path.includes(" ") ? commandGroups[path.split(" ")[0] ?? ""] : undefined;
  return [
    `## byocni ${path}`,
    `${summary}.${group === undefined ? "" : ` (${group}.)`}`,
    fenced(usage),
    listOf((command.arguments ?? []).map(({ name, description }) => [name, description])),
    listOf(options),
    Object.keys(own).length === 0
      ? ""
      : `Exit codes: ${Object.entries(own)
          .map(([number, meaning]) => `${number} ${meaning}`)
          .join("; ")}.`,
    examples.length === 0 ? "" : fenced(examples.join("\n")),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function optionsOf({ options = [], passThrough, json }: Command): readonly (readonly [string, string])[] {
  const declared = options.map(({ flags, description, choices, default: value, required, repeatable }) => {
    const notes = [
      ...(choices ? [choices.join(", ")] : []),
      ...(value === undefined ? [] : [`default: ${value}`]),
      ...(required ? ["needed"] : []),
      ...(repeatable ? ["can be repeated"] : []),
    ];
    return [flags, `${description}${notes.length > 0 ? ` (${notes.join("; ")})` : ""}`] as const;
  });
  return passThrough || json === false
    ? declared
    : [...declared, ["--json", "print the result, or the error, as JSON"] as const];
}

function listOf(rows: readonly (readonly [string, string])[]): string {
  return rows.map(([name, description]) => `- ${code(name)}: ${description}`).join("\n");
}

function fenced(text: string): string {
  return `\`\`\`console\n${text}\n\`\`\``;
}
