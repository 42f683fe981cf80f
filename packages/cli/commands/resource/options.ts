import type { CommandOption } from "../../command.ts";
import { dataDirOption } from "../options.ts";

export const resourceArgument = {
  name: "<resource>",
  description: "its id, or its name with --resource-group and --type",
};

/** Names one resource. */
export const resourceOptions: readonly CommandOption[] = [
  { flags: "-g, --resource-group <name>", description: "its resource group" },
  { flags: "--type <type>", description: "its type, such as Microsoft.Network/virtualNetworks" },
  { flags: "--api-version <version>", description: "api-version (default: the newest stable one of the type)" },
  dataDirOption,
];
