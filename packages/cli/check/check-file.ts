import { type Diagnostic, type SourceText, createSourceText } from "@byocni/base/lang";
import type { JsonObject } from "@byocni/base/core";
import { TemplateError } from "@byocni/azure/template";
import { type Finding, checkCluster, rules } from "@byocni/rules/catalog";
import type { CommandError } from "../command.ts";
import { inputExists, readInput } from "../deployment/input-file.ts";
import { violationIn } from "../deployment/refusal.ts";
import type { TemplateFile } from "../deployment/template-file.ts";
import { createBicepPlaces } from "./bicep-place.ts";
import { type Subject, templateSubjects } from "./cluster-facts.ts";
import { type EvaluateOptions, type FoundResource, evaluateTemplate } from "./evaluate.ts";
import { isUnknown, type Place, placeInJson } from "./place.ts";
import type { Report, ReportedFinding } from "./report.ts";

export interface CheckSettings extends EvaluateOptions {
  readonly strictness: "article" | "current";
  /** Rules that are left out. */
  readonly except: ReadonlySet<string>;
}

/** Checks one template. A template that Resource Manager would refuse is a finding too. */
export function checkFile(file: TemplateFile, settings: CheckSettings): Report {
  const compiler = file.diagnostics.map(fromCompiler);
  try {
    const { resources, missing, isComplete } = evaluateTemplate(file, settings);
    const subjects = templateSubjects(resources);
    const places = placesOf(file, resources);
    const findings = subjects.flatMap(({ found, about, facts }) =>
      checkCluster(facts, { except: settings.except, ...(about === "pool" ? { about } : {}) })
        .filter(({ path }) => !isUnknown(found, path))
        .map((finding) => reported(finding, found, places(found, finding.path), settings.strictness)),
    );
    return {
      path: file.path,
      clusters: clusterCount(subjects),
      missing,
      isComplete,
      findings: [...compiler, ...findings],
    };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return {
      path: file.path,
      clusters: 0,
      missing: [],
      isComplete: true,
      findings: [...compiler, refusedTemplate(error, file)],
    };
  }
}

/** The report on a file that could not be read or compiled. */
export function unreadableReport(path: string, error: CommandError, diagnostics: readonly Diagnostic[]): Report {
  const source = createSourceText(path, inputExists(path) ? readInput(path) : "");
  const findings =
    diagnostics.length > 0
      ? diagnostics.map(fromCompiler)
      : [plainFinding("unreadable", error.message, { source, span: { start: 0, end: 0 } })];
  return { path, clusters: 0, missing: [], isComplete: true, findings };
}

function clusterCount(subjects: readonly Subject[]): number {
  return subjects.filter(({ about }) => about === "cluster").length;
}

/** Places in the file that the user wrote: the JSON, or the Bicep that it was compiled from. */
function placesOf(
  file: TemplateFile,
  resources: readonly FoundResource[],
): (found: FoundResource, path: string) => Place {
  if (file.bicep === undefined) return (found, path) => placeInJson(file, found, path);
  const places = createBicepPlaces(file.bicep, (path) => (inputExists(path) ? readInput(path) : undefined));
  const keyOf = ({ resource }: FoundResource): string => `${resource.type}@${resource.apiVersion}`.toLowerCase();
  return (found, path) => {
    const { type, apiVersion } = found.resource;
    const same = resources.filter((one) => keyOf(one) === keyOf(found));
    const wanted = { type, apiVersion, ordinal: same.indexOf(found), count: same.length };
    return places.find(wanted, path) ?? placeInJson(file, found, path);
  };
}

function reported(
  finding: Finding,
  found: FoundResource,
  place: Place,
  strictness: CheckSettings["strictness"],
): ReportedFinding {
  const rule = rules.find(({ id }) => id === finding.rule);
  const { refusal } = finding;
  // What only today's AKS refuses is a warning under `article`: the published article's own samples do it.
  const isLenient = refusal?.when === "current" && strictness === "article" && finding.severity === "error";
  return {
    rule: finding.rule,
    severity: isLenient ? "warning" : finding.severity,
    message: finding.message,
    target: `${found.resource.type}/${found.resource.name}: ${finding.path}`,
    place,
    ...(rule ? { why: rule.why, fix: rule.fix, source: rule.source } : {}),
    ...(refusal ? { refusal: { code: refusal.code, message: refusal.message, when: refusal.when } } : {}),
  };
}

function plainFinding(rule: string, message: string, place: Place): ReportedFinding {
  return { rule, severity: "error", message, place };
}

function fromCompiler({ code, level, message, source, span, helpUri }: Diagnostic): ReportedFinding {
  const place = { source, span };
  return { rule: code, severity: level, message, place, ...(helpUri === undefined ? {} : { source: helpUri }) };
}

/** What Resource Manager would answer. */
function refusedTemplate(error: TemplateError, { source }: TemplateFile): ReportedFinding {
  const { position, additionalInfo } = error;
  const violation = violationIn({ additionalInfo });
  const span = position
    ? { start: position.offset, end: position.end }
    : lineSpan(source, violation === undefined ? 1 : violation.lineNumber);
  return plainFinding(error.code, error.message, { source, span });
}

function lineSpan(source: SourceText, line: number): { readonly start: number; readonly end: number } {
  const start = source.offsetAt({ line: line - 1, character: 0 });
  return { start, end: start + source.lineText(line - 1).length };
}

/** Values for parameters, where a file of them is given: only those that the template has. */
export function parametersFor(file: TemplateFile, all: JsonObject): JsonObject {
  const template = file.value as { readonly parameters?: JsonObject };
  const names = new Set(Object.keys(template.parameters ?? {}).map((name) => name.toLowerCase()));
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name.toLowerCase())));
}
