import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { DataDirectory } from "@byocni/engine/instance";

/**
 * How az finds its Bicep compiler. With the first variable it takes the one of the PATH; without the second it asks the
 * internet for newer ones. Source: azure-cli, `resource/_bicep.py` of 2.45, 2.74 and 2.91.
 */
export const bicepVariables: Readonly<Record<string, string>> = {
  AZURE_BICEP_USE_BINARY_FROM_PATH: "true",
  AZURE_BICEP_CHECK_VERSION: "false",
};

/**
 * Puts a program named `bicep`, which runs this CLI's compiler, where az looks: into a folder for its PATH, and into the
 * profile, where `az bicep` looks first whatever its configuration says.
 */
export function offerBicep(directory: DataDirectory): void {
  const folder = join(directory.path, "azure-cli");
  // The script that this process was started with: the launcher, wherever the bundle lies.
  const [, launcher = ""] = process.argv;
  const [name, text] = shim(process.platform, process.execPath, launcher);
  for (const place of [join(folder, "bin"), join(folder, "profile", "bin")]) {
    const file = join(place, name);
    if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
    mkdirSync(place, { recursive: true, mode: 0o700 });
    writeFileSync(file, text);
    chmodSync(file, 0o755);
  }
}

/** The program: its file name and text. */
export function shim(platform: string, node: string, launcher: string): readonly [name: string, text: string] {
  if (platform === "win32") return ["bicep.cmd", `@"${node}" "${launcher}" bicep %*\r\n`];
  const quoted = [node, launcher].map((path) => `'${path.replaceAll("'", String.raw`'\''`)}'`).join(" ");
  return ["bicep", `#!/bin/sh\nexec ${quoted} bicep "$@"\n`];
}
