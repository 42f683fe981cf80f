import type { Json } from "@byocni/base/core";
import type { Diagnostic } from "./diagnostic.ts";

const levels = { error: "error", warning: "warning", info: "note" } as const;

/** Who found the diagnostics: the `tool.driver` of a SARIF log. */
export interface SarifTool {
  readonly name: string;
  readonly version: string;
  readonly informationUri?: string;
}

/** A path as a reference; what would begin a query or a fragment is part of the path. */
function uriOf(path: string): string {
  return encodeURI(path.replaceAll("\\", "/")).replaceAll("#", "%23").replaceAll("?", "%3F");
}

/** A SARIF 2.1.0 log with one run. Source: OASIS SARIF 2.1.0, section 3. */
export function toSarif(tool: SarifTool, diagnostics: readonly Diagnostic[]): Json {
  const rules = new Map<string, Json>();
  for (const { code, helpUri } of diagnostics) {
    if (!rules.has(code)) rules.set(code, helpUri === undefined ? { id: code } : { id: code, helpUri });
  }
  const results = diagnostics.map((diagnostic) => {
    const start = diagnostic.source.positionAt(diagnostic.span.start);
    const end = diagnostic.source.positionAt(diagnostic.span.end);
    return {
      ruleId: diagnostic.code,
      level: levels[diagnostic.level],
      message: { text: diagnostic.message },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: uriOf(diagnostic.source.path) },
            region: {
              startLine: start.line + 1,
              startColumn: start.character + 1,
              endLine: end.line + 1,
              endColumn: end.character + 1,
              charOffset: diagnostic.span.start,
              charLength: diagnostic.span.end - diagnostic.span.start,
            },
          },
        },
      ],
    };
  });
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver: { ...tool, rules: [...rules.values()] } }, columnKind: "utf16CodeUnits", results }],
  };
}
