import type { GeneratedFile } from "./generate.ts";

/** `docs/reference`: commands, errors and the support matrix, read off the tables that the program is built from. */
export async function generate(_root: string): Promise<readonly GeneratedFile[]> {
  const { bicepDiagnosticsPage } = await import("./generators/reference/bicep-diagnostics.ts");
  const { cliPage } = await import("./generators/reference/cli.ts");
  const { errorsPage } = await import("./generators/reference/errors.ts");
  const { supportPage } = await import("./generators/reference/support.ts");
  return [
    { path: "docs/reference/bicep-diagnostics.md", text: bicepDiagnosticsPage() },
    { path: "docs/reference/cli.md", text: cliPage() },
    { path: "docs/reference/errors.md", text: errorsPage() },
    { path: "docs/reference/support.md", text: await supportPage() },
  ];
}
