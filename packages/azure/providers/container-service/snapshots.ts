import { type Json, type JsonObject, isJsonObject } from "@byocni/base/core";
import type { PrepareRequest, Prepared, ProviderContext, PutBody, StoredType } from "@byocni/azure/arm";
import { parseResourceId } from "@byocni/azure/types";
import { versionsSince } from "./api-versions.ts";
import { aksFaults } from "./errors.ts";
import { clusterNamePattern } from "./names.ts";
import type { AgentPoolProperties } from "./properties.ts";
import { readBody } from "./read-body.ts";

const type = "Microsoft.ContainerService/snapshots";
const poolType = "microsoft.containerservice/managedclusters/agentpools";

/** `Microsoft.ContainerService/snapshots`: what a node pool is made of, kept so that others can be made alike. */
export const snapshots: StoredType = {
  kind: "stored",
  name: "snapshots",
  apiVersions: versionsSince("2021-08-01"),
  tags: true,
  showsState: false,
  nameRule: { pattern: clusterNamePattern, refuse: (name) => aksFaults.InvalidResourceName({ name }) },
  patch: "tags",
  prepare,
};

async function prepare({ body, existing }: PrepareRequest, { resources }: ProviderContext): Promise<Prepared> {
  const reader = readBody(body.properties, "properties");
  const source = reader.child("creationData").text("sourceResourceId");
  const snapshotType = reader.oneOf("snapshotType", ["NodePool"]) ?? "NodePool";
  if (existing) {
    const before = existing.properties["creationData"];
    const kept = isJsonObject(before) ? String(before["sourceResourceId"]) : "";
    if (source !== undefined && source.toLowerCase() !== kept.toLowerCase()) {
      const property = "properties.creationData.sourceResourceId";
      throw aksFaults.PropertyChangeNotAllowed({ property }, { target: property });
    }
    return { state: { properties: existing.properties } };
  }
  const id = source === undefined ? undefined : parseResourceId(source);
  const pool = id?.type.toLowerCase() === poolType ? await resources.get(id) : undefined;
  if (!pool)
    throw invalid("properties.creationData.sourceResourceId", `It must be the id of a node pool: ${source ?? ""}.`);
  const { currentOrchestratorVersion, nodeImageVersion, osType, osSKU, vmSize, enableFIPS } =
    pool.properties as AgentPoolProperties;
  return {
    state: {
      properties: {
        creationData: { sourceResourceId: pool.id.text },
        snapshotType,
        kubernetesVersion: currentOrchestratorVersion,
        nodeImageVersion,
        osType,
        osSku: osSKU,
        vmSize,
        enableFIPS: enableFIPS ?? false,
      },
    },
  };
}

function invalid(parameter: string, reason: string) {
  return aksFaults.InvalidParameter({ parameter, reason }, { target: parameter });
}

/** A pool's body with what its snapshot says, and the node image of that snapshot. */
export interface FromSnapshot {
  readonly body: JsonObject;
  readonly nodeImageVersion?: string;
}

/** Fills in what a pool takes from the snapshot that its `creationData` names. @throws ArmError */
export async function fromSnapshot(
  body: JsonObject,
  { resources }: Pick<ProviderContext, "resources">,
): Promise<FromSnapshot> {
  const source = readBody(body, "agentPoolProfile").child("creationData").text("sourceResourceId");
  if (source === undefined) return { body };
  const found = parseResourceId(source) ? await resources.get(source) : undefined;
  if (found?.type.toLowerCase() !== type.toLowerCase())
    throw invalid("agentPoolProfile.creationData.sourceResourceId", `The snapshot ${source} was not found.`);
  const { kubernetesVersion, nodeImageVersion, osType, osSku, vmSize, enableFIPS } = found.properties;
  const given = Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== null && value !== "" && value !== undefined),
  );
  return {
    body: { orchestratorVersion: kubernetesVersion, osType, osSKU: osSku, vmSize, enableFIPS, ...given },
    ...(typeof nodeImageVersion === "string" ? { nodeImageVersion } : {}),
  };
}

/** The same for all pools of a cluster: the body with them filled in, and node images by the pools' names. */
export async function fromSnapshots(
  body: PutBody,
  context: Pick<ProviderContext, "resources">,
): Promise<{ readonly body: PutBody; readonly images: ReadonlyMap<string, string> }> {
  const images = new Map<string, string>();
  const sent = body.properties?.["agentPoolProfiles"];
  if (!Array.isArray(sent)) return { body, images };
  const agentPoolProfiles: Json[] = [];
  for (const pool of sent) {
    if (!isJsonObject(pool)) agentPoolProfiles.push(pool as Json);
    else {
      const filled = await fromSnapshot(pool, context);
      agentPoolProfiles.push(filled.body);
      if (filled.nodeImageVersion !== undefined) images.set(String(pool["name"]), filled.nodeImageVersion);
    }
  }
  return { body: { ...body, properties: { ...body.properties, agentPoolProfiles } }, images };
}
