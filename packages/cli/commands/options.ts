import type { CommandOption, OptionValues } from "../command.ts";

export const dataDirOption: CommandOption = {
  flags: "--data-dir <folder>",
  description: "where the engine keeps everything (default: BYOCNI_DATA_DIR or ~/.local/share/byocni)",
};

export const resourceGroupOption: CommandOption = {
  flags: "-g, --resource-group <name>",
  description: "resource group of the cluster",
  required: true,
};

/** The option as text, `undefined` when it was not given. */
export function text(options: OptionValues, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}

/** The values of an option that can be repeated, in the order given. */
export function texts(options: OptionValues, name: string): readonly string[] {
  const value = options[name];
  return Array.isArray(value) ? value : [];
}
