export { compileBicep, type CompileOptions, type CompileResult } from "./compile/compile.ts";
export {
  compileBicepParams,
  type CompileParametersOptions,
  type CompileParametersResult,
} from "./compile/compile-parameters.ts";
export { createMemoryHost, type FileHost } from "./host.ts";
export { withResourceTypes } from "./compile/with-resource-types.ts";
export { loadResourceTypes } from "./resource-types/library.ts";
export { loadTemplateEvaluator } from "./parameters/load-evaluator.ts";
export type { Evaluated, TemplateEvaluator } from "./parameters/evaluator.ts";
export { buildToJsonText, diagnosticsToSarif, diagnosticsToText } from "./output/output.ts";
export { formatFile } from "./format/format-file.ts";
export { formatBicep, type FormatOptions } from "./format/format.ts";
export { generateParameters, type GenerateParametersOptions } from "./parameters/generate-parameters.ts";
export { overrideParameters } from "./parameters/override-parameters.ts";
export { compilerCatalog, linterCatalog, type CatalogEntry } from "./diagnostics/catalog.ts";
