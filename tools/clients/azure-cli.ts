import { access, mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { run, type ClientRecipe } from "./client.ts";

const uvVersion = "0.13.9";

/** Makes a virtual environment that holds only the installer, shared by all versions of az. */
async function installer(folder: string): Promise<string> {
  const home = join(folder, `uv-${uvVersion}`);
  const uv = join(home, "bin", "uv");
  try {
    await access(uv);
  } catch {
    await mkdir(folder, { recursive: true });
    try {
      await run("python3", ["-m", "venv", home]);
      await run(join(home, "bin", "pip"), ["install", "--quiet", `uv==${uvVersion}`]);
    } catch (error) {
      await rm(home, { recursive: true, force: true });
      throw new Error(`needs python3 with venv (Debian: apt-get install python3-venv): ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
  return uv;
}

/** The Azure CLI from PyPI, each version in an environment of its own. */
function fromPyPI(name: string, version: string): ClientRecipe {
  return {
    name,
    version,
    source: "PyPI azure-cli",
    system: false,
    async install(folder) {
      const uv = await installer(dirname(folder));
      await run(uv, ["venv", "--quiet", folder]);
      await run(uv, ["pip", "install", "--quiet", "--python", join(folder, "bin", "python"), `azure-cli==${version}`]);
      return join(folder, "bin", "az");
    },
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
