import type { JsonObject } from "@byocni/base/core";
import { nodeAgent, serviceAccount, type SystemObject } from "./object-parts.ts";
import type { AksSystemOptions } from "./system-options.ts";

const requests = (cpu: string, memory: string): JsonObject => ({ requests: { cpu, memory } });

function kubeProxy(options: AksSystemOptions, registry: string, version: string): SystemObject[] {
  if (!options.kubeProxy) return [];
  const clusterCidr = options.podCidr === undefined ? [] : [`--cluster-cidr=${options.podCidr}`];
  return [
    serviceAccount("kube-proxy"),
    nodeAgent({
      name: "kube-proxy",
      labels: { component: "kube-proxy", tier: "node" },
      serviceAccountName: "kube-proxy",
      containers: [
        {
          name: "kube-proxy",
          image: `${registry}/oss/kubernetes/kube-proxy:v${version}`,
          command: [
            "kube-proxy",
            "--conntrack-max-per-core=0",
            "--metrics-bind-address=0.0.0.0:10249",
            ...clusterCidr,
            "--detect-local-mode=ClusterCIDR",
            "--v=3",
          ],
          resources: requests("100m", "50Mi"),
          securityContext: { privileged: true },
          volumeMounts: [
            { name: "iptableslock", mountPath: "/run/xtables.lock" },
            { name: "modules", mountPath: "/lib/modules", readOnly: true },
          ],
        },
      ],
      volumes: [
        { name: "iptableslock", hostPath: { path: "/run/xtables.lock", type: "FileOrCreate" } },
        { name: "modules", hostPath: { path: "/lib/modules" } },
      ],
    }),
  ];
}

function csiDriver(kind: "azuredisk" | "azurefile", registry: string): SystemObject[] {
  const name = `csi-${kind}-node`;
  const driver = kind === "azuredisk" ? "disk" : "file";
  return [
    serviceAccount(`${name}-sa`),
    nodeAgent({
      name,
      labels: { app: name },
      serviceAccountName: `${name}-sa`,
      containers: [
        {
          name: "liveness-probe",
          image: `${registry}/oss/kubernetes-csi/livenessprobe:v2.15.0`,
          args: ["--csi-address=/csi/csi.sock", "--probe-timeout=10s"],
          resources: requests("10m", "20Mi"),
          volumeMounts: [{ name: "socket-dir", mountPath: "/csi" }],
        },
        {
          name: "node-driver-registrar",
          image: `${registry}/oss/kubernetes-csi/csi-node-driver-registrar:v2.13.0`,
          args: ["--csi-address=$(ADDRESS)", "--kubelet-registration-path=$(DRIVER_REG_SOCK_PATH)", "--v=2"],
          env: [
            { name: "ADDRESS", value: "/csi/csi.sock" },
            { name: "DRIVER_REG_SOCK_PATH", value: `/var/lib/kubelet/plugins/${driver}.csi.azure.com/csi.sock` },
          ],
          resources: requests("10m", "20Mi"),
          volumeMounts: [
            { name: "socket-dir", mountPath: "/csi" },
            { name: "registration-dir", mountPath: "/registration" },
          ],
        },
        {
          name: kind,
          image: `${registry}/oss/kubernetes-csi/${kind}-csi:v1.33.5`,
          args: ["--v=5", "--endpoint=$(CSI_ENDPOINT)", "--nodeid=$(KUBE_NODE_NAME)"],
          env: [
            { name: "CSI_ENDPOINT", value: "unix:///csi/csi.sock" },
            { name: "KUBE_NODE_NAME", valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "spec.nodeName" } } },
          ],
          resources: requests("10m", "20Mi"),
          securityContext: { privileged: true },
          volumeMounts: [
            { name: "socket-dir", mountPath: "/csi" },
            { name: "mountpoint-dir", mountPath: "/var/lib/kubelet/", mountPropagation: "Bidirectional" },
          ],
        },
      ],
      volumes: [
        {
          name: "socket-dir",
          hostPath: { path: `/var/lib/kubelet/plugins/${driver}.csi.azure.com`, type: "DirectoryOrCreate" },
        },
        { name: "mountpoint-dir", hostPath: { path: "/var/lib/kubelet/", type: "DirectoryOrCreate" } },
        {
          name: "registration-dir",
          hostPath: { path: "/var/lib/kubelet/plugins_registry/", type: "DirectoryOrCreate" },
        },
      ],
    }),
  ];
}

/** The DaemonSets in the nodes' own network: they run on nodes that have no CNI. */
export function nodeAgents(options: AksSystemOptions, registry: string, version: string): SystemObject[] {
  return [
    serviceAccount("cloud-node-manager"),
    nodeAgent({
      name: "cloud-node-manager",
      labels: { "k8s-app": "cloud-node-manager" },
      serviceAccountName: "cloud-node-manager",
      containers: [
        {
          name: "cloud-node-manager",
          image: `${registry}/oss/v2/kubernetes/azure-cloud-node-manager:v${version}`,
          command: ["cloud-node-manager", "--node-name=$(NODE_NAME)", "--wait-routes=false"],
          env: [{ name: "NODE_NAME", valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "spec.nodeName" } } }],
          resources: requests("50m", "50Mi"),
        },
      ],
    }),
    ...csiDriver("azuredisk", registry),
    ...csiDriver("azurefile", registry),
    ...kubeProxy(options, registry, version),
    serviceAccount("windows-kube-proxy-initializer"),
    // For Windows nodes, of which a cluster without a network plugin has none.
    nodeAgent({
      name: "windows-kube-proxy-initializer",
      labels: { component: "kube-proxy", tier: "node-windows" },
      serviceAccountName: "windows-kube-proxy-initializer",
      system: "windows",
      containers: [
        {
          name: "pause",
          image: `${registry}/oss/kubernetes/windows-kube-proxy-initializer:v${version}`,
          resources: requests("100m", "100Mi"),
        },
      ],
    }),
  ];
}
