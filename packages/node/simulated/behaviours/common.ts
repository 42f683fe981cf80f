import { isJsonObject, sleep, type JsonObject } from "@byocni/base/core";
import { binaryContent } from "../images/binary.ts";
import { commonPrograms } from "../programs/index.ts";
import { createInput, type ProgramCall, runShell } from "../shell/index.ts";
import type { ContainerContext } from "./behaviour.ts";

/** Puts program files into a directory, as installers do: a temporary name, then a rename. */
export function installBinaries(call: ProgramCall, directory: string, names: readonly string[]): void {
  call.files.makeDirectory(directory, { parents: true });
  for (const name of names) {
    call.files.writeFile(`${directory}/${name}.tmp`, binaryContent(name), { mode: 0o755 });
    call.files.rename(`${directory}/${name}.tmp`, `${directory}/${name}`);
  }
}

/** Writes a file as a temporary one in the same directory and renames it. */
export function writeAtomically(call: ProgramCall, path: string, text: string, mode = 0o644): void {
  call.files.writeFile(`${path}.tmp`, text, { mode });
  call.files.rename(`${path}.tmp`, path);
}

/** The pod range that was given to the node itself (`node.spec.podCIDR`): none on AKS. */
export async function nodePodCidr(context: ContainerContext): Promise<string | undefined> {
  const node = await context.get("nodes", context.node.name);
  const spec = node?.["spec"];
  const cidr = isJsonObject(spec) ? spec["podCIDR"] : undefined;
  return typeof cidr === "string" && cidr !== "" ? cidr : undefined;
}

/** Waits for the node's own pod range, looking every `seconds`; `log` is said each time in vain. */
export async function waitForPodCidr(
  call: ProgramCall,
  context: ContainerContext,
  log: string,
  seconds = 10,
): Promise<string> {
  for (;;) {
    const cidr = await nodePodCidr(context);
    if (cidr !== undefined) return cidr;
    call.err(`${log}\n`);
    await sleep(call.clock, seconds * 1000, call.signal);
  }
}

/** Sets the condition by which networks say that they are up; nodes of AKS do not have it before. */
export function networkIsUp(
  context: ContainerContext,
  call: ProgramCall,
  reason: string,
  message: string,
): Promise<void> {
  const time = `${new Date(call.clock.now()).toISOString().slice(0, 19)}Z`;
  return context.patchNodeStatus({
    conditions: [
      {
        type: "NetworkUnavailable",
        status: "False",
        reason,
        message,
        lastHeartbeatTime: time,
        lastTransitionTime: time,
      },
    ],
  });
}

/** `--name=value` or `--name value`. */
export function flagValue(argv: readonly string[], name: string): string | undefined {
  for (const [index, word] of argv.entries()) {
    if (word === `--${name}` || word === `-${name}`) return argv[index + 1];
    if (word.startsWith(`--${name}=`)) return word.slice(name.length + 3);
  }
  return undefined;
}

/** A line as Go's klog writes it. */
export function klog(call: ProgramCall, level: "I" | "W" | "E" | "F", place: string, text: string): void {
  const iso = new Date(call.clock.now()).toISOString();
  call.err(`${level}${iso.slice(5, 7)}${iso.slice(8, 10)} ${iso.slice(11, 23)}000       1 ${place}] ${text}\n`);
}

/** Runs a script on the node itself, as a privileged container does through `nsenter`. */
export function runOnHost(call: ProgramCall, context: ContainerContext, script: string): Promise<number> {
  const { files } = context.node;
  return runShell(
    { script, environment: new Map(call.environment) },
    {
      files,
      clock: call.clock,
      signal: call.signal,
      meter: { steps: 0 },
      parse: context.node.cluster.parseScript,
      findProgram: (name) => (Object.hasOwn(commonPrograms, name) ? commonPrograms[name] : () => 0),
    },
    { input: createInput(""), out: call.out, err: call.err },
  );
}

/** The data of a ConfigMap; undefined when there is none. */
export async function configMapData(
  context: ContainerContext,
  name: string,
  namespace: string,
): Promise<Readonly<Record<string, string>> | undefined> {
  const data: JsonObject[string] = (await context.get("configmaps", name, namespace))?.["data"];
  return isJsonObject(data) ? (data as Readonly<Record<string, string>>) : undefined;
}
