import { access } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { run, type ClientRecipe } from "./client.ts";
import { pythonEnvironment } from "./uv.ts";

/** The Azure CLI from PyPI, each version in an environment of its own. */
function fromPyPI(name: string, version: string): ClientRecipe {
  return {
    name,
    version,
    source: "PyPI azure-cli",
    system: false,
    install: async (folder) => join(await pythonEnvironment(folder, [`azure-cli==${version}`]), "az"),
  };
}

/** Debian's own az, whose packaging differs from PyPI's (other SDK snapshots). */
const fromDebian: ClientRecipe = {
  name: "az-debian",
  version: "2.45.0",
  source: "Debian azure-cli",
  system: true,
  async install() {
    const path = "/usr/bin/az";
    try {
      await access(path);
    } catch {
      if (process.getuid?.() !== 0) throw new Error("apt-get needs root");
      const quiet = { DEBIAN_FRONTEND: "noninteractive" };
      await run("apt-get", ["update", "-qq"], quiet);
      await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "azure-cli"], quiet);
    }
    return path;
  },
};

/** `az` is the newest one that the tests are written for; the others show that older clients work. */
export const azureClients: readonly ClientRecipe[] = [
  fromPyPI("az", "2.91.0"),
  fromPyPI("az-2.74", "2.74.0"),
  fromPyPI("az-2.45", "2.45.0"),
  fromDebian,
];
