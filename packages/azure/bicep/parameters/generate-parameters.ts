import { createCheckers } from "../checker/create-checker.ts";
import type { FileHost } from "../host.ts";
import { createProgram } from "../model/program.ts";
import type { ParameterSymbol } from "../symbols/index.ts";
import { placeholderBicep } from "./placeholder-bicep.ts";
import { placeholderJson } from "./placeholder-json.ts";

export interface GenerateParametersOptions {
  readonly format: "json" | "bicepparam";
  /** `requiredOnly`: parameters with a default value are left out. */
  readonly include: "requiredOnly" | "all";
  /** The text of a JSON file that is replaced: its values are kept. */
  readonly existing?: string;
}

/** A parameters file to be filled in for a Bicep file; undefined when the file cannot be read. */
export function generateParameters(
  entry: string,
  host: FileHost,
  { format, include, existing = "" }: GenerateParametersOptions,
): string | undefined {
  const model = createProgram(host).open(entry);
  if (!model) return undefined;
  const parameters = model.declarations.all.filter(
    (symbol): symbol is ParameterSymbol =>
      symbol.kind === "parameter" && (include === "all" || symbol.node.defaultValue === undefined),
  );
  if (format === "bicepparam") return placeholderBicep(model, parameters, entry.slice(entry.lastIndexOf("/") + 1));
  return JSON.stringify(placeholderJson(createCheckers()(model), parameters, existing), null, 2);
}
