import { compileBicep, withResourceTypes } from "@byocni/azure/bicep";
import type { Json } from "@byocni/base/core";
import type { Diagnostic } from "@byocni/base/lang";
import { createDiskHost } from "./disk-host.ts";
import { bicepVersion } from "./version.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** A compiled file; no template when there was an error. */
export interface Compiled {
  readonly template: Json | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles a `.bicep` file with all that it refers to. Paths in diagnostics begin as the given path does. */
export async function compileFile(path: string, env: Env): Promise<Compiled> {
  const generator = { name: "bicep", version: bicepVersion };
  const [template, diagnostics] = await withResourceTypes(path, createDiskHost(env), (host, resourceTypes) =>
    compileBicep(path, host, { generator, resourceTypes }),
  );
  return { template, diagnostics };
}
