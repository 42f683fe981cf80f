import type { HttpCaller } from "@byocni/base/http";
import type { ClusterSpec } from "@byocni/azure/providers";
import { type Resource, createKubeClient, inNamespace, refTo, resources } from "@byocni/kube/client";
import { aksSystemManifests, type SystemObject } from "@byocni/node/simulated";

const byKind: Readonly<Record<string, Resource>> = {
  ConfigMap: resources.configMaps,
  DaemonSet: resources.daemonSets,
  Deployment: resources.deployments,
  PodDisruptionBudget: resources.podDisruptionBudgets,
  Service: resources.services,
  ServiceAccount: resources.serviceAccounts,
};

/** Whose fields AKS's own are: what a user changes beside them stays. */
const fieldManager = "aks";

/** Puts AKS's own workloads into kube-system, or brings them to the version that the cluster has now. */
export async function applySystemObjects(caller: HttpCaller, spec: ClusterSpec): Promise<void> {
  const client = createKubeClient(caller, { userAgent: "aks", fieldManager });
  const [podCidr] = spec.network.podCidrs;
  const objects = aksSystemManifests({
    kubernetesVersion: spec.kubernetesVersion,
    dnsServiceIP: spec.network.dnsServiceIP,
    apiServerFqdn: spec.fqdn,
    kubeProxy: spec.network.kubeProxy,
    ...(podCidr === undefined ? {} : { podCidr }),
  });
  await Promise.all(objects.map((object) => put(object)));

  async function put(object: SystemObject): Promise<void> {
    const kind = byKind[object.kind ?? ""];
    if (!kind) throw new Error(`AKS's objects hold a ${object.kind}, which nothing here creates`);
    const resource = inNamespace(kind, object.metadata.namespace ?? "kube-system");
    await client.patch(refTo(resource, object), object, "apply", { force: true });
  }
}
