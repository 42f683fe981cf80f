import { type Diagnostic, codeFrame, toSarif } from "@byocni/base/lang";
import type { Severity } from "@byocni/rules/catalog";
import type { Styles } from "../output/index.ts";
import type { Place } from "./place.ts";

export interface ReportedFinding {
  /** Id of the rule, or the code of a diagnostic. */
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  /** The resource and the member that is to blame. */
  readonly target?: string;
  readonly place: Place;
  readonly why?: string;
  readonly fix?: string;
  readonly source?: string;
  readonly refusal?: { readonly code: string; readonly message: string; readonly when: "always" | "current" };
}

/** What was found in one file. */
export interface Report {
  readonly path: string;
  readonly clusters: number;
  /** Parameters without a value. */
  readonly missing: readonly string[];
  /** False: without values for those nothing can be said. */
  readonly isComplete: boolean;
  readonly findings: readonly ReportedFinding[];
}

export interface Totals {
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
}

export function totalsOf(reports: readonly Report[]): Totals {
  const count = (severity: Severity): number =>
    reports.flatMap(({ findings }) => findings).filter((one) => one.severity === severity).length;
  return { errors: count("error"), warnings: count("warning"), infos: count("info") };
}

/** For people: each finding with its line, and why, what to do, and where it is written. */
export function textReport(reports: readonly Report[], styles: Styles): readonly string[] {
  const lines = reports.flatMap((report) => [
    ...report.findings.flatMap((finding) => [...findingLines(finding, styles), ""]),
    ...closingLines(report),
  ]);
  return [...lines, sumLine(reports)];
}

function closingLines({ path, clusters, missing, isComplete, findings }: Report): readonly string[] {
  const names = missing.join(", ");
  if (!isComplete) return [`${path}: not checked: it needs values for its parameters (${names})`];
  return [
    ...(missing.length === 0 ? [] : [`${path}: what depends on parameters without a value was not checked: ${names}`]),
    ...(findings.length === 0 ? [`${path}: ${clusterText(clusters)}, nothing found`] : []),
  ];
}

function clusterText(clusters: number): string {
  return clusters === 0 ? "no cluster" : clusters === 1 ? "1 cluster" : `${clusters} clusters`;
}

function sumLine(reports: readonly Report[]): string {
  const { errors, warnings, infos } = totalsOf(reports);
  const part = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;
  return [part(errors, "error"), part(warnings, "warning"), ...(infos > 0 ? [part(infos, "hint")] : [])].join(", ");
}

function findingLines(finding: ReportedFinding, styles: Styles): readonly string[] {
  const { rule, severity, message, why, fix, source, refusal } = finding;
  const { line, column } = startOf(finding);
  const paint = { error: styles.red, warning: styles.yellow, info: styles.cyan }[severity];
  const note = (name: string, text: string | undefined): readonly string[] =>
    text === undefined ? [] : [`  ${styles.dim(`${name}:`)} ${text}`];
  return [
    `${finding.place.source.path}:${line}:${column} ${paint(severity)} ${styles.bold(rule)}: ${message}`,
    ...frameOf(finding),
    ...note("why", why),
    ...note("fix", fix),
    ...note(refusal?.when === "current" ? "AKS today" : "AKS", refusal && `(${refusal.code}) ${refusal.message}`),
    ...note("source", source),
  ];
}

function frameOf(finding: ReportedFinding): readonly string[] {
  const { source } = finding.place;
  return source.text === "" ? [] : codeFrame(diagnosticOf(finding)).split("\n");
}

function startOf({ place }: ReportedFinding): { readonly line: number; readonly column: number } {
  const { line, character } = place.source.positionAt(place.span.start);
  return { line: line + 1, column: character + 1 };
}

function diagnosticOf({ rule, severity, message, place, fix, source }: ReportedFinding): Diagnostic {
  const helpUri = /https:\/\/[^\s;,)]+/.exec(source ?? "")?.[0];
  return {
    code: rule,
    level: severity,
    message: fix === undefined ? message : `${message} ${fix}`,
    ...place,
    ...(helpUri === undefined ? {} : { helpUri }),
  };
}

/** For machines. */
export function jsonReport(reports: readonly Report[]): object {
  return {
    ...totalsOf(reports),
    files: reports.map(({ findings, ...report }) => ({
      ...report,
      findings: findings.map((finding) => {
        const { place, ...rest } = finding;
        return { ...rest, file: place.source.path, ...startOf(finding) };
      }),
    })),
  };
}

/** SARIF 2.1.0, for code scanning. */
export function sarifReport(reports: readonly Report[], version: string): object {
  const diagnostics = reports.flatMap(({ findings }) => findings.map((finding) => diagnosticOf(finding)));
  return toSarif({ name: "byocni", version }, diagnostics) as object;
}
