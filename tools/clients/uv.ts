import { access, mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { run } from "./client.ts";

const version = "0.13.9";

/** Makes a virtual environment that holds only the installer, shared by all that comes from PyPI. */
async function installer(folder: string): Promise<string> {
  const home = join(folder, `uv-${version}`);
  const uv = join(home, "bin", "uv");
  try {
    await access(uv);
  } catch {
    await mkdir(folder, { recursive: true });
    try {
      await run("python3", ["-m", "venv", home]);
      await run(join(home, "bin", "pip"), ["install", "--quiet", `uv==${version}`]);
    } catch (error) {
      await rm(home, { recursive: true, force: true });
      throw new Error(`needs python3 with venv (Debian: apt-get install python3-venv): ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
  return uv;
}

/** Makes a Python environment at `folder` that holds these packages of PyPI; gives its folder of programs. */
export async function pythonEnvironment(folder: string, packages: readonly string[]): Promise<string> {
  const uv = await installer(dirname(folder));
  await run(uv, ["venv", "--quiet", folder]);
  await run(uv, ["pip", "install", "--quiet", "--python", join(folder, "bin", "python"), ...packages]);
  return join(folder, "bin");
}
