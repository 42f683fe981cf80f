import type { HttpCaller } from "@byocni/base/http";
import type { ClusterSpec } from "@byocni/azure/providers";
import { type KubeObject, type Resource, createKubeClient, refTo, resources } from "@byocni/kube/client";
import { aksNetworkOf } from "./aks-network.ts";
import { aksSystemManifests, type SystemObject } from "@byocni/node/simulated";

const rbac = { group: "rbac.authorization.k8s.io", version: "v1" } as const;

const byKind: Readonly<Record<string, Resource>> = {
  ClusterRole: { ...rbac, resource: "clusterroles" },
  ClusterRoleBinding: { ...rbac, resource: "clusterrolebindings" },
  ConfigMap: resources.configMaps,
  DaemonSet: resources.daemonSets,
  Deployment: resources.deployments,
  Namespace: resources.namespaces,
  PodDisruptionBudget: resources.podDisruptionBudgets,
  Service: resources.services,
  ServiceAccount: resources.serviceAccounts,
};

/** Whose fields AKS's own are: what a user changes beside them stays. */
const fieldManager = "aks";

/** The group of those who hold the monitoring credential. */
export const monitoringGroup = "aks-monitoring";

/** They may look at what runs and how it fares, and not at secrets. */
const monitoringObjects: readonly SystemObject[] = [
  {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRole",
    metadata: { name: "aks-cluster-monitoring-user", labels: {} },
    rules: [
      {
        apiGroups: ["", "apps", "batch", "metrics.k8s.io", "events.k8s.io"],
        resources: [
          "nodes",
          "nodes/stats",
          "nodes/metrics",
          "namespaces",
          "pods",
          "pods/log",
          "services",
          "endpoints",
          "events",
          "replicationcontrollers",
          "deployments",
          "daemonsets",
          "replicasets",
          "statefulsets",
          "jobs",
          "cronjobs",
        ],
        verbs: ["get", "list", "watch"],
      },
    ],
  },
  {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRoleBinding",
    metadata: { name: "aks-cluster-monitoring-user", labels: {} },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "aks-cluster-monitoring-user" },
    subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "Group", name: monitoringGroup }],
  },
];

/** What AKS may take away again, and by which label it knows its own. */
const removable = [resources.daemonSets, resources.deployments, resources.namespaces] as const;
const ownLabel = "kubernetes.azure.com/managedby=aks,addonmanager.kubernetes.io/mode=Reconcile";

/**
 * Puts AKS's own workloads into the cluster, or brings them to the version and network that it has now.
 * @param isNew nothing of an earlier description can be there
 */
export async function applySystemObjects(caller: HttpCaller, spec: ClusterSpec, isNew: boolean): Promise<void> {
  const client = createKubeClient(caller, { userAgent: "aks", fieldManager });
  const [podCidr] = spec.network.podCidrs;
  const network = aksNetworkOf(spec);
  const objects = aksSystemManifests({
    kubernetesVersion: spec.kubernetesVersion,
    dnsServiceIP: spec.network.dnsServiceIP,
    apiServerFqdn: spec.fqdn,
    kubeProxy: spec.network.kubeProxy && network?.dataplane !== "cilium",
    ...(network ? { network, clusterCidrs: [...spec.network.podCidrs, ...spec.network.serviceCidrs] } : {}),
    ...(podCidr === undefined ? {} : { podCidr }),
  });
  const namespaces = objects.filter(({ kind }) => kind === "Namespace");
  await Promise.all(namespaces.map((object) => put(object)));
  await Promise.all([
    ...[...objects, ...monitoringObjects].filter((object) => !namespaces.includes(object)).map((object) => put(object)),
    ...(isNew ? [] : removable.map((resource) => removeOthers(resource))),
  ]);

  /** What an earlier description had and this one has not: kube-proxy switched off, another network. */
  async function removeOthers(resource: Resource): Promise<void> {
    const { items } = await client.list<KubeObject>(resource, { labelSelector: ownLabel });
    const keyOf = ({ metadata: { name, namespace = "" } }: Pick<KubeObject, "metadata">): string =>
      `${namespace}/${name}`;
    const wanted = new Set(objects.filter(({ kind }) => byKind[kind] === resource).map(keyOf));
    const gone = items.filter((item) => !wanted.has(keyOf(item)));
    await Promise.all(gone.map((item) => client.delete(refTo(resource, item))));
  }

  async function put(object: SystemObject): Promise<void> {
    const kind = byKind[object.kind ?? ""];
    if (!kind) throw new Error(`AKS's objects hold a ${object.kind}, which nothing here creates`);
    await client.patch(refTo(kind, object), object, "apply", { force: true });
  }
}
