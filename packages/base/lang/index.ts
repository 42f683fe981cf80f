export { createSourceText, type Position, type SourceText, type Span } from "./source-text.ts";
export {
  createDiagnosticCollector,
  diagnosticTemplate,
  sortDiagnostics,
  type Diagnostic,
  type DiagnosticCollector,
  type DiagnosticLevel,
  type DiagnosticTemplate,
} from "./diagnostic.ts";
export { codeFrame, formatDiagnostic } from "./format.ts";
export { toSarif, type SarifTool } from "./sarif.ts";
export { editDistance, suggestName } from "./suggest.ts";
