import type { JsonObject } from "@byocni/base/core";

export const namespace = "kube-system";

/** Any object, with what its kind has beside the metadata. */
export interface SystemObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    /** Absent on objects of the cluster as a whole. */
    readonly namespace?: string;
    readonly labels: Readonly<Record<string, string>>;
  };
  readonly [member: string]: unknown;
}

/** A container of a pod template. */
export type ContainerPart = JsonObject & { readonly name: string; readonly image: string };

/** Labels by which AKS marks what is its own: users' changes to it are undone. */
export const managedLabels = {
  "addonmanager.kubernetes.io/mode": "Reconcile",
  "kubernetes.azure.com/managedby": "aks",
} as const;

export function systemObject(
  apiVersion: string,
  kind: string,
  name: string,
  rest: Readonly<Record<string, unknown>>,
  labels: Readonly<Record<string, string>> = {},
): SystemObject {
  return { apiVersion, kind, metadata: { name, namespace, labels: { ...managedLabels, ...labels } }, ...rest };
}

export const serviceAccount = (name: string): SystemObject => systemObject("v1", "ServiceAccount", name, {});

/** Tolerates everything: agents of the node. */
export const everyTaint: readonly JsonObject[] = [
  { key: "CriticalAddonsOnly", operator: "Exists" },
  { operator: "Exists", effect: "NoExecute" },
  { operator: "Exists", effect: "NoSchedule" },
];

/** Tolerates a node that is lost for half a minute, but not one that never was ready. */
export const addonTaints: readonly JsonObject[] = [
  { key: "CriticalAddonsOnly", operator: "Exists" },
  { key: "node.kubernetes.io/unreachable", operator: "Exists", effect: "NoExecute", tolerationSeconds: 30 },
  { key: "node.kubernetes.io/not-ready", operator: "Exists", effect: "NoExecute", tolerationSeconds: 30 },
];

function affinity(system: string) {
  const matchExpressions = [
    { key: "kubernetes.azure.com/cluster", operator: "Exists" },
    { key: "type", operator: "NotIn", values: ["virtual-kubelet"] },
    { key: "kubernetes.io/os", operator: "In", values: [system] },
  ];
  return {
    nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions }] } },
  };
}

export interface NodeAgentParts {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly serviceAccountName: string;
  readonly initContainers?: readonly ContainerPart[];
  readonly containers: readonly ContainerPart[];
  readonly volumes?: readonly JsonObject[];
  readonly system?: "linux" | "windows";
}

/** A DaemonSet in the node's network, which therefore runs before there is a CNI. */
export function nodeAgent(parts: NodeAgentParts): SystemObject {
  return systemObject(
    "apps/v1",
    "DaemonSet",
    parts.name,
    {
      spec: {
        selector: { matchLabels: parts.labels },
        updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "50%" } },
        template: {
          metadata: {
            labels: { ...parts.labels, "kubernetes.azure.com/managedby": "aks" },
            annotations: { "cluster-autoscaler.kubernetes.io/daemonset-pod": "true" },
          },
          spec: {
            hostNetwork: true,
            priorityClassName: "system-node-critical",
            serviceAccountName: parts.serviceAccountName,
            affinity: affinity(parts.system ?? "linux"),
            tolerations: everyTaint,
            ...(parts.initContainers ? { initContainers: parts.initContainers } : {}),
            containers: parts.containers,
            ...(parts.volumes ? { volumes: parts.volumes } : {}),
          },
        },
      },
    },
    parts.labels,
  );
}

export interface AddonParts {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly replicas: number;
  readonly serviceAccountName: string;
  readonly containers: readonly ContainerPart[];
  readonly volumes?: readonly JsonObject[];
}

/** A Deployment in the pod network, which therefore waits for the CNI. */
export function addon(parts: AddonParts): SystemObject {
  return systemObject(
    "apps/v1",
    "Deployment",
    parts.name,
    {
      spec: {
        replicas: parts.replicas,
        selector: { matchLabels: parts.labels },
        strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1, maxSurge: 1 } },
        template: {
          metadata: { labels: { ...parts.labels, "kubernetes.azure.com/managedby": "aks" } },
          spec: {
            priorityClassName: "system-cluster-critical",
            serviceAccountName: parts.serviceAccountName,
            affinity: affinity("linux"),
            tolerations: addonTaints,
            containers: parts.containers,
            ...(parts.volumes ? { volumes: parts.volumes } : {}),
          },
        },
      },
    },
    parts.labels,
  );
}

export function disruptionBudget(name: string, labels: Readonly<Record<string, string>>): SystemObject {
  return systemObject("policy/v1", "PodDisruptionBudget", name, {
    spec: { minAvailable: 1, selector: { matchLabels: labels } },
  });
}
