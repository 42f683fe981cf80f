import { formatDiagnostic, toSarif, type Diagnostic, type SarifTool } from "@byocni/base/lang";
import type { Json } from "../files/json.ts";

/** A template or parameters file as the Bicep command line writes it: two spaces a level, line feeds, none at the end. */
export function buildToJsonText(document: Json): string {
  return JSON.stringify(document, undefined, 2);
}

/** Diagnostics as the Bicep command line prints them, a line each. */
export function diagnosticsToText(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map((diagnostic) => `${formatDiagnostic(diagnostic)}\n`).join("");
}

/** Diagnostics as a SARIF 2.1.0 log. */
export function diagnosticsToSarif(diagnostics: readonly Diagnostic[], tool: SarifTool): string {
  return JSON.stringify(toSarif(tool, diagnostics), undefined, 2);
}
