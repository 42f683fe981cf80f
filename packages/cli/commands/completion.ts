import type { Command } from "../command.ts";
import type { Shell } from "../completion/scripts.ts";

/** The table of commands, which this command is in itself. */
interface CommandTable {
  readonly commands: readonly Command[];
  readonly commandGroups: Readonly<Record<string, string>>;
}

export const completionFor = (table: () => CommandTable): Command => ({
  path: "completion",
  summary: "Print a script that completes byocni's commands in a shell",
  arguments: [{ name: "<shell>", description: "bash, zsh or fish" }],
  json: false,
  examples: ["source <(byocni completion bash)", "byocni completion fish | source"],
  async run({ args: [shell = ""], output }) {
    const { CommandError } = await import("../command.ts");
    const { completionNodes } = await import("../completion/words.ts");
    const { completionScript, shells } = await import("../completion/scripts.ts");
    const { commandGroups, commands } = table();
    if (!shells.includes(shell as Shell))
      throw new CommandError(`${shell}: there is a script for ${shells.join(", ")}`, { exitCode: 64 });
    output.write(completionScript(shell as Shell, completionNodes(commands, commandGroups)));
  },
});
