import { quoted } from "../diagnostics/quoted.ts";

interface Problem {
  readonly code: string;
  readonly message: string;
}

const row = (code: string, message: string): Problem => ({ code, message });
const kinds = { br: "OCI artifact", ts: "Template Spec" } as const;

/** Why a reference to another file leads nowhere. Codes and texts are those of the Bicep compiler. */
export const targetProblems = {
  empty: () => row("BCP050", "The specified path is empty."),
  absolute: () =>
    row(
      "BCP051",
      "The specified path seems to reference an absolute path. Files must be referenced using relative paths.",
    ),
  forbiddenCharacter: () =>
    row(
      "BCP085",
      `The specified file path contains one ore more invalid path characters. The following are not permitted: ${quoted(['"', "*", ":", "<", ">", "?", "\\", "|"])}.`,
    ),
  forbiddenEnd: () =>
    row(
      "BCP086",
      `The specified file path ends with an invalid character. The following are not permitted: ${quoted([" ", "."])}.`,
    ),
  interpolated: () => row("BCP092", "String interpolation is not supported in file paths."),
  notFound: (path: string) => row("BCP091", `An error occurred reading file. Could not find file '${path}'.`),
  templateBroken: () =>
    row(
      "BCP188",
      "The referenced ARM template has errors. Please see https://aka.ms/arm-template for information on how to diagnose and fix the template.",
    ),
  backslash: () =>
    row(
      "BCP098",
      'The specified file path contains a "\\" character. Use "/" instead as the directory separator character.',
    ),
  controlCharacter: () => row("BCP111", "The specified file path contains invalid control code characters."),
  schemeUnknown: (scheme: string) =>
    row(
      "BCP189",
      `The specified module reference scheme "${scheme}" is not recognized. Specify a path to a local module file or a module reference using one of the following schemes: ${quoted(["br", "ts"])}`,
    ),
  notRestored: (reference: string) =>
    row("BCP190", `The artifact with reference "${reference}" has not been restored.`),
  referenceMalformed: (scheme: "br" | "ts", reference: string) =>
    scheme === "br"
      ? row(
          "BCP193",
          `The specified OCI artifact reference "${reference}" is not valid. Specify a reference in the format of "br:<artifact-uri>:<tag>", or "br/<module-alias>:<module-name-or-path>:<tag>".`,
        )
      : row(
          "BCP194",
          `The specified Template Spec reference "${reference}" is not valid. Specify a reference in the format of "ts:<subscription-ID>/<resource-group-name>/<template-spec-name>:<version>", or "ts/<module-alias>:<template-spec-name>:<version>".`,
        ),
  aliasUnknown: (scheme: "br" | "ts", alias: string, configuration: string | undefined) =>
    row(
      scheme === "br" ? "BCP213" : "BCP212",
      `The ${kinds[scheme]} module alias name "${alias}" does not exist in the ${configuration === undefined ? "built-in Bicep configuration" : `Bicep configuration "${configuration}"`}.`,
    ),
  isDirectory: (path: string) => row("BCP275", `Unable to open file at path "${path}". Found a directory instead.`),
} as const;

/** What is wrong with the path of a local file, before it is looked for. */
export function pathProblem(path: string): Problem | undefined {
  if (path === "") return targetProblems.empty();
  if (path.startsWith("/")) return targetProblems.absolute();
  if (path.includes("\\")) return targetProblems.backslash();
  if (/[\u0000-\u001f]/.test(path)) return targetProblems.controlCharacter();
  if (/["*:<>?|]/.test(path)) return targetProblems.forbiddenCharacter();
  return /[ .]$/.test(path) ? targetProblems.forbiddenEnd() : undefined;
}
