import { type Clock, isJsonObject } from "@byocni/base/core";
import type { KeyToPath, Volume } from "@byocni/kube/client";
import type { ClusterReader } from "./cluster-reader.ts";
import { fieldValue, type PodFacts, resourceValue } from "./pod-fields.ts";
import type { IssuedToken } from "./pod-host.ts";
import type { PodVolume, VolumeFile } from "./runtime.ts";
import { tokenContent } from "./service-account-token.ts";

/** A volume that cannot be mounted yet: `FailedMount`, with kubelet's text. */
export class VolumeError extends Error {
  override readonly name = "VolumeError";
}

export interface VolumeDeps {
  readonly facts: PodFacts;
  readonly reader: ClusterReader;
  readonly clock: Clock;
  /** Asks for a token of the pod's service account. */
  readonly issueToken: (audience: string | undefined, expirationSeconds: number) => Promise<IssuedToken>;
  readonly prepareHostPath: (path: string, type: string) => string | undefined;
}

type Data = Readonly<Record<string, string | Uint8Array>>;

function pick(
  data: Data,
  items: readonly KeyToPath[] | undefined,
  mode: number,
  what: string,
  optional: boolean,
): VolumeFile[] {
  if (!items) return Object.entries(data).map(([path, content]) => ({ path, mode, content }));
  const files: VolumeFile[] = [];
  for (const item of items) {
    const content = data[item.key];
    if (content !== undefined) files.push({ path: item.path, mode: item.mode ?? mode, content });
    else if (!optional)
      throw new VolumeError(
        `${what} references non-existent ${what.startsWith("configmap") ? "config" : "secret"} key: ${item.key}`,
      );
  }
  return files;
}

interface FilesSource {
  readonly items?: readonly KeyToPath[];
  readonly optional?: boolean;
}

export function createVolumeResolver(deps: VolumeDeps) {
  const { facts, reader } = deps;
  const namespace = facts.pod.metadata.namespace ?? "default";

  async function configMapFiles(name: string, source: FilesSource, mode: number): Promise<VolumeFile[]> {
    const object = await reader.configMap(namespace, name);
    const optional = source.optional === true;
    if (!object && !optional) throw new VolumeError(`configmap ${JSON.stringify(name)} not found`);
    const binary = Object.entries(object?.binaryData ?? {}).map(
      ([key, value]) => [key, Buffer.from(value, "base64")] as const,
    );
    return pick({ ...object?.data, ...Object.fromEntries(binary) }, source.items, mode, "configmap", optional);
  }
  async function secretFiles(name: string, source: FilesSource, mode: number): Promise<VolumeFile[]> {
    const object = await reader.secret(namespace, name);
    const optional = source.optional === true;
    if (!object && !optional) throw new VolumeError(`secret ${JSON.stringify(name)} not found`);
    const data = Object.entries(object?.data ?? {}).map(([key, value]) => [key, Buffer.from(value, "base64")] as const);
    return pick(Object.fromEntries(data), source.items, mode, "secret", optional);
  }
  function downwardFiles(items: unknown, mode: number): VolumeFile[] {
    const list: readonly unknown[] = Array.isArray(items) ? items : [];
    return list.filter(isJsonObject).map((item) => {
      const { path, fieldRef, resourceFieldRef } = item;
      let content = "";
      if (isJsonObject(fieldRef)) content = fieldValue(String(fieldRef["fieldPath"]), facts) ?? "";
      else if (isJsonObject(resourceFieldRef)) {
        const container = facts.pod.spec.containers.find((one) => one.name === resourceFieldRef["containerName"]);
        content = resourceValue(
          container,
          String(resourceFieldRef["resource"]),
          String(resourceFieldRef["divisor"] ?? ""),
          facts.allocatable,
        );
      }
      return { path: String(path), mode, content };
    });
  }
  async function projectedFiles(source: Readonly<Record<string, unknown>>, mode: number): Promise<VolumeFile[]> {
    const { configMap, secret, downwardAPI, serviceAccountToken } = source;
    if (isJsonObject(configMap)) return configMapFiles(String(configMap["name"] ?? ""), configMap as FilesSource, mode);
    if (isJsonObject(secret)) return secretFiles(String(secret["name"] ?? ""), secret as FilesSource, mode);
    if (isJsonObject(downwardAPI)) return downwardFiles(downwardAPI["items"], mode);
    if (!isJsonObject(serviceAccountToken)) return [];
    const { audience, expirationSeconds, path } = serviceAccountToken;
    const content = tokenContent(deps.clock, () =>
      deps.issueToken(typeof audience === "string" ? audience : undefined, Number(expirationSeconds ?? 3600)),
    );
    return [{ path: String(path), mode, content }];
  }

  async function resolve(volume: Volume): Promise<PodVolume> {
    if (volume.hostPath) {
      const { path, type = "" } = volume.hostPath;
      const refusal = deps.prepareHostPath(path, type);
      if (refusal !== undefined) throw new VolumeError(refusal);
      return { kind: "host", path, type };
    }
    if (volume.configMap) {
      const mode = volume.configMap.defaultMode ?? 0o644;
      return { kind: "files", files: await configMapFiles(volume.configMap.name ?? "", volume.configMap, mode) };
    }
    if (volume.secret) {
      const mode = volume.secret.defaultMode ?? 0o644;
      return { kind: "files", files: await secretFiles(volume.secret.secretName ?? "", volume.secret, mode) };
    }
    if (volume.downwardAPI) return { kind: "files", files: downwardFiles(volume.downwardAPI["items"], 0o644) };
    if (volume.projected) {
      const files: VolumeFile[] = [];
      for (const source of volume.projected.sources ?? []) {
        files.push(...(await projectedFiles(source, volume.projected.defaultMode ?? 0o644)));
      }
      return { kind: "files", files };
    }
    // An emptyDir; what a persistent volume or another driver holds starts empty on this node.
    return { kind: "empty" };
  }

  return {
    /** All volumes of the pod. @throws VolumeError for the first that is not ready, with the event's text */
    async resolveAll(): Promise<ReadonlyMap<string, PodVolume>> {
      const volumes = new Map<string, PodVolume>();
      for (const volume of facts.pod.spec.volumes ?? []) {
        try {
          volumes.set(volume.name, await resolve(volume));
        } catch (error) {
          if (!(error instanceof VolumeError)) throw error;
          throw new VolumeError(
            `MountVolume.SetUp failed for volume ${JSON.stringify(volume.name)} : ${error.message}`,
          );
        }
      }
      return volumes;
    },
  };
}
