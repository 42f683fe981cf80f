import type { Clock } from "@byocni/base/core";
import {
  type ConfigMap,
  isNotFound,
  type KubeClient,
  type KubeObject,
  type Resource,
  type Secret,
  type Service,
} from "@byocni/kube/client";
import { resources } from "@byocni/kube/client";

/** Reads the objects that pods refer to. Equal reads share one call, and its answer for a short while. */
export interface ClusterReader {
  configMap(namespace: string, name: string): Promise<ConfigMap | undefined>;
  secret(namespace: string, name: string): Promise<Secret | undefined>;
  service(namespace: string, name: string): Promise<Service | undefined>;
  /** Any object; undefined when there is none. */
  read<T extends KubeObject>(resource: Resource<T>, name: string, namespace?: string): Promise<T | undefined>;
}

/** How long an answer may be used again: pods of one workload start together on many nodes. */
const keepMs = 500;

export function createClusterReader(client: KubeClient, clock: Clock): ClusterReader {
  const answers = new Map<string, { readonly at: number; readonly answer: Promise<KubeObject | undefined> }>();

  function read<T extends KubeObject>(resource: Resource<T>, name: string, namespace?: string): Promise<T | undefined> {
    const key = `${resource.group}/${resource.resource}/${namespace ?? ""}/${name}`;
    const now = clock.now();
    const known = answers.get(key);
    if (known && now - known.at <= keepMs) return known.answer as Promise<T | undefined>;
    const answer = client
      .get<T>(namespace === undefined ? { ...resource, name } : { ...resource, name, namespace })
      .catch((error: unknown) => {
        if (isNotFound(error)) return undefined;
        answers.delete(key);
        throw error;
      });
    // An absent object may be made at any moment: only the calls under way share that answer.
    void answer.then(
      (object) => object === undefined && answers.delete(key),
      () => {},
    );
    if (answers.size > 1000) answers.clear();
    answers.set(key, { at: now, answer });
    return answer;
  }
  return {
    read,
    configMap: (namespace, name) => read(resources.configMaps, name, namespace),
    secret: (namespace, name) => read(resources.secrets, name, namespace),
    service: (namespace, name) => read(resources.services, name, namespace),
  };
}
