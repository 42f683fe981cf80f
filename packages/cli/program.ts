import process from "node:process";
import { Command as Program, CommanderError, Option } from "commander";
import { CommandError, type Command } from "./command.ts";
import { commands } from "./commands/index.ts";
import { createOutput, type Output } from "./output/index.ts";

declare const BYOCNI_VERSION: string | undefined;

/** The version of the bundle; `0.0.0-source` when run from source. */
export const version = typeof BYOCNI_VERSION === "string" ? BYOCNI_VERSION : "0.0.0-source";

/** Exit codes beyond 0 and 1, after sysexits: wrong usage, a bug of ours, interrupted. */
const exitUsage = 64;
const exitBug = 70;
const exitInterrupted = 130;

/** Finds or makes the sub-program for the words before the last one (`cluster` of `cluster create`). */
function parentOf(program: Program, words: readonly string[]): Program {
  let parent = program;
  for (const word of words) {
    let next = parent.commands.find((command) => command.name() === word);
    if (!next) {
      next = parent.command(word).description(groupSummaries[word] ?? "");
      next.helpCommand(false);
    }
    parent = next;
  }
  return parent;
}

const groupSummaries: Readonly<Record<string, string>> = {
  cluster: "Clusters, for people without az",
};

function addCommand(
  program: Program,
  command: Command,
  run: (command: Command, program: Program) => Promise<void>,
): void {
  const words = command.path.split(" ");
  const sub = parentOf(program, words.slice(0, -1))
    .command(words.at(-1) ?? "")
    .description(command.summary);
  for (const { name, description } of command.arguments ?? []) sub.argument(name, description);
  for (const { flags, description, choices, required, ...rest } of command.options ?? []) {
    const option = new Option(flags, description);
    if (choices) option.choices([...choices]);
    if (required) option.makeOptionMandatory();
    if (rest.default !== undefined) option.default(rest.default);
    sub.addOption(option);
  }
  if (command.passThrough) sub.allowUnknownOption().helpOption(false).passThroughOptions();
  else sub.option("--json", "print the result as JSON");
  if (command.examples)
    sub.addHelpText("after", `\nExamples:\n${command.examples.map((line) => `  ${line}`).join("\n")}`);
  sub.action(() => run(command, sub));
}

/** Says what went wrong on stderr and gives the exit code. */
function report(error: unknown, output: Output): number {
  if (error instanceof CommandError) {
    output.note(`${output.red("error:")} ${error.message}`);
    if (error.hint) output.note(error.hint);
    return error.exitCode;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  output.note(
    `${output.red("error:")} this is a bug in byocni (version ${version}); please report it with these lines:`,
  );
  output.note(stack);
  return exitBug;
}

/** Runs one command line, the program's name left out, and gives the exit code. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  const interrupt = new AbortController();
  let exitCode = 0;
  const program = new Program("byocni")
    .description("A local Azure Kubernetes Service for people who bring their own CNI plugin.")
    .version(version, "-V, --version")
    .showSuggestionAfterError()
    .showHelpAfterError("(add --help for the options)")
    .enablePositionalOptions()
    .exitOverride();
  program.helpCommand("help [command]", "show the help of a command");

  async function run(command: Command, sub: Program): Promise<void> {
    const options = sub.opts<Record<string, string | boolean | undefined>>();
    const output = createOutput({
      stdout: process.stdout,
      stderr: process.stderr,
      json: options["json"] === true,
      noColor: Boolean(process.env["NO_COLOR"]),
    });
    const onInterrupt = (): void => interrupt.abort(new CommandError("interrupted", { exitCode: exitInterrupted }));
    process.once("SIGINT", onInterrupt);
    process.once("SIGTERM", onInterrupt);
    try {
      const { signal } = interrupt;
      exitCode = (await command.run({ args: sub.args, options, output, env: process.env, signal })) ?? 0;
    } catch (error) {
      exitCode = report(error, output);
    } finally {
      process.off("SIGINT", onInterrupt);
      process.off("SIGTERM", onInterrupt);
    }
  }

  for (const command of commands) addCommand(program, command, run);
  for (const sub of program.commands) inheritSettings(sub);
  try {
    await program.parseAsync([...args], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version are results; everything else is wrong usage, already explained on stderr.
    exitCode = error.exitCode === 0 ? 0 : exitUsage;
  }
  return exitCode;
}

/** Sub-commands made with `.command()` copy some settings only; errors must not end the process by themselves. */
function inheritSettings(program: Program): void {
  program.exitOverride();
  program.showSuggestionAfterError();
  program.showHelpAfterError("(add --help for the options)");
  for (const sub of program.commands) inheritSettings(sub);
}
