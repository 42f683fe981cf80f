import type { JsonObject } from "@byocni/base/core";
import {
  isAlreadyExists,
  isNotFound,
  type KubeClient,
  type KubeObject,
  type Resource,
  resources,
} from "@byocni/kube/client";

/** What programs on nodes read and change in the cluster's API: the part that a runtime plays for them. */
export interface ClusterAccess {
  /** @param resource the plural: `nodes`, `configmaps`. @returns undefined when there is none */
  get(resource: string, name: string, namespace?: string): Promise<JsonObject | undefined>;
  patchNodeStatus(node: string, status: JsonObject): Promise<void>;
  /** All objects of any resource, custom ones too; none when the resource is not served. Absent: programs cannot list. */
  list?(group: string, version: string, resource: string): Promise<readonly JsonObject[]>;
  /** Makes an object, or makes it be so (server-side apply). Absent: programs cannot. */
  apply?(object: JsonObject): Promise<void>;
}

const byPlural: ReadonlyMap<string, Resource> = new Map(
  Object.values(resources).map((resource) => [resource.resource, resource as Resource]),
);

const byKind: Readonly<Record<string, Resource>> = {
  ConfigMap: resources.configMaps,
  CustomResourceDefinition: { group: "apiextensions.k8s.io", version: "v1", resource: "customresourcedefinitions" },
  DaemonSet: resources.daemonSets,
  Deployment: resources.deployments,
  Namespace: resources.namespaces,
  ServiceAccount: resources.serviceAccounts,
};

/** The access that a client of the cluster gives. */
export function createClusterAccess(client: KubeClient): ClusterAccess {
  return {
    async get(plural, name, namespace) {
      const resource = byPlural.get(plural);
      if (!resource) return undefined;
      try {
        const ref = namespace === undefined ? { ...resource, name } : { ...resource, name, namespace };
        return (await client.get(ref)) as unknown as JsonObject;
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    },
    async patchNodeStatus(name, status) {
      await client.patch({ ...resources.nodes, name }, { status }, "strategic", { subresource: "status" });
    },
    async list(group, version, resource) {
      try {
        const { items } = await client.list<KubeObject>({ group, version, resource });
        return items as unknown as readonly JsonObject[];
      } catch (error) {
        if (isNotFound(error)) return [];
        throw error;
      }
    },
    async apply(object) {
      const { kind, metadata } = object as unknown as KubeObject;
      const resource = byKind[kind ?? ""];
      if (!resource) throw new Error(`programs on nodes do not make objects of kind ${kind}`);
      const { name, namespace } = metadata;
      const ref = namespace === undefined ? { ...resource, name } : { ...resource, name, namespace };
      try {
        await client.create(resource, object as unknown as KubeObject);
      } catch (error) {
        if (!isAlreadyExists(error)) throw error;
        await client.patch(ref, object, "apply", { force: true });
      }
    },
  };
}
