import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Json, type JsonObject, isJsonObject } from "@byocni/base/core";
import { type Diagnostic, createSourceText } from "@byocni/base/lang";
import { compileFile } from "./compile.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** A compiled parameters file. */
export interface CompiledParams {
  /** The whole parameters file as JSON; absent when there was an error. */
  readonly parameters: JsonObject | undefined;
  /** The Bicep file that it is for; absent for `using none`. */
  readonly template?: { readonly path: string; readonly value: Json | undefined };
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles a `.bicepparam` file and the Bicep file that its `using` names. */
export async function compileParams(path: string, env: Env): Promise<CompiledParams> {
  const { template: parameters, diagnostics } = await compileFile(path, env);
  const isParameters = isJsonObject(parameters) && String(parameters["$schema"]).includes("deploymentParameters");
  if (parameters !== undefined && !isParameters) return { parameters: undefined, diagnostics: [notSupported(path)] };
  const using = usedFile(path);
  if (using === undefined) return { parameters: isParameters ? parameters : undefined, diagnostics };
  const compiled = await compileFile(using, env);
  const known = new Set(diagnostics.map(keyOf));
  const isBroken = compiled.template === undefined;
  return {
    parameters: isParameters && !isBroken ? parameters : undefined,
    template: { path: using, value: compiled.template },
    diagnostics: [...diagnostics, ...compiled.diagnostics.filter((one) => !known.has(keyOf(one)))],
  };
}

/** The local file that `using` names. */
function usedFile(path: string): string | undefined {
  const text = readFileSync(path, "utf8")
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/^\s*\/\/.*$/gm, "");
  const name = /^\s*using\s+'([^']+\.bicep)'/m.exec(text)?.[1];
  return name === undefined ? undefined : join(dirname(path), name);
}

function keyOf({ source, span, code }: Diagnostic): string {
  return `${source.path}:${span.start}:${code}`;
}

function notSupported(path: string): Diagnostic {
  return {
    code: "not-supported",
    level: "error",
    message: "This compiler does not compile parameters files (.bicepparam) yet.",
    source: createSourceText(path, ""),
    span: { start: 0, end: 0 },
  };
}
