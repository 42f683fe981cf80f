import { type KubeObject, type Pod, type Resource, resources } from "@byocni/kube/client";
import { type ClusterReader, sourceKey } from "./cluster-reader.ts";
import type { PodFacts } from "./pod-fields.ts";
import type { PodHost } from "./pod-host.ts";
import type { PodSandbox, PodVolume } from "./runtime.ts";
import { createVolumeResolver, VolumeError } from "./volumes.ts";
import type { Waiting } from "./waiting.ts";

export interface PodVolumesDeps {
  readonly host: PodHost;
  readonly pod: () => Pod;
  readonly facts: () => PodFacts;
  readonly waiting: Waiting;
  /** Nothing will happen before time passes. */
  readonly resting: () => void;
}

/** The volumes of one pod. */
export interface PodVolumes {
  /** Settles when all of them are there, however long that takes. */
  mount(): Promise<ReadonlyMap<string, PodVolume>>;
  /** Whether a ConfigMap or Secret with this version is not what the volumes were made of. */
  outdated(key: string, version: string): boolean;
  /** Gives the sandbox the files as they are in the API now. */
  update(sandbox: PodSandbox): Promise<void>;
}

const firstPauseMs = 500;
const longestPauseMs = 122_000;

export function createPodVolumes({ host, pod, facts, waiting, resting }: PodVolumesDeps): PodVolumes {
  /** The versions of what was read; "" stands for what was not there. */
  const sources = new Map<string, string>();
  async function noted<T extends KubeObject>(
    kind: Resource<T>,
    namespace: string,
    name: string,
    read: Promise<T | undefined>,
  ): Promise<T | undefined> {
    const object = await read;
    sources.set(sourceKey(kind, namespace, name), object?.metadata.resourceVersion ?? "");
    return object;
  }
  const { configMaps, secrets } = resources;
  const reader: ClusterReader = {
    ...host.reader,
    configMap: (namespace, name) => noted(configMaps, namespace, name, host.reader.configMap(namespace, name)),
    secret: (namespace, name) => noted(secrets, namespace, name, host.reader.secret(namespace, name)),
  };
  const resolveAll = (): Promise<ReadonlyMap<string, PodVolume>> =>
    createVolumeResolver({
      facts: facts(),
      reader,
      clock: host.clock,
      issueToken: (audience, seconds) => host.issueToken(pod(), audience, seconds),
      prepareHostPath: (path, type) => host.runtime.prepareHostPath(path, type),
    }).resolveAll();
  function failed(error: unknown): void {
    if (!(error instanceof VolumeError)) throw error;
    host.event(pod(), "Warning", "FailedMount", error.message);
  }

  return {
    async mount() {
      for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
        try {
          return await resolveAll();
        } catch (error) {
          failed(error);
          resting();
          await waiting.sleep(pause);
        }
      }
    },
    outdated(key, version) {
      const had = sources.get(key);
      return had !== undefined && had !== version;
    },
    async update(sandbox) {
      try {
        for (const [name, volume] of await resolveAll())
          if (volume.kind === "files") sandbox.updateVolume(name, volume.files);
      } catch (error) {
        failed(error);
      }
    },
  };
}
