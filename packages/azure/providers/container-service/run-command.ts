import { type Json, type JsonObject, assert, isJsonObject, sleep } from "@byocni/base/core";
import type { ActionDefinition, ComputedType, ProviderContext, Resource } from "@byocni/azure/arm";
import { versionsSince } from "./api-versions.ts";
import type { ClusterHost, CommandResult } from "./cluster-host.ts";
import { clusterOf } from "./cluster-spec.ts";
import { aksFaults } from "./errors.ts";
import { readBody } from "./read-body.ts";
import { readZip } from "./zip.ts";

/** What ConfigMaps can hold: attached files travel in one. */
const attachedLimit = 1_000_000;
/** How long an answer is held back for a command that is about to end, so that clients need not ask again. */
const holdMs = 1000;

/** POST `runCommand`: `az aks command invoke`. */
export function runCommandAction(host: ClusterHost): ActionDefinition {
  return {
    name: "runCommand",
    async run({ resource, body, id, apiVersion }, context) {
      assert(resource, "commands are run in a stored cluster");
      if (!host.runCommand) throw aksFaults.NotImplemented({ what: "runCommand on this cluster host" });
      const { command, files } = requestOf(body);
      requireRunnable(resource);
      const commandId = context.random.uuid().replaceAll("-", "");
      const { uid } = clusterOf(resource).hidden;
      if (!(await host.runCommand(uid, { id: commandId, command, files })))
        throw aksFaults.CommandNotStarted({ container: `command-${commandId}` });
      const result = await host.commandResult?.(uid, commandId);
      return {
        kind: "json",
        status: 202,
        body: shown(commandId, result ?? { state: "Running", startedAt: new Date(context.clock.now()).toISOString() }),
        headers: pollingHeaders(`${id.text}/commandResults/${commandId}`, apiVersion, context),
      };
    },
  };
}

/** `managedClusters/commandResults`: what a command left, for `az aks command result`. */
export function commandResults(host: ClusterHost): ComputedType {
  return {
    kind: "computed",
    name: "managedClusters/commandResults",
    apiVersions: versionsSince("2021-02-01"),
    async get({ parent, names }, context) {
      const id = names.at(-1)?.toLowerCase() ?? "";
      const found = parent && (await ended(host, clusterOf(parent).hidden.uid, id, context));
      return found && shown(id, found);
    },
    pending(body, { scope, apiVersion }, context) {
      const state = (body["properties"] as JsonObject)["provisioningState"];
      return state === "Running" && "text" in scope ? pollingHeaders(scope.text, apiVersion, context) : undefined;
    },
  };
}

/** The result; one that is not there yet is waited for a moment. */
async function ended(
  host: ClusterHost,
  uid: string,
  id: string,
  { clock, signal }: ProviderContext,
): Promise<CommandResult | undefined> {
  const deadline = clock.now() + holdMs;
  for (;;) {
    const found = await host.commandResult?.(uid, id);
    if (found?.state !== "Running" || clock.now() >= deadline) return found;
    await sleep(clock, 20, signal);
  }
}

function pollingHeaders(path: string, apiVersion: string, { origin }: ProviderContext) {
  return { location: `${origin}${path}?api-version=${apiVersion}`, "retry-after": "1", "retry-after-ms": "100" };
}

function shown(id: string, { state, startedAt, finishedAt, exitCode, logs, reason }: CommandResult): JsonObject {
  return {
    id,
    properties: {
      provisioningState: state,
      ...(exitCode === undefined ? {} : { exitCode }),
      startedAt,
      ...(finishedAt === undefined ? {} : { finishedAt }),
      ...(logs === undefined ? {} : { logs }),
      ...(reason === undefined ? {} : { reason }),
    },
  };
}

function requestOf(body: Json | undefined) {
  const reader = readBody(body, "");
  const command = reader.text("command");
  if (command === undefined) throw aksFaults.RequiredParameter({ parameter: "command" }, { target: "command" });
  return { command, files: filesIn(reader.text("context")) };
}

/** Attached files by path, in base64. */
function filesIn(context: string | undefined): Readonly<Record<string, string>> {
  if (context === undefined) return {};
  try {
    const entries = readZip(Buffer.from(context, "base64"), attachedLimit);
    return Object.fromEntries(entries.map(({ path, content }) => [path, Buffer.from(content).toString("base64")]));
  } catch (error) {
    const reason = `It must be a ZIP archive in base64: ${error instanceof Error ? error.message : String(error)}.`;
    throw aksFaults.InvalidParameter({ parameter: "context", reason }, { target: "context" });
  }
}

/** @throws ArmError for a cluster that takes no commands now */
function requireRunnable(cluster: Resource): void {
  const { properties } = clusterOf(cluster);
  const access = properties["apiServerAccessProfile"];
  if (isJsonObject(access) && access["disableRunCommand"] === true) throw aksFaults.RunCommandDisabled();
  if (properties.powerState.code === "Stopped" || cluster.provisioningState === "Creating")
    throw aksFaults.OperationNotAllowed({
      reason: `The cluster ${cluster.name} is ${properties.powerState.code === "Stopped" ? "stopped" : "being created"}: no command can run in it.`,
    });
}
