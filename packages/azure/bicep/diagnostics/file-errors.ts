import { diagnosticTemplate, type DiagnosticTemplate } from "@byocni/base/lang";

const error = <Arguments extends readonly unknown[]>(code: string, message: (...args: Arguments) => string) =>
  diagnosticTemplate(code, "error", message);

/** A row whose text does not use the file's name. */
const plain = (code: string, text: string): DiagnosticTemplate<[string]> => ({
  code,
  level: "error",
  message: () => text,
});

/** Files that are loaded into a template. Codes and texts are those of the Bicep compiler. */
export const fileErrors = {
  notConstant: error("BCP032", () => "The value must be a compile-time constant."),
  "not-found": error("BCP091", (path: string) => `An error occurred reading file. Could not find file '${path}'.`),
  "too-large": error("BCP184", (path: string) => `File '${path}' exceeded maximum size of 131072 characters.`),
  "too-many-bytes": error("BCP184", (path: string) => `File '${path}' exceeded maximum size of 98304 bytes.`),
  encodingMismatch: diagnosticTemplate(
    "BCP185",
    "info",
    (encoding: string) => `Encoding mismatch. File was loaded with '${encoding}' encoding.`,
  ),
  "bad-json": plain("BCP186", "Unable to parse literal JSON value. Please ensure that it is well-formed."),
  "bad-path": plain("BCP235", "Specified JSONPath does not exist in the given file or is invalid."),
  directory: error("BCP275", (path: string) => `Unable to open file at path "${path}". Found a directory instead.`),
  "bad-yaml": plain("BCP340", "Unable to parse literal YAML value. Please ensure that it is well-formed."),
  "bad-encoding": error(
    "BCP070",
    (name: string) =>
      `Argument of type "'${name}'" is not assignable to parameter of type "'iso-8859-1' | 'us-ascii' | 'utf-16' | 'utf-16BE' | 'utf-8'".`,
  ),
  "not-a-directory": error(
    "BCP430",
    (path: string) => `Unable to open directory at path "${path}". Found a file instead.`,
  ),
  "no-directory": error(
    "BCP428",
    (path: string) => `Directory "${path}" does not exist or additional permissions are necessary to access it.`,
  ),
} as const;
