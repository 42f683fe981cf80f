import type { SourceText, Span } from "./source-text.ts";

/** How grave a finding is. `off` never reaches the user: it switches a rule off. */
export type DiagnosticLevel = "error" | "warning" | "info" | "off";

/** One row of a catalog: a code with its level and the text made of typed arguments. */
export interface DiagnosticTemplate<Arguments extends readonly unknown[] = readonly never[]> {
  /** The code as printed, for example `BCP018` or `no-unused-params`. */
  readonly code: string;
  readonly level: DiagnosticLevel;
  readonly message: (...args: Arguments) => string;
  /** Where the code is documented. */
  readonly helpUri?: string;
}

/** Something that is wrong with a user's text. Collected, never thrown. */
export interface Diagnostic {
  readonly code: string;
  readonly level: Exclude<DiagnosticLevel, "off">;
  readonly message: string;
  readonly source: SourceText;
  readonly span: Span;
  readonly helpUri?: string;
}

/** Makes a catalog row; the arguments' types are taken from the message function. */
export function diagnosticTemplate<Arguments extends readonly unknown[]>(
  code: string,
  level: DiagnosticLevel,
  message: (...args: Arguments) => string,
  helpUri?: string,
): DiagnosticTemplate<Arguments> {
  return helpUri === undefined ? { code, level, message } : { code, level, message, helpUri };
}

/** Gathers diagnostics of one run over one or several sources. */
export interface DiagnosticCollector {
  /** Adds a finding made of a catalog row. A row at level `off` adds nothing. */
  report<Arguments extends readonly unknown[]>(
    source: SourceText,
    span: Span,
    template: DiagnosticTemplate<Arguments>,
    ...args: Arguments
  ): void;
  add(diagnostic: Diagnostic): void;
  /** In the order of reporting. */
  readonly diagnostics: readonly Diagnostic[];
  readonly hasErrors: boolean;
}

export function createDiagnosticCollector(): DiagnosticCollector {
  const diagnostics: Diagnostic[] = [];
  let hasErrors = false;
  const add = (diagnostic: Diagnostic): void => {
    diagnostics.push(diagnostic);
    if (diagnostic.level === "error") hasErrors = true;
  };
  return {
    diagnostics,
    get hasErrors() {
      return hasErrors;
    },
    add,
    report(source, span, template, ...args) {
      if (template.level === "off") return;
      const { code, level, helpUri } = template;
      const base = { code, level, message: template.message(...args), source, span };
      add(helpUri === undefined ? base : { ...base, helpUri });
    },
  };
}

/** Sorts by place (start, then end), keeping the order of findings at the same place. Files keep their first order. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const order = new Map<SourceText, number>();
  for (const { source } of diagnostics) if (!order.has(source)) order.set(source, order.size);
  const rank = (diagnostic: Diagnostic): number => order.get(diagnostic.source) ?? 0;
  return diagnostics.toSorted((a, b) => rank(a) - rank(b) || a.span.start - b.span.start || a.span.end - b.span.end);
}
