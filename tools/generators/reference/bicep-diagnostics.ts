import { compilerCatalog, linterCatalog, type CatalogEntry } from "@byocni/azure/bicep";
import { missingRules, retiredCodes, unreportedCodes } from "./bicep-codes.ts";
import { code, page, table } from "./markdown.ts";

/** The codes and rules of the Bicep compiler, with those that byocni reports. */
export function bicepDiagnosticsPage(): string {
  const reported = compilerCatalog();
  const official = reported.filter((entry) => /^BCP\d+$/.test(entry.code));
  const own = reported.filter((entry) => !official.includes(entry));
  const both = reported.filter((entry) => unreportedCodes[entry.code] !== undefined);
  if (both.length > 0) {
    throw new Error(`Reported, and listed as not reported: ${both.map((entry) => entry.code).join(", ")}`);
  }
  const missing = Object.entries(unreportedCodes);
  const rules = linterCatalog();
  return page(
    "# Bicep diagnostics",
    "What `byocni bicep` and the commands that take Bicep files say of them. Codes, levels, texts and places are those of the Bicep compiler; an ellipsis stands for what is filled in.",
    "## Codes of the compiler",
    `${official.length} of its ${official.length + missing.length} codes are reported.`,
    list(official),
    "## Codes that are not reported",
    `Of these ${missing.length} codes, the Bicep compiler itself never reports ${missing.filter(([one]) => retiredCodes.has(one)).length}: they are marked.`,
    table(
      ["Code", "About", "Official"],
      missing.map(([one, about]) => [one, about, retiredCodes.has(one) ? "never reported" : "reported"]),
    ),
    "## Codes of byocni",
    list(own),
    "## Rules of the linter",
    `${rules.length} of its ${rules.length + missingRules.length} rules are implemented. Levels and options are taken from \`bicepconfig.json\`; \`#disable-next-line\`, \`#disable-diagnostics\` and \`#restore-diagnostics\` are heeded.`,
    table(
      ["Rule", "Default level", "Implemented"],
      [
        ...rules.map((rule) => [code(rule.code), rule.level, "yes"]),
        ...missingRules.map(([name, level, why]) => [code(name), level, `no: ${why}`]),
      ].toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1)),
    ),
  );
}

/** The texts are too long for a table. */
function list(entries: readonly CatalogEntry[]): string {
  return entries.map((entry) => `- ${code(entry.code)} (${entry.level}): ${code(entry.text)}`).join("\n");
}
