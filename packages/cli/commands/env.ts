import { CommandError, type Command } from "../command.ts";
import { dataDirOption, text } from "./options.ts";

/** How each shell sets a variable. */
const shells: Readonly<Record<string, (name: string, value: string) => string>> = {
  posix: (name, value) => `export ${name}='${value.replaceAll("'", `'\\''`)}'`,
  fish: (name, value) => `set -gx ${name} '${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`,
  powershell: (name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
};

export const env: Command = {
  path: "env",
  summary: "Print the variables that point az, kubectl, Terraform and the SDKs at byocni",
  options: [
    { flags: "--shell <name>", description: "whose syntax to print", choices: Object.keys(shells), default: "posix" },
    dataDirOption,
  ],
  examples: ['eval "$(byocni env)"'],
  async run({ options, output, env: environment }) {
    const { requireInstance } = await import("../session/instance.ts");
    const { clientVariables } = await import("../session/variables.ts");
    const { directory, instance } = requireInstance(text(options, "dataDir"), environment);
    const variables = clientVariables(instance, directory, environment);
    const print = shells[text(options, "shell") ?? "posix"];
    if (!print) throw new CommandError("unknown shell");
    output.result(variables, () => {
      for (const [name, value] of Object.entries(variables)) output.line(print(name, value));
    });
  },
};
