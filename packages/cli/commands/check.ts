import { CommandError, type Command } from "../command.ts";
import { text, texts } from "./options.ts";

export const check: Command = {
  path: "check",
  summary: "Check templates against what AKS and the CNI article demand, offline",
  arguments: [
    {
      name: "<files...>",
      description:
        "ARM templates (.json, - for the standard input), Bicep files (.bicep) or their parameters (.bicepparam)",
    },
  ],
  options: [
    {
      flags: "-p, --parameters <value>",
      description: "@file, JSON, name=value or name=@file; later ones win",
      repeatable: true,
    },
    { flags: "--format <format>", description: "how to report", choices: ["text", "json", "sarif"], default: "text" },
    {
      flags: "--strictness <level>",
      description: "under article, what only today's AKS refuses is a warning",
      choices: ["article", "current"],
      default: "article",
    },
    { flags: "--except <rule>", description: "leave a rule out", repeatable: true },
    { flags: "-g, --resource-group <name>", description: "what resourceGroup().name gives", default: "resource-group" },
    { flags: "-l, --location <region>", description: "what resourceGroup().location gives", default: "eastus" },
  ],
  examples: [
    "byocni check main.bicep",
    "byocni check infra/*.json --parameters @prod.parameters.json --format sarif > check.sarif",
  ],
  exitCodes: { 0: "no errors", 1: "errors were found" },
  async run({ args, options, output, env }) {
    const { checkTemplates } = await import("../check/check-templates.ts");
    const { sortArguments } = await import("../deployment/arguments.ts");
    const { inputExists } = await import("../deployment/input-file.ts");
    const { jsonReport, sarifReport, textReport, totalsOf } = await import("../check/report.ts");
    const { version } = await import("../version.ts");
    const { rules } = await import("@byocni/rules/catalog");
    const except = new Set(texts(options, "except"));
    for (const id of except) {
      if (!rules.some((rule) => rule.id === id))
        throw new CommandError(`--except ${id}: there is no such rule`, {
          hint: `There are: ${rules.map((rule) => rule.id).join(", ")}.`,
          exitCode: 64,
        });
    }
    const { files, parameters } = sortArguments(args, texts(options, "parameters"), inputExists);
    const reports = await checkTemplates(files, {
      parameters,
      strictness: text(options, "strictness") === "current" ? "current" : "article",
      except,
      resourceGroup: text(options, "resourceGroup") ?? "",
      location: text(options, "location") ?? "",
      now: Date.now(),
      env,
    });
    const format = output.json ? "json" : text(options, "format");
    if (format === "json") output.line(JSON.stringify(jsonReport(reports), null, 2));
    else if (format === "sarif") output.line(JSON.stringify(sarifReport(reports, version), null, 2));
    else for (const line of textReport(reports, output)) output.line(line);
    return totalsOf(reports).errors > 0 ? 1 : 0;
  },
};
