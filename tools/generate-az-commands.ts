/** `docs/reference/az-commands.md`: what really passed with which az, from the results that `tests/e2e/az` keeps. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { ScriptResults } from "../tests/e2e/az/results.ts";
import type { GeneratedFile } from "./generate.ts";

const clients: Readonly<Record<string, string>> = {
  az: "PyPI",
  "az-2.74": "PyPI",
  "az-2.45": "PyPI",
  "az-debian": "Debian",
};

// Asynchronous because every generator is.
// oxlint-disable-next-line require-await
export async function generate(root: string): Promise<readonly GeneratedFile[] | undefined> {
  const folder = join(root, "tests", "e2e", "az", "results");
  if (!existsSync(folder)) return undefined;
  const scripts = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as ScriptResults);
  return [{ path: "docs/reference/az-commands.md", text: page(scripts) }];
}

function page(scripts: readonly ScriptResults[]): string {
  const commands = scripts.flatMap((script) => script.commands).filter(({ run }) => run.startsWith("az "));
  const runs = commands.reduce((sum, { outcomes }) => sum + Object.keys(outcomes).length, 0);
  return `# az commands that are tested

Made by \`npm run generate\` from the results of \`tests/e2e/az\`, which runs the real Azure CLI against byocni and
compares exit codes, JSON, tables and error texts with what Azure is known to answer. A test fails when this page says
what did not happen.

${commands.length} commands, ${runs} runs. In the tables, \`ok\` is exit code 0; everything else is the exit code and,
where the service gave one, the error code: a refusal that Azure gives too, unless it says \`NotImplemented\`. An empty
cell was not run with that version. "By az itself": az refuses, or fails, before or without an answer of the service.

## By command

${byCommand(commands)}
${scripts.map(section).join("\n")}`;
}

/** `az network vnet create -g …` → `network vnet create`. */
function nameOf(run: string): string {
  const words = run.split(/\s+/).slice(1);
  const end = words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
  return (end === -1 ? words : words.slice(0, end)).join(" ");
}

function byCommand(commands: ScriptResults["commands"]): string {
  const names = [...new Set(commands.map(({ run }) => nameOf(run)))].toSorted();
  const rows = names.map((name) => {
    const own = commands.filter(({ run }) => nameOf(run) === name);
    const cells = Object.keys(clients).map((client) => {
      const outcomes = own.flatMap(({ outcomes: all }) => all[client] ?? []);
      if (outcomes.length === 0) return "";
      const good = outcomes.filter((outcome) => outcome === "0").length;
      const missing = outcomes.filter((outcome) => outcome.endsWith(" NotImplemented")).length;
      const byAz = outcomes.filter((outcome) => outcome !== "0" && /^\d+$/.test(outcome)).length;
      const refused = outcomes.length - good - missing - byAz;
      return [
        good > 0 ? `${good} ok` : "",
        refused > 0 ? `${refused} refused` : "",
        byAz > 0 ? `${byAz} by az itself` : "",
        missing > 0 ? "not supported" : "",
      ]
        .filter((part) => part !== "")
        .join(", ");
    });
    return `| \`az ${name}\` | ${cells.join(" | ")} |`;
  });
  return `| Command | az 2.91 | az 2.74 | az 2.45 | az 2.45 (Debian) |\n| --- | --- | --- | --- | --- |\n${rows.join("\n")}\n`;
}

function section({ title, clients: versions, commands }: ScriptResults): string {
  const columns = Object.keys(clients).filter((client) => client in versions);
  const head = columns.map((client) => `${versions[client]} (${clients[client]})`);
  const notes: string[] = [];
  const rows = commands.map(({ run, outcomes, notes: why = {} }) => {
    const cells = columns.map((client) => {
      const note = why[client];
      const outcome = outcomes[client] === "0" ? "ok" : (outcomes[client] ?? "");
      return note === undefined || outcome === "" ? outcome : `${outcome} (${numberOf(note, notes)})`;
    });
    return `| ${code(run)} | ${cells.join(" | ")} |`;
  });
  const legend = notes.map((note, index) => `${index + 1}. This version differs by itself: ${note}.`).join("\n");
  return `## ${title[0]?.toUpperCase()}${title.slice(1)}

| Command | ${head.join(" | ")} |
| --- | ${columns.map(() => "---").join(" | ")} |
${rows.join("\n")}
${legend === "" ? "" : `\n${legend}\n`}`;
}

function numberOf(note: string, notes: string[]): number {
  if (!notes.includes(note)) notes.push(note);
  return notes.indexOf(note) + 1;
}

/** In a table a bar ends the cell, also in code. */
function code(text: string): string {
  const fence = text.includes("`") ? "``" : "`";
  return `${fence}${text.replaceAll("|", "\\|")}${fence}`;
}
