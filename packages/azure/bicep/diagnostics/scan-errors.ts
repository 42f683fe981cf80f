import { diagnosticTemplate } from "@byocni/base/lang";
import { quoted } from "./quoted.ts";

/** What the scanner can find. Codes and texts are those of the Bicep compiler. */
export const scanErrors = {
  tokenNotRecognized: diagnosticTemplate(
    "BCP001",
    "error",
    (token: string) => `The following token is not recognized: "${token}".`,
  ),
  commentNotTerminated: diagnosticTemplate(
    "BCP002",
    "error",
    () => "The multi-line comment at this location is not terminated. Terminate it with the */ character sequence.",
  ),
  stringNotTerminated: diagnosticTemplate(
    "BCP003",
    "error",
    () => "The string at this location is not terminated. Terminate the string with a single quote character.",
  ),
  stringNotTerminatedBeforeNewLine: diagnosticTemplate(
    "BCP004",
    "error",
    () => "The string at this location is not terminated due to an unexpected new line character.",
  ),
  escapeNotTerminated: diagnosticTemplate(
    "BCP005",
    "error",
    () =>
      "The string at this location is not terminated. Complete the escape sequence and terminate the string with a single unescaped quote character.",
  ),
  escapeNotRecognized: diagnosticTemplate(
    "BCP006",
    "error",
    (sequences: readonly string[]) =>
      `The specified escape sequence is not recognized. Only the following escape sequences are allowed: ${quoted(sequences)}.`,
  ),
  identifierTooLong: diagnosticTemplate(
    "BCP024",
    "error",
    (limit: number) => `The identifier exceeds the limit of ${limit}. Reduce the length of the identifier.`,
  ),
  doubleQuote: diagnosticTemplate(
    "BCP103",
    "error",
    (token: string) =>
      `The following token is not recognized: "${token}". Strings are defined using single quotes in bicep.`,
  ),
  unicodeEscapeInvalid: diagnosticTemplate(
    "BCP133",
    "error",
    () => "The unicode escape sequence is not valid. Valid unicode escape sequences range from \\u{0} to \\u{10FFFF}.",
  ),
  multiLineStringNotTerminated: diagnosticTemplate(
    "BCP140",
    "error",
    () => "The multi-line string at this location is not terminated. Terminate it with \"'''\".",
  ),
  pragmaCodesMissing: diagnosticTemplate(
    "BCP226",
    "error",
    () =>
      'Expected at least one diagnostic code at this location. Valid format is "#disable-next-line diagnosticCode1 diagnosticCode2 ..."',
  ),
} as const;
