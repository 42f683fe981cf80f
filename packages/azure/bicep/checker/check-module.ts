import { nameErrors } from "../diagnostics/name-errors.ts";
import { resourceErrors } from "../diagnostics/resource-errors.ts";
import type { FileModel } from "../model/model.ts";
import type { ModuleSymbol } from "../symbols/index.ts";
import { propertyNamed } from "../syntax/index.ts";
import { assign } from "./assign.ts";
import { reportConstantName } from "./check-loop-name.ts";
import { checkModuleScope } from "./check-scopes.ts";
import type { Checker } from "./checker.ts";
import { reportTarget } from "./report-target.ts";

/** Finds what is wrong with a module: the file it names, its parameters, its scope. */
export function checkModule(c: Checker, symbol: ModuleSymbol, isBroken: (model: FileModel) => boolean): void {
  const { node, body } = symbol;
  const { program } = c.model;
  const bodyType = c.typeOf(node.value);
  const target = program.target(c.model, node.path);
  if (target.kind === "problem") {
    reportTarget(c, node.path, target);
    return;
  }
  if (target.kind === "bicep") {
    const cycle = program.cycleOf(c.model);
    if (target.model === c.model) {
      c.report(node.path, nameErrors.fileSelfReference);
      return;
    }
    if (cycle?.includes(target.model.path)) {
      c.report(node.path, nameErrors.fileCycle, cycle);
      return;
    }
    if (isBroken(target.model)) {
      c.report(node.path, resourceErrors.moduleBroken);
      return;
    }
  }
  const type = c.moduleType(symbol);
  if (!type || !body.object) return;
  for (const name of ["params"]) {
    const value = propertyNamed(body.object, name)?.value;
    const isLiteral = value === undefined || value.kind === "object" || value.kind === "error";
    if (!isLiteral) c.report(value, resourceErrors.objectLiteral, name);
  }
  const value = body.loop ? body.loop.body : node.value;
  const own = bodyType.kind === "array" && body.loop ? bodyType.item() : bodyType;
  assign(c, value, own, type.body, {});
  checkModuleScope(c, symbol);
  const name = propertyNamed(body.object, "name")?.value;
  const { loop } = body;
  if (!loop?.item || loop.item.name.isMissing || !name) return;
  const scope = propertyNamed(body.object, "scope")?.value;
  reportConstantName(c, node.name, loop, scope ? [name, scope] : [name], ["name", "scope"]);
}
