import { mkdirSync, writeFileSync } from "node:fs";
import { layers, systemModules } from "../layers.ts";

interface Rule {
  readonly name: string;
  readonly comment: string;
  readonly severity: "error";
  readonly from: Readonly<Record<string, unknown>>;
  readonly to: Readonly<Record<string, unknown>>;
}

/** Matches a module's sources: `packages/<module>/…`. */
const inside = (module: string): string => `^packages/${module}/`;

/** Expands `base/*` to the modules of that package. */
function expand(pattern: string): readonly string[] {
  if (!pattern.endsWith("/*")) return [pattern];
  const prefix = pattern.slice(0, -1);
  return Object.keys(layers).filter((module) => module.startsWith(prefix));
}

function rules(): readonly Rule[] {
  const result: Rule[] = [
    {
      name: "no-cycles",
      comment: "Import cycles are errors, type-only ones too.",
      severity: "error",
      from: { path: "^(packages|tests|tools)/" },
      to: { circular: true },
    },
    {
      name: "no-unresolved",
      comment: "Every import must resolve.",
      severity: "error",
      from: { path: "^(packages|tests|tools)/" },
      to: { couldNotResolve: true, pathNot: "^packages/[^/]+/dist/" },
    },
    {
      name: "system-modules-only",
      comment: "The file system, the network and child processes are seams: only these modules touch them.",
      severity: "error",
      from: {
        path: "^packages/",
        pathNot: [...systemModules.map(inside), "\\.test\\.ts$", "/testing/", "/testdata/", "\\.mjs$"],
      },
      to: { path: "^(node:)?(fs|fs/promises|net|tls|http|https|http2|child_process|dgram)$" },
    },
    {
      name: "tests-use-doors",
      comment: "tests/ import package doors only.",
      severity: "error",
      from: { path: "^tests/" },
      to: {
        path: "^packages/",
        pathNot: [
          "^packages/[^/]+/index\\.ts$",
          "^packages/[^/]+/[^/]+/index\\.ts$",
          "^packages/[^/]+/[^/]+/testing/index\\.ts$",
        ],
      },
    },
    {
      name: "nobody-imports-tools",
      comment: "tools/ are programs, not a library.",
      severity: "error",
      from: { path: "^packages/" },
      to: { path: "^(tools|tests)/" },
    },
  ];
  for (const [module, allowed] of Object.entries(layers)) {
    const targets = [module, ...allowed.flatMap(expand)];
    result.push({
      name: `layer-${module}`,
      comment: `${module} may import: ${allowed.join(", ") || "nothing"}.`,
      severity: "error",
      from: { path: inside(module), pathNot: ["\\.test\\.ts$", "/testing/"] },
      to: { path: "^packages/", pathNot: targets.map(inside) },
    });
    result.push({
      name: `door-${module}`,
      comment: `${module} is entered by its index.ts (or testing/index.ts) only.`,
      severity: "error",
      from: { path: "^packages/", pathNot: inside(module) },
      to: { path: inside(module), pathNot: `^packages/${module}/(testing/)?index\\.ts$` },
    });
  }
  return result;
}

/** Writes the dependency-cruiser configuration that the layer table means; returns its path. */
export function writeImportRules(root: string): string {
  const folder = `${root}node_modules/.cache/byocni`;
  mkdirSync(folder, { recursive: true });
  const file = `${folder}/dependency-cruiser.json`;
  const configuration = {
    forbidden: rules(),
    options: {
      tsPreCompilationDeps: true,
      tsConfig: { fileName: "tsconfig.json" },
      doNotFollow: { path: "node_modules" },
      exclude: { path: "/dist[^/]*/|/testdata/" },
      enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "default"] },
    },
  };
  writeFileSync(file, JSON.stringify(configuration, null, 1));
  return file;
}
