import process from "node:process";
import { Command as Program, CommanderError, Option } from "commander";
import { CommandError, type Command, type CommandOption, type OptionValues } from "./command.ts";
import { commandGroups, commands } from "./commands/index.ts";
import { version } from "./version.ts";
import { createOutput, type Output } from "./output/index.ts";

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
      next = parent.command(word).description(commandGroups[word] ?? "");
      next.helpCommand(false);
    }
    parent = next;
  }
  return parent;
}

function addCommand(
  program: Program,
  command: Command,
  run: (command: Command, program: Program) => Promise<void>,
): void {
  const sub = parentOf(program, command.path.split(" ")).description(command.summary);
  for (const { name, description } of command.arguments ?? []) sub.argument(name, description);
  if (command.passThrough) {
    // What looks like an option of ours after the command's name is none.
    sub.allowUnknownOption().helpOption(false).passThroughOptions();
  } else {
    for (const option of command.options ?? []) sub.addOption(optionOf(option));
    if (command.json !== false) sub.option("--json", "print the result, or the error, as JSON");
  }
  if (command.exitCodes) {
    const lines = Object.entries(command.exitCodes).map(([code, meaning]) => `  ${code.padStart(3)}  ${meaning}`);
    sub.addHelpText("after", `\nExit codes:\n${lines.join("\n")}`);
  }
  if (command.examples)
    sub.addHelpText("after", `\nExamples:\n${command.examples.map((line) => `  ${line}`).join("\n")}`);
  sub.action(() => run(command, sub));
}

function optionOf({ flags, description, choices, required, repeatable, default: value }: CommandOption): Option {
  const option = new Option(flags, description);
  if (choices) option.choices([...choices]);
  if (required) option.makeOptionMandatory();
  if (repeatable) option.argParser((one: string, before: readonly string[] | undefined) => [...(before ?? []), one]);
  if (value !== undefined) option.default(value);
  return option;
}

/** Says what went wrong on stderr and gives the exit code. */
function report(error: unknown, output: Output): number {
  if (error instanceof CommandError) {
    if (output.json) output.result({ error: error.body }, () => {});
    output.note(`${output.red("error:")} ${error.message}`);
    for (const line of error.details) output.note(line);
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
    const options = sub.opts<OptionValues>();
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
