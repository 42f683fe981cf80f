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
  const off = new Map<string, Stretch[]>();
  const switchOff = (code: string, from: number, to: number): void => {
    const stretches = off.get(code);
    if (stretches) stretches.push({ from, to });
    else off.set(code, [{ from, to }]);
  };
  const open = new Map<string, number>();
  for (const pragma of pragmas) {
    for (const code of pragma.codes) {
      if (pragma.kind === "disable-next-line") {
        const { line } = model.source.positionAt(pragma.start);
        const to = model.source.offsetAt({ line: line + 1, character: Number.MAX_SAFE_INTEGER });
        switchOff(code, pragma.start, to);
      } else if (pragma.kind === "disable-diagnostics") {
        if (!open.has(code)) open.set(code, pragma.start);
      } else {
        const from = open.get(code);
        if (from !== undefined) switchOff(code, from, pragma.start);
        open.delete(code);
      }
    }
  }
  for (const [code, from] of open) switchOff(code, from, model.source.text.length);
  const isOff = new Map([...off].map(([code, stretches]) => [code, within(stretches)] as const));
  return diagnostics.filter(
    ({ code, level, span }) => (level === "error" && core.test(code)) || isOff.get(code)?.(span.start) !== true,
  );
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Tells whether a place is in one of some stretches, both ends included. */
function within(stretches: readonly Stretch[]): (at: number) => boolean {
  const sorted = stretches.toSorted((a, b) => a.from - b.from);
  // How far the stretches up to each of them reach.
  const reach: number[] = [];
  for (const { to } of sorted) reach.push(Math.max(to, reach.at(-1) ?? 0));
  return (at) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sorted[middle]?.from ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return low > 0 && (reach[low - 1] ?? 0) >= at;
  };
}
