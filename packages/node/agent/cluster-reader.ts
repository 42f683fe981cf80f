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
  /** Gives a newer state of an object than the one that was read. */
  put(resource: Resource, object: KubeObject): void;
  configMap(namespace: string, name: string): Promise<ConfigMap | undefined>;
  secret(namespace: string, name: string): Promise<Secret | undefined>;
  service(namespace: string, name: string): Promise<Service | undefined>;
  /** Any object; undefined when there is none. */
  read<T extends KubeObject>(resource: Resource<T>, name: string, namespace?: string): Promise<T | undefined>;
}

/** How a ConfigMap or Secret is called when it is told to have changed. */
export function sourceKey(resource: Pick<Resource, "resource">, namespace: string, name: string): string {
  return `${resource.resource}/${namespace}/${name}`;
}

/** How long an answer may be used again: pods of one workload start together on many nodes. */
const keepMs = 500;

export function createClusterReader(client: KubeClient, clock: Clock): ClusterReader {
  const answers = new Map<string, { readonly at: number; readonly answer: Promise<KubeObject | undefined> }>();

  const keyOf = ({ group, resource }: Resource, name: string, namespace = ""): string =>
    `${group}/${resource}/${namespace}/${name}`;

  function read<T extends KubeObject>(resource: Resource<T>, name: string, namespace?: string): Promise<T | undefined> {
    const key = keyOf(resource as Resource, name, namespace);
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
    put(resource, object) {
      const { name, namespace } = object.metadata;
      const key = keyOf(resource, name, namespace);
      if (answers.has(key)) answers.set(key, { at: clock.now(), answer: Promise.resolve(object) });
    },
    configMap: (namespace, name) => read(resources.configMaps, name, namespace),
    secret: (namespace, name) => read(resources.secrets, name, namespace),
    service: (namespace, name) => read(resources.services, name, namespace),
  };
}
