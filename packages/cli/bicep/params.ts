import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { type Json, type JsonObject, isJsonObject } from "@byocni/base/core";
import type { Diagnostic } from "@byocni/base/lang";
import {
  compileBicepParams,
  loadTemplateEvaluator,
  overrideParameters,
  withResourceTypes,
  type FileHost,
} from "@byocni/azure/bicep";
import { createDiskHost } from "./disk-host.ts";
import { bicepVersion } from "./version.ts";

/** A compiled parameters file. */
export interface CompiledParams {
  /** The whole parameters file as JSON; absent when there was an error. */
  readonly parameters: JsonObject | undefined;
  /** The template that it is for; absent for `using none`. */
  readonly template: Json | undefined;
  /** The id of the template spec that `using` names. */
  readonly templateSpecId: string | undefined;
  /** The local Bicep file that `using` names. */
  readonly using: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compiles a `.bicepparam` file and the template that its `using` names. `overrides` are values that count more than those
 * of the file.
 */
export async function compileParams(
  path: string,
  env: Readonly<Record<string, string | undefined>>,
  overrides?: Readonly<Record<string, Json>>,
): Promise<CompiledParams> {
  const disk = createDiskHost(env);
  const own = overrides && overrideParameters(readFileSync(path, "utf8"), overrides);
  const files: FileHost =
    own === undefined ? disk : { ...disk, readFile: (file) => (file === path ? own : disk.readFile(file)) };
  const generator = { name: "bicep", version: bicepVersion };
  const evaluator = await loadTemplateEvaluator();
  const [parameters, diagnostics, template, templateSpecId] = await withResourceTypes(
    path,
    files,
    (host, resourceTypes) => compileBicepParams(path, host, { generator, resourceTypes, evaluator }),
  );
  const object = isJsonObject(parameters) ? parameters : undefined;
  return { parameters: object, template, templateSpecId, using: usedFile(path), diagnostics };
}

function usedFile(path: string): string | undefined {
  const text = readFileSync(path, "utf8")
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/^\s*\/\/.*$/gm, "");
  const name = /^\s*using\s+'([^':]+\.bicep)'/m.exec(text)?.[1];
  return name === undefined ? undefined : posix.join(posix.dirname(path), name);
}
