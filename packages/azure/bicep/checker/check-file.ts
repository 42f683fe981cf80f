import { resourceErrors } from "../diagnostics/resource-errors.ts";
import type { FileModel } from "../model/model.ts";
import type { Checker } from "./checker.ts";

/** Finds all that is wrong with a file. `isBroken` tells which of the files that it refers to have errors. */
export function checkFile(c: Checker, isBroken: (model: FileModel) => boolean): void {
  const { model } = c;
  for (const statement of model.tree.statements) {
    if ("value" in statement) c.typeOf(statement.value);
    if ("defaultValue" in statement && statement.defaultValue) c.typeOf(statement.defaultValue);
    if ("type" in statement && statement.type && statement.kind !== "resource-declaration") {
      c.declaredType({ type: statement.type, decorators: statement.decorators });
    }
    if (statement.kind === "module-declaration") {
      const target = model.program.target(model, statement.path);
      if (target.kind === "bicep" && isBroken(target.model)) c.report(statement.path, resourceErrors.moduleBroken);
      if (target.kind === "problem") {
        model.collector.add({
          code: target.code,
          level: "error",
          message: target.message,
          source: model.source,
          span: { start: statement.path.start, end: statement.path.end },
        });
      }
    }
  }
}
