import { performance } from "node:perf_hooks";
import { buildToJsonText, compileBicep, compileBicepParams, diagnosticsToText, type FileHost } from "../index.ts";
import type { CompileParametersOptions } from "../index.ts";
import type { FuzzInput } from "./fuzz-inputs.ts";

/** Whatever the input is, there must be an answer within this time. */
export const patienceMs = 1000;

/** What a compilation came to: its answer as text, or what went wrong. */
export interface FuzzOutcome {
  readonly ms: number;
  readonly fault?: string;
}

function answer({ entry, host: base, changed }: FuzzInput, options: CompileParametersOptions): string {
  const readFile: FileHost["readFile"] = (path) => (path === changed.path ? changed.text : base.readFile(path));
  const host: FileHost = { ...base, readFile, environment: () => undefined };
  const [value, diagnostics] = entry.endsWith("param")
    ? compileBicepParams(entry, host, options)
    : compileBicep(entry, host, options);
  if (value === undefined && !diagnostics.some(({ level }) => level === "error")) {
    throw new Error("there is neither a template nor an error");
  }
  for (const { source, span } of diagnostics) {
    if (!(span.start >= 0 && span.end >= span.start && span.end <= source.text.length)) {
      throw new Error(`a span is outside of the text: ${span.start}-${span.end} of ${source.text.length}`);
    }
  }
  return `${value === undefined ? "" : buildToJsonText(value)}\n${diagnosticsToText(diagnostics)}`;
}

/** Compiles an input; every so often twice, which must come to the same. */
export function runFuzzInput(input: FuzzInput, options: CompileParametersOptions, isDoubled: boolean): FuzzOutcome {
  const start = performance.now();
  try {
    const first = answer(input, options);
    let ms = performance.now() - start;
    if (isDoubled && answer(input, options) !== first)
      return { ms, fault: "compiled again it comes to something else" };
    // A busy machine is no fault of the compiler: only what is slow every time counts.
    for (let attempt = 0; ms > patienceMs && attempt < 3; attempt++) {
      const again = performance.now();
      answer(input, options);
      ms = Math.min(ms, performance.now() - again);
    }
    return ms > patienceMs ? { ms, fault: `took ${Math.round(ms)} ms` } : { ms };
  } catch (error) {
    const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { ms: performance.now() - start, fault };
  }
}
