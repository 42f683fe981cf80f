import { isJsonObject, type JsonObject } from "@byocni/base/core";
import { RuntimeError } from "@byocni/node/agent";

/** The annotation by which a pod says what its containers do on a simulated node, in YAML or JSON. */
export const behaviourAnnotation = "byocni.dev/behaviour";

/** What a container does instead of running its program. */
export interface InjectedBehaviour {
  /** Files of its image, by absolute path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Lines of output. */
  readonly log?: readonly string[];
  /** A shell script to run in place of the program. */
  readonly script?: string;
  /** Ends with this status, after `afterSeconds`. */
  readonly exitCode?: number;
  readonly afterSeconds?: number;
  readonly oomKilled?: boolean;
  /** What the readiness probe finds; `readyAfterSeconds` turns it to true later. */
  readonly ready?: boolean;
  readonly readyAfterSeconds?: number;
  /** What the liveness probe finds. */
  readonly live?: boolean;
}

function wrong(text: string): RuntimeError {
  return new RuntimeError(`annotation ${behaviourAnnotation}: ${text}`, "InvalidArgument");
}

const types: Readonly<Record<keyof InjectedBehaviour, "string" | "number" | "boolean" | "lines" | "files">> = {
  files: "files",
  log: "lines",
  script: "string",
  exitCode: "number",
  afterSeconds: "number",
  oomKilled: "boolean",
  ready: "boolean",
  readyAfterSeconds: "number",
  live: "boolean",
};

function readBehaviour(value: unknown, where: string): InjectedBehaviour {
  if (!isJsonObject(value)) throw wrong(`${where} must be an object`);
  const result: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const type = Object.hasOwn(types, key) ? types[key as keyof InjectedBehaviour] : undefined;
    if (type === undefined)
      throw wrong(`${where} has no member ${JSON.stringify(key)}; known: ${Object.keys(types).join(", ")}`);
    if (type === "lines") {
      const lines: readonly unknown[] = Array.isArray(member) ? member : [member];
      result[key] = lines.map(String);
    } else if (type === "files") {
      if (!isJsonObject(member)) throw wrong(`${where}.files must map paths to text`);
      result[key] = member;
    } else if (typeof member === type) result[key] = member;
    else throw wrong(`${where}.${key} must be a ${type}`);
  }
  return result as InjectedBehaviour;
}

/**
 * Reads the annotation: behaviours by container name under `containers`, or one for all containers that are not init
 * containers. @throws RuntimeError when it is not well-formed
 */
export async function readInjectedBehaviours(
  annotations: Readonly<Record<string, string>>,
): Promise<(container: string, init: boolean) => InjectedBehaviour | undefined> {
  const text = annotations[behaviourAnnotation];
  if (text === undefined) return () => undefined;
  let value: unknown;
  try {
    // The YAML reader is only loaded for pods that carry the annotation.
    value = text.trimStart().startsWith("{") ? JSON.parse(text) : (await import("yaml")).parse(text);
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
  if (!isJsonObject(value)) throw wrong("it must be an object");
  const { containers } = value as JsonObject;
  if (containers === undefined) {
    const all = readBehaviour(value, "it");
    return (_, init) => (init ? undefined : all);
  }
  if (!isJsonObject(containers)) throw wrong("containers must map names to behaviours");
  const named = new Map<string, InjectedBehaviour>();
  for (const [name, member] of Object.entries(containers)) named.set(name, readBehaviour(member, `containers.${name}`));
  return (name) => named.get(name);
}
