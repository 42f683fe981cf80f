import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { FileHost } from "../host.ts";

/**
 * Files of this machine. `artifacts` is a folder that stands for the public registry: the module `avm/res/x` is the file
 * `avm/res/x/main.bicep` of it, whatever version is asked for.
 */
export function createDiskHost(artifacts?: string): FileHost {
  return {
    readFile: (path) => (statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : undefined),
    isDirectory: (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true,
    listDirectory: (path) =>
      statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(path) : undefined,
    findArtifact: (reference) => {
      const name = /^br:mcr\.microsoft\.com\/bicep\/(.+):[^:]*$/.exec(reference)?.[1];
      const path = artifacts !== undefined && name !== undefined ? join(artifacts, name, "main.bicep") : undefined;
      return path !== undefined && existsSync(path) ? path : undefined;
    },
  };
}
