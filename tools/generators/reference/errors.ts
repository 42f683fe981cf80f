import {
  armErrorTable,
  authorizationErrorTable,
  deploymentErrorTable,
  managementGroupErrorTable,
  moveErrorTable,
  templateSpecErrorTable,
} from "@byocni/azure/arm";
import { graphErrorTable, oauthErrorTable } from "@byocni/azure/entra";
import { providerErrorTables } from "@byocni/azure/providers";
import { statusCodes } from "@byocni/kube/schema";
import { rules } from "@byocni/rules/catalog";
import { code, page, table } from "./markdown.ts";

interface Row {
  readonly status: number;
  readonly code?: string;
  readonly message: string;
  readonly source: string;
}

type Table = Readonly<Record<string, Row>>;

/** Refusals of the token endpoint, under the numbers by which they are known. */
function signInTable(): Table {
  return Object.fromEntries(
    Object.entries(oauthErrorTable).map(([key, [error, number, text, source]]) => [
      key,
      { status: error === "invalid_client" ? 401 : 400, code: `AADSTS${number}`, message: text, source },
    ]),
  );
}

function graphTable(): Table {
  return Object.fromEntries(
    Object.entries(graphErrorTable).map(([key, [status, code, message, source]]) => [
      key,
      { status, code, message, source },
    ]),
  );
}

/** `docs/reference/errors.md`: every code that byocni refuses with, from the tables that it is built from. */
export function errorsPage(): string {
  return page(
    "# Errors",
    "Codes and texts are Azure's where a source is named. A source that says `own` marks a text for which no public recording was found. Codes that begin with `Byocni` stand for refusals of AKS whose code is not public.",
    section("Resource Manager", armErrorTable),
    section("Authorization", authorizationErrorTable),
    section("Deployments", deploymentErrorTable),
    section("Template specs", templateSpecErrorTable),
    section("Moves", moveErrorTable),
    section("Management groups", managementGroupErrorTable),
    section("Sign-in", signInTable()),
    section("Microsoft Graph", graphTable()),
    ...Object.entries(providerErrorTables).map(([namespace, rows]) => section(namespace, rows)),
    "## Rules of AKS",
    "Refusals marked with `current` happen under `--strictness current` only; under `article` they are warnings.",
    ruleList(),
    "## Templates",
    "A template that is refused answers with `InvalidTemplate` (400) and the place in `additionalInfo`, one whose outputs cannot be evaluated with `DeploymentOutputEvaluationFailed`, one that is too large with `RequestContentTooLarge` (413).",
    "## Kubernetes",
    "The API server's refusals are `Status` objects with these reasons.",
    table(
      ["reason", "status"],
      Object.entries(statusCodes)
        .map(([reason, status]) => [reason, String(status)])
        .toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1)),
    ),
  );
}

function section(title: string, rows: Table): string {
  const lines = Object.entries(rows)
    .map(([name, row]) => ({ ...row, code: row.code ?? name }))
    .toSorted((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0))
    .map(line);
  return `## ${title}\n\n${lines.join("\n")}`;
}

function line({ code: name, status, message, source }: Required<Row>): string {
  return `- **${name}** (${status}): ${code(message)} ${sourceText(source)}`;
}

function sourceText(source: string): string {
  return `_${source.replaceAll("_", String.raw`\_`).replaceAll("*", String.raw`\*`)}_`;
}

function ruleList(): string {
  return rules
    .flatMap(({ refusals = {} }) => Object.values(refusals))
    .map(
      ({ code: name, status, message, when, source }) =>
        `- **${name}** (${status}${when === "current" ? ", current" : ""}): ${code(message)} ${sourceText(source)}`,
    )
    .join("\n");
}
