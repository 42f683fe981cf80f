import { createSourceText } from "@byocni/base/lang";
import { createConfigurationReader } from "../config/configuration.ts";
import { normalizePath, type FileHost } from "../host.ts";
import { formatBicep, type FormatOptions } from "./format.ts";

/**
 * Formats a `.bicep` or `.bicepparam` file as its `bicepconfig.json` says; `options` count more than that. Undefined when
 * the file cannot be read.
 */
export function formatFile(path: string, host: FileHost, options: FormatOptions = {}): string | undefined {
  const content = host.readFile(normalizePath(path));
  if (content === undefined) return undefined;
  const { text } = createSourceText(path, content);
  const { formatting } = createConfigurationReader(host)(path);
  return formatBicep(text, path.endsWith(".bicepparam") ? "parameters" : "template", { ...formatting, ...options });
}
