import type { Command } from "../command.ts";
import { assignment, shellNames } from "../session/shells.ts";
import { dataDirOption, text } from "./options.ts";

export const env: Command = {
  path: "env",
  summary: "Print the variables that point az, kubectl, Terraform and the SDKs at byocni",
  options: [
    { flags: "--shell <name>", description: "whose syntax to print", choices: shellNames, default: "posix" },
    dataDirOption,
  ],
  examples: ['eval "$(byocni env)"'],
  async run({ options, output, env: environment }) {
    const { requireInstance } = await import("../session/instance.ts");
    const { prepareOwnAz } = await import("../session/az.ts");
    const { clientVariables } = await import("../session/variables.ts");
    const { directory, instance } = requireInstance(text(options, "dataDir"), environment);
    const variables = clientVariables(instance, directory, environment);
    const shell = text(options, "shell") ?? "posix";
    // az is set up by itself: what it would need is more than variables.
    await prepareOwnAz({ instance, directory, env: environment, note: output.note });
    output.result(variables, () => {
      for (const [name, value] of Object.entries(variables)) output.line(assignment(shell, name, value));
    });
  },
};
