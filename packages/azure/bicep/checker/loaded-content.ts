import type { Json } from "../files/json.ts";
import type { DiagnosticTemplate, Span } from "@byocni/base/lang";
import { fileErrors } from "../diagnostics/file-errors.ts";
import { loadContent } from "../files/load-content.ts";
import type { Expression } from "../syntax/index.ts";
import type { Type } from "../types/index.ts";
import { pathProblem } from "../model/target-problems.ts";
import type { Checker } from "./checker.ts";

/** What a `load…` call gives, or the diagnostic that says why not. */
export type Loaded =
  | { readonly value: Json }
  | { readonly problem: DiagnosticTemplate<[string]>; readonly args: [string]; readonly span: Span };

const notConstant: DiagnosticTemplate<[string]> = {
  ...fileErrors.notConstant,
  message: () => fileErrors.notConstant.message(),
};

/** Loads what a call names; undefined when the function is not one that loads. */
export function loadedContent(
  c: Checker,
  name: string,
  nodes: readonly Expression[],
  types: readonly Type[],
): Loaded | undefined {
  if (!name.startsWith("load")) return undefined;
  const args: (string | undefined)[] = [];
  for (const [index, type] of types.entries()) {
    if (type.kind !== "string-literal") {
      return { problem: notConstant, args: [""], span: nodes[index] ?? { start: 0, end: 0 } };
    }
    args.push(type.value);
  }
  const [path = ""] = args;
  const fault = pathProblem(path);
  const first = nodes[0] ?? { start: 0, end: 0 };
  if (fault && name !== "loadDirectoryFileInfo") {
    return { problem: { code: fault.code, level: "error", message: () => fault.message }, args: [""], span: first };
  }
  const { host } = c.model.program;
  const result = loadContent(host, c.model.path, name, args);
  if ("value" in result) {
    const second = nodes[1];
    if (result.encoding !== undefined && second) c.report(second, fileErrors.encodingMismatch, result.encoding);
    return result;
  }
  return {
    problem: fileErrors[result.problem],
    args: [result.detail],
    span: nodes[result.argument] ?? nodes[0] ?? { start: 0, end: 0 },
  };
}
