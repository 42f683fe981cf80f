import { isJsonObject, type JsonObject } from "@byocni/base/core";
import { findGoSyntaxError } from "../go-json-scanner.ts";
import { goJsonKind } from "../go-json.ts";
import { type PluginErrorObject, pluginErrorText } from "../plugin-error.ts";
import type { PluginInvocation } from "./invocation.ts";

/** How a run of a plugin program ended. */
export type ExecOutcome =
  | { readonly kind: "exited"; readonly exitCode: number; readonly stdout: string; readonly stderr: string }
  /** Killed by a signal such as `segmentation fault`. */
  | { readonly kind: "signal"; readonly signal: string; readonly stdout: string; readonly stderr: string }
  /** The program is being written at this moment (ETXTBSY): it can be tried again. */
  | { readonly kind: "busy" };

/** Runs a plugin. The one place where this module's plans touch a machine. */
export type CniExec = (invocation: PluginInvocation, signal: AbortSignal) => Promise<ExecOutcome>;

/** A verb that failed, with libcni's text. */
export class CniError extends Error {
  override readonly name = "CniError";
  /** The plugin's own error object, if it printed one. */
  readonly plugin: PluginErrorObject | undefined;
  constructor(message: string, plugin?: PluginErrorObject) {
    super(message);
    this.plugin = plugin;
  }
}

/** Go's `%q`, as far as plugin output needs it. */
function goQuote(text: string): string {
  return JSON.stringify(text).replaceAll("\u007f", "\\x7f");
}

/** The error of a failed run, as libcni >= 1.2 words it (pkg/invoke/raw_exec.go). */
function failureOf(outcome: Exclude<ExecOutcome, { kind: "busy" }>): CniError {
  const cause = outcome.kind === "signal" ? `signal: ${outcome.signal}` : `exit status ${outcome.exitCode}`;
  const { stdout, stderr } = outcome;
  if (stdout === "") {
    return new CniError(
      stderr === ""
        ? `netplugin failed with no error message: ${cause}`
        : `netplugin failed: ${goQuote(stderr)}: ${cause}`,
    );
  }
  const unreadable = (why: string): CniError =>
    new CniError(`netplugin failed but error parsing its diagnostic message ${goQuote(stdout)}: ${why}`);
  const syntax = findGoSyntaxError(new TextEncoder().encode(stdout));
  if (syntax) return unreadable(syntax.message);
  const value = JSON.parse(stdout) as unknown;
  if (!isJsonObject(value)) {
    return unreadable(`json: cannot unmarshal ${goJsonKind(value)} into Go value of type types.Error`);
  }
  const { code, msg, details } = value;
  const error: PluginErrorObject = {
    code: typeof code === "number" ? code : 0,
    msg: typeof msg === "string" ? msg : "",
    ...(typeof details === "string" && details !== "" ? { details } : {}),
  };
  return new CniError(pluginErrorText(error), error);
}

/**
 * The result that a plugin printed; a result without version gets the configuration's.
 *
 * @throws CniError when the run failed, or its output is no result
 */
export function resultOf(outcome: Exclude<ExecOutcome, { kind: "busy" }>, cniVersion: string): JsonObject {
  checkOutcome(outcome);
  const syntax = findGoSyntaxError(new TextEncoder().encode(outcome.stdout));
  if (syntax) throw new CniError(`failed to unmarshal raw result: ${syntax.message}`);
  const value = JSON.parse(outcome.stdout) as unknown;
  if (value !== null && !isJsonObject(value)) {
    throw new CniError(
      `failed to unmarshal raw result: json: cannot unmarshal ${goJsonKind(value)} into Go value of type map[string]interface {}`,
    );
  }
  const result: JsonObject = value ?? {};
  const version = result["cniVersion"];
  return typeof version === "string" && version !== "" ? result : { ...result, cniVersion };
}

/** @throws CniError when the run failed */
export function checkOutcome(outcome: Exclude<ExecOutcome, { kind: "busy" }>): void {
  if (outcome.kind === "signal" || outcome.exitCode !== 0) throw failureOf(outcome);
}
