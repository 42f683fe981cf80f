import type { DiagnosticLevel } from "@byocni/base/lang";
import { lintRules } from "../lint/lint.ts";
import { targetProblems } from "../model/target-problems.ts";
import { decoratorErrors } from "./decorator-errors.ts";
import { fileErrors } from "./file-errors.ts";
import { nameErrors } from "./name-errors.ts";
import { parameterErrors } from "./parameter-errors.ts";
import { parseErrors } from "./parse-errors.ts";
import { resourceErrors } from "./resource-errors.ts";
import { scanErrors } from "./scan-errors.ts";
import { typeErrors } from "./type-errors.ts";

/** A code that the compiler can report. */
export interface CatalogEntry {
  readonly code: string;
  /** Unless the place or `bicepconfig.json` says otherwise. */
  readonly level: DiagnosticLevel;
  /** What is said, with an ellipsis for each thing that is filled in. */
  readonly text: string;
}

/** An argument of any row: it is printed as an ellipsis, by itself and as a list. */
const blank = ["…"];

function blankText(message: (...args: never) => string): string {
  const fill = message as (...args: readonly unknown[]) => unknown;
  return String(fill(...Array.from({ length: message.length }, () => blank)))
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll(/…{2,}/g, "…");
}

const { moduleScope, ...ofResources } = resourceErrors;
const tables = [
  scanErrors,
  parseErrors,
  nameErrors,
  typeErrors,
  ofResources,
  moduleScope,
  decoratorErrors,
  fileErrors,
  parameterErrors,
] as const;

/** Every code that the compiler itself can report, once each, in their order. */
export function compilerCatalog(): readonly CatalogEntry[] {
  const entries = new Map<string, CatalogEntry>();
  for (const table of tables) {
    for (const { code, level, message } of Object.values(table)) {
      // A code that is said in two ways has the level and text of the first, unless another is graver.
      const known = entries.get(code)?.level;
      if (known === undefined || (known !== "error" && level === "error")) {
        entries.set(code, { code, level, text: blankText(message) });
      }
    }
  }
  for (const { code, message } of targetRows()) entries.set(code, { code, level: "error", text: message });
  return [...entries.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1));
}

/** What is wrong with references to other files is said by the model. */
function targetRows(): readonly { readonly code: string; readonly message: string }[] {
  const { referenceMalformed, aliasUnknown, notFound, schemeUnknown, notRestored, isDirectory, ...plain } =
    targetProblems;
  return [
    ...Object.values(plain).map((make) => make()),
    ...(["br", "ts"] as const).flatMap((scheme) => [
      referenceMalformed(scheme, "…"),
      aliasUnknown(scheme, "…", undefined),
    ]),
    ...[notFound, schemeUnknown, notRestored, isDirectory].map((make) => make("…")),
  ];
}

/** Every rule of the linter, in the order of their names. */
export function linterCatalog(): readonly Omit<CatalogEntry, "text">[] {
  return lintRules.map(({ code, level }) => ({ code, level })).toSorted((a, b) => (a.code < b.code ? -1 : 1));
}
