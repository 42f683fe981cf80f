import type { JsonObject } from "@byocni/base/core";

export interface RequestParts {
  /** JSON as the user wrote it, comments and all. */
  readonly template: string;
  readonly parameters: JsonObject;
  readonly mode: string;
  readonly location?: string | undefined;
  readonly whatIf?: { readonly resultFormat: string };
}

export interface RequestBody {
  readonly text: string;
  /** How many characters stand before the template, on its first line. */
  readonly templateOffset: number;
}

/**
 * The body of a deployment request. The template goes in as it stands in its file, with everything else on its first
 * line, so that the line numbers in the answer are those of the file.
 */
export function requestBody({ template, parameters, mode, location, whatIf }: RequestParts): RequestBody {
  const head = [
    ...(location === undefined ? [] : [`"location":${JSON.stringify(location)},`]),
    `"properties":{"mode":${JSON.stringify(mode)},`,
    ...(whatIf === undefined ? [] : [`"whatIfSettings":${JSON.stringify(whatIf)},`]),
    `"parameters":${JSON.stringify(parameters)},"template":`,
  ].join("");
  const prefix = `{${head}`;
  // The file may end in a comment.
  return { text: `${prefix}${template}\n}}`, templateOffset: prefix.length };
}
