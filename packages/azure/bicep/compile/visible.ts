import type { Diagnostic } from "@byocni/base/lang";
import type { FileModel } from "../model/model.ts";

const core = /^BCP\d+$/;

/** What a file of a registry is told of: errors only. Others learn where a code is explained, too. */
function tellable(model: FileModel): readonly Diagnostic[] {
  const { diagnostics } = model.collector;
  const all = model.program.isArtifact(model) ? diagnostics.filter(({ level }) => level === "error") : diagnostics;
  return all.map((one) =>
    core.test(one.code) ? { ...one, helpUri: `https://aka.ms/bicep/core-diagnostics#${one.code}` } : one,
  );
}

/** The diagnostics of a file that its pragmas leave visible. Errors of the language cannot be switched off. */
export function visibleDiagnostics(model: FileModel): readonly Diagnostic[] {
  const { pragmas } = model.tree;
  const diagnostics = tellable(model);
  if (pragmas.length === 0) return diagnostics;
  const off: { readonly code: string; readonly from: number; readonly to: number }[] = [];
  const open = new Map<string, number>();
  for (const pragma of pragmas) {
    for (const code of pragma.codes) {
      if (pragma.kind === "disable-next-line") {
        const { line } = model.source.positionAt(pragma.start);
        const to = model.source.offsetAt({ line: line + 1, character: Number.MAX_SAFE_INTEGER });
        off.push({ code, from: pragma.start, to });
      } else if (pragma.kind === "disable-diagnostics") {
        if (!open.has(code)) open.set(code, pragma.start);
      } else {
        const from = open.get(code);
        if (from !== undefined) off.push({ code, from, to: pragma.start });
        open.delete(code);
      }
    }
  }
  for (const [code, from] of open) off.push({ code, from, to: model.source.text.length });
  return diagnostics.filter(
    ({ code, level, span }) =>
      (level === "error" && core.test(code)) ||
      !off.some((one) => one.code === code && span.start >= one.from && span.start <= one.to),
  );
}
