import { createHash } from "node:crypto";
import { type Json, type JsonObject, isJsonObject } from "@byocni/base/core";
import type { ActionRequest, ActionResult, ComputedType, ProviderContext, Resource } from "@byocni/azure/arm";
import { parentResource } from "@byocni/azure/types";
import type { ClusterHost, NodeStatus } from "../container-service/cluster-host.ts";
import { machineIndex } from "../container-service/names.ts";
import { computeVersions } from "./api-versions.ts";
import { computeFaults } from "./errors.ts";

/** `Microsoft.Compute/virtualMachineScaleSets/virtualMachines`: the nodes of a pool as machines. */
export function virtualMachines(host: ClusterHost): ComputedType {
  async function run({ id, body }: ActionRequest, context: ProviderContext): Promise<ActionResult> {
    const parent = parentResource(id);
    const scaleSet = parent && (await context.resources.get(parent));
    const nodes = scaleSet ? await nodesOf(scaleSet, host) : [];
    const node = nodes.find(({ name }) => String(machineIndex(name)) === id.name);
    if (!scaleSet || !node)
      throw computeFaults.OperationNotAllowed({ reason: `There is no running machine with instance id ${id.name}.` });
    const { uid } = scaleSet.hidden as { readonly uid: string };
    const { exitCode, stdout, stderr } = await host.runOnNode(uid, node.name, scriptOf(body));
    // The agent of Linux machines reports both streams in one message, and success whatever the script's exit code is.
    const message = `Enable succeeded: \n[stdout]\n${stdout}\n[stderr]\n${stderr}${exitCode === 0 ? "" : `exit status ${exitCode}\n`}`;
    return {
      kind: "json",
      body: {
        value: [
          {
            code: "ProvisioningState/succeeded",
            level: "Info",
            displayStatus: "Provisioning succeeded",
            message,
            time: null,
          },
        ],
      },
    };
  }

  return {
    kind: "computed",
    name: "virtualMachineScaleSets/virtualMachines",
    apiVersions: computeVersions,
    async list({ parent }) {
      return parent && { value: (await nodesOf(parent, host)).map((node) => machine(parent, node)) };
    },
    async get({ parent, names }) {
      if (!parent) return undefined;
      const node = (await nodesOf(parent, host)).find(({ name }) => String(machineIndex(name)) === names.at(-1));
      return node && machine(parent, node);
    },
    actions: [{ name: "runCommand", run }],
    notImplementedActions: ["deallocate", "powerOff", "redeploy", "reimage", "restart", "start"],
  };
}

/** `az vmss get-instance-view --instance-id`. */
export function machineInstanceView(host: ClusterHost): ComputedType {
  return {
    kind: "computed",
    name: "virtualMachineScaleSets/virtualMachines/instanceView",
    apiVersions: computeVersions,
    async list({ parent, names }) {
      const node = parent && (await nodesOf(parent, host)).find(({ name }) => String(machineIndex(name)) === names[1]);
      if (!node) return undefined;
      return {
        computerName: node.name,
        osName: "ubuntu",
        vmAgent: { statuses: [{ code: "ProvisioningState/succeeded", level: "Info", displayStatus: "Ready" }] },
        statuses: [
          { code: "ProvisioningState/succeeded", level: "Info", displayStatus: "Provisioning succeeded" },
          { code: "PowerState/running", level: "Info", displayStatus: "VM running" },
        ],
      };
    },
  };
}

/** The nodes of a pool that run. */
async function nodesOf(scaleSet: Resource, host: ClusterHost): Promise<readonly NodeStatus[]> {
  if (Number(scaleSet.sku?.["capacity"] ?? 0) === 0) return [];
  const { uid, pool } = scaleSet.hidden as { readonly uid: string; readonly pool: string };
  return (await host.nodes(uid)).filter((node) => node.pool === pool);
}

/** @throws ArmError when there is no script, or a command other than the shell's is asked for */
function scriptOf(body: Json | undefined): string {
  const sent: JsonObject = isJsonObject(body) ? body : {};
  const { commandId, script, parameters } = sent;
  if (typeof commandId !== "string") throw computeFaults.InvalidParameter({ name: "commandId" });
  if (commandId !== "RunShellScript") throw computeFaults.NotImplemented({ what: `the run command ${commandId}` });
  if (!Array.isArray(script) || script.length === 0) throw computeFaults.InvalidParameter({ name: "script" });
  const variables = Array.isArray(parameters) ? parameters.filter(isJsonObject) : [];
  return [...variables.map(({ name, value }) => `${String(name)}=${quote(String(value))}`), ...script.map(String)].join(
    "\n",
  );
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function machine(scaleSet: Resource, node: NodeStatus): JsonObject {
  const instanceId = String(machineIndex(node.name));
  const profile = (scaleSet.properties["virtualMachineProfile"] ?? {}) as JsonObject;
  return {
    name: `${scaleSet.name}_${instanceId}`,
    id: `${scaleSet.id.text}/virtualMachines/${instanceId}`,
    type: "Microsoft.Compute/virtualMachineScaleSets/virtualMachines",
    instanceId,
    location: scaleSet.location,
    tags: scaleSet.tags ?? {},
    sku: { name: scaleSet.sku?.["name"], tier: "Standard" },
    properties: {
      latestModelApplied: true,
      vmId: uuidOf(`${scaleSet.id.key}/${instanceId}`),
      provisioningState: "Succeeded",
      hardwareProfile: {},
      storageProfile: profile["storageProfile"],
      osProfile: {
        ...(profile["osProfile"] as JsonObject | undefined),
        computerNamePrefix: undefined,
        computerName: node.name,
      },
      networkProfile: {
        networkInterfaces: [
          { id: `${scaleSet.id.text}/virtualMachines/${instanceId}/networkInterfaces/${scaleSet.name}` },
        ],
      },
      networkProfileConfiguration: profile["networkProfile"],
    },
  };
}

function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
