/**
 * The one table of who may import whom (docs/design: "Folders"). It generates the import rules of `npm run check`.
 * A key is a module folder; the value lists the modules that it may import besides itself.
 */
export const layers: Readonly<Record<string, readonly string[]>> = {
  "base/core": [],
  "base/lang": ["base/core"],
  "base/http": ["base/core"],
  "base/store": ["base/core"],
  "azure/types": ["base/*"],
  "azure/template": ["base/*", "azure/types"],
  "azure/bicep": ["base/*", "azure/types", "azure/template"],
  "azure/entra": ["base/*", "azure/types"],
  "azure/arm": ["base/*", "rules/*", "azure/types", "azure/template", "azure/entra"],
  "azure/providers": ["base/*", "rules/*", "azure/types", "azure/template", "azure/arm"],
  "kube/schema": ["base/*"],
  "kube/server": ["base/*", "kube/schema"],
  "kube/client": ["base/*", "kube/schema"],
  "kube/controllers": ["base/*", "kube/schema", "kube/client"],
  "node/cni": ["base/*"],
  "node/agent": ["base/*", "kube/schema", "kube/client", "node/cni"],
  "node/simulated": ["base/*", "kube/schema", "kube/client", "node/agent", "node/cni"],
  "rules/catalog": ["base/*", "azure/types", "kube/schema"],
  "engine/instance": ["base/*"],
  "engine/host": ["base/*", "azure/*", "kube/*", "node/*", "rules/*", "engine/instance"],
  cli: ["base/*", "azure/bicep", "azure/template", "azure/types", "rules/*", "engine/*"],
};

/** Modules whose sources may use `node:fs`, `node:net`, `node:child_process` and their like. */
export const systemModules: readonly string[] = [
  "base/http",
  "base/store",
  "node/cni",
  "engine/instance",
  "engine/host",
  "cli",
];
