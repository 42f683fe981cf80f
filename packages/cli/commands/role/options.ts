import type { CommandOption } from "../../command.ts";
import { dataDirOption } from "../options.ts";

/** Where a role is given (default: the subscription). */
export const scopeOptions: readonly CommandOption[] = [
  { flags: "--scope <id>", description: "id of a resource, group or subscription (default: the subscription)" },
  { flags: "-g, --resource-group <name>", description: "a resource group as the scope" },
  dataDirOption,
];
