import { diagnosticTemplate } from "@byocni/base/lang";
import { quoted } from "./quoted.ts";

const error = <Arguments extends readonly unknown[]>(code: string, message: (...args: Arguments) => string) =>
  diagnosticTemplate(code, "error", message);

/** Parameters files. Codes and texts are those of the Bicep compiler. */
export const parameterErrors = {
  missing: error(
    "BCP258",
    (names: readonly string[]) =>
      `The following parameters are declared in the Bicep file but are missing an assignment in the params file: ${quoted(names)}.`,
  ),
  undeclared: error(
    "BCP259",
    (name: string) =>
      `The parameter "${name}" is assigned in the params file without being declared in the Bicep file.`,
  ),
  usingMissing: error("BCP261", () => "A using declaration must be present in this parameters file."),
  usingTwice: error("BCP262", () => "More than one using declaration are present"),
  notEvaluated: error(
    "BCP338",
    (name: string, message: string) => `Failed to evaluate parameter "${name}": ${message}`,
  ),
  extendsTwice: error("BCP405", () => 'More than one "extends" declaration are present'),
  extensionUndeclared: error(
    "BCP425",
    (name: string) =>
      `The extension configuration assignment for "${name}" does not match an extension in the Bicep file.`,
  ),
  usingWithFeature: error(
    "BCP435",
    () => 'Using the "with" keyword with a "using" statement requires enabling EXPERIMENTAL feature "DeployCommands".',
  ),
  usingWithMissing: error(
    "BCP443",
    () => 'The "using" statement requires a "with" clause if the EXPERIMENTAL feature "DeployCommands" is enabled.',
  ),
  environmentUnset: error(
    "BCP427",
    (name: string) => `Environment variable "${name}" does not exist and there's no default value set.`,
  ),
} as const;
