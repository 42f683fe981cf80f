import type { CommandOption } from "../../command.ts";
import { dataDirOption } from "../options.ts";

/** Where a deployment goes and with what: common to deploy, validate and what-if. */
export const deploymentOptions: readonly CommandOption[] = [
  { flags: "-g, --resource-group <name>", description: "resource group, for templates that are deployed to one" },
  {
    flags: "-p, --parameters <value>",
    description: "@file, JSON, name=value or name=@file; later ones win",
    repeatable: true,
  },
  { flags: "-n, --name <name>", description: "name of the deployment (default: that of the file)" },
  {
    flags: "--mode <mode>",
    description: "Complete also deletes what is in the group and not in the template",
    choices: ["Incremental", "Complete"],
    default: "Incremental",
  },
  {
    flags: "-l, --location <region>",
    description: "region of a new resource group, or of the record of a deployment above a group",
  },
  { flags: "--management-group <id>", description: "for templates that are deployed to a management group" },
  dataDirOption,
];

export const templateArgument = {
  name: "<file>",
  description: "ARM template (.json, - for the standard input), Bicep file (.bicep) or its parameters (.bicepparam)",
};

export const moreParameters = {
  name: "[values...]",
  description: "more values for --parameters: several after one flag, as az takes them",
};
