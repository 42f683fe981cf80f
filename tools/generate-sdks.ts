/** `docs/reference/sdks.md`: what really passed with which SDK, from the results that `tests/e2e/sdk` keeps. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { GeneratedFile } from "./generate.ts";

interface SdkResults {
  readonly title: string;
  readonly versions: readonly string[];
  readonly outcomes: Readonly<Record<string, string>>;
  readonly without: Readonly<Record<string, string>>;
}
interface TerraformResults {
  readonly runs: readonly { readonly title: string; readonly steps: Readonly<Record<string, number>> }[];
}

const columns: Readonly<Record<string, string>> = { go: "Go", javascript: "JavaScript", python: "Python" };

// Asynchronous because every generator is.
// oxlint-disable-next-line require-await
export async function generate(root: string): Promise<readonly GeneratedFile[] | undefined> {
  const read = (name: string): unknown => {
    const file = join(root, "tests", "e2e", "sdk", "results", `${name}.json`);
    return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  };
  const sdks = Object.keys(columns).flatMap((name) => (read(name) as SdkResults | undefined) ?? []);
  const terraform = read("terraform") as TerraformResults | undefined;
  if (sdks.length < Object.keys(columns).length || !terraform) return undefined;
  return [{ path: "docs/reference/sdks.md", text: page(sdks, terraform) }];
}

function page(sdks: readonly SdkResults[], terraform: TerraformResults): string {
  // The suite that does most gives the order.
  const [most] = sdks.toSorted((a, b) => Object.keys(b.outcomes).length - Object.keys(a.outcomes).length);
  const rows = Object.keys(most?.outcomes ?? {}).map((what) => {
    const cells = sdks.map(({ outcomes, without }) => outcomes[what] ?? (without[what] === undefined ? "" : "–"));
    return `| ${what} | ${cells.join(" | ")} |`;
  });
  const reasons = sdks.flatMap(({ title, without }) =>
    [...new Set(Object.values(without))].map((reason) => `- ${title}: ${reason}.`),
  );
  return `# What is tested with the Azure SDKs and Terraform

Made by \`npm run generate\` from the results of \`tests/e2e/sdk\`. Programs with the real SDKs do the same in three
languages; a test fails when this page says what did not happen. For az see [az commands](az-commands.md).

## SDKs

${sdks.map(({ title, versions }) => `- ${title}: ${versions.join(", ")}`).join("\n")}

\`ok\`: done, and seen as expected. A number and a code: the refusal that Azure gives too, with the same code. \`–\`: this
program does not do it.

| Operation | ${Object.values(columns).join(" | ")} |
| --- | ${Object.keys(columns)
    .map(() => "---")
    .join(" | ")} |
${rows.join("\n")}

Not done:

${reasons.join("\n")}

## Terraform

The requests that Terraform's azurerm provider was seen to send are sent again, in order, and each must end with the
status that the provider went on with. [Real clients](../guides/real-clients.md) says how to use the provider itself.

| Run | Steps (requests) |
| --- | --- |
${terraform.runs
  .map(
    ({ title, steps }) =>
      `| ${title} | ${Object.entries(steps)
        .map(([step, count]) => `${step} (${count})`)
        .join(", ")} |`,
  )
  .join("\n")}
`;
}
