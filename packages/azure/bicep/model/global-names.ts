import type { FunctionTable } from "../functions/index.ts";
import type { FileKind } from "../parser/parse.ts";
import type { BicepSymbol, GlobalNames } from "../symbols/index.ts";
import type { Extensions } from "./extensions.ts";

/** Types that are named without a declaration. */
export const ambientTypes: ReadonlySet<string> = new Set([
  "any",
  "array",
  "bool",
  "int",
  "object",
  "string",
  "resource",
  "resourceInput",
  "resourceOutput",
]);

/** The names of the language in a file of the given kind. */
export function createGlobalNames(functions: FunctionTable, kind: FileKind, extensions: Extensions): GlobalNames {
  const isTemplate = kind === "template";
  return {
    namespace(name) {
      if (name !== "sys" && name !== "az") return undefined;
      return extensions.byAlias.has(name) ? undefined : { kind: "namespace", name };
    },
    function(name) {
      const row = functions.find(name);
      if (!row || (isTemplate ? row.isParametersFileOnly : row.isTemplateOnly)) return undefined;
      return { kind: "built-in", name, namespace: row.namespace };
    },
    type: (name): BicepSymbol | undefined => (ambientTypes.has(name) ? { kind: "ambient-type", name } : undefined),
    value: (name) => (name === "base" && !isTemplate ? { kind: "base-parameters", name } : undefined),
  };
}
