import { isJsonObject, type JsonObject } from "@byocni/base/core";

/** What tigera/operator makes of an Installation: the objects of Calico, or why it makes none. */
export type InstallationPlan =
  | { readonly ok: true; readonly objects: readonly JsonObject[] }
  /** The operator's own words (pkg/controller/installation/validation.go). */
  | { readonly ok: false; readonly error: string };

const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The network plugin that a provider's clusters are taken to have when none is named (core_controller.go). */
const pluginOfProvider: Readonly<Record<string, string>> = { AKS: "AzureVNET", EKS: "AmazonVPC", GKE: "GKE" };

interface Pool {
  readonly cidr: string;
  readonly encapsulation: string;
}

function poolsOf(network: JsonObject, calico: boolean, bgp: boolean): readonly Pool[] {
  const given = network["ipPools"];
  if (!Array.isArray(given)) {
    if (!calico) return [];
    return [{ cidr: "192.168.0.0/16", encapsulation: bgp ? "IPIP" : "VXLAN" }];
  }
  return (given as readonly unknown[]).filter(isJsonObject).map((pool) => ({
    cidr: textOf(pool["cidr"]),
    encapsulation: textOf(pool["encapsulation"]) || (calico ? "IPIP" : "None"),
  }));
}

function problemOf(pools: readonly Pool[], calico: boolean, bgp: boolean): string | undefined {
  for (const { encapsulation } of pools) {
    if (!calico && encapsulation !== "None") {
      return `${encapsulation} is invalid for ipPool.encapsulation when using non-Calico CNI, should be None`;
    }
    if (bgp || !calico) continue;
    if (encapsulation.startsWith("IPIP")) return "IPIP encapsulation requires that BGP is enabled";
    if (encapsulation === "None") {
      return "with BIRD cluster routing mode, unencapsulated IP pools require that BGP is enabled";
    }
  }
  return undefined;
}

const namespace = "calico-system";
const version = "v3.32.0";

function conflist(): string {
  const calico = {
    type: "calico",
    datastore_type: "kubernetes",
    mtu: 0,
    nodename_file_optional: false,
    log_level: "Info",
    log_file_path: "/var/log/calico/cni/cni.log",
    ipam: { type: "calico-ipam", assign_ipv4: "true", assign_ipv6: "false" },
    container_settings: { allow_ip_forwarding: false },
    policy: { type: "k8s" },
    kubernetes: { kubeconfig: "__KUBECONFIG_FILEPATH__" },
  };
  const plugins = [
    calico,
    { type: "bandwidth", capabilities: { bandwidth: true } },
    { type: "portmap", snat: true, capabilities: { portMappings: true } },
  ];
  return JSON.stringify({ name: "k8s-pod-network", cniVersion: "0.3.1", plugins }, undefined, 2);
}

const named = (apiVersion: string, kind: string, name: string, rest: JsonObject = {}): JsonObject => ({
  apiVersion,
  kind,
  metadata: { name, namespace },
  ...rest,
});
const hostPath = (name: string, path: string, type = ""): JsonObject => ({ name, hostPath: { path, type } });
const nodeName = { name: "KUBERNETES_NODE_NAME", valueFrom: { fieldRef: { fieldPath: "spec.nodeName" } } };

function calicoNode(pool: Pool | undefined, calico: boolean): JsonObject {
  const labels = { "k8s-app": "calico-node" };
  const installCni = {
    name: "install-cni",
    image: `quay.io/calico/cni:${version}`,
    command: ["/opt/cni/bin/install"],
    env: [
      { name: "CNI_CONF_NAME", value: "10-calico.conflist" },
      { name: "SLEEP", value: "false" },
      { name: "CNI_NET_DIR", value: "/etc/cni/net.d" },
      { name: "CNI_NETWORK_CONFIG", valueFrom: { configMapKeyRef: { name: "cni-config", key: "config" } } },
      nodeName,
    ],
    volumeMounts: [
      { name: "cni-bin-dir", mountPath: "/host/opt/cni/bin" },
      { name: "cni-net-dir", mountPath: "/host/etc/cni/net.d" },
    ],
  };
  const spec = {
    hostNetwork: true,
    priorityClassName: "system-node-critical",
    serviceAccountName: "calico-node",
    nodeSelector: { "kubernetes.io/os": "linux" },
    tolerations: [
      { key: "CriticalAddonsOnly", operator: "Exists" },
      { effect: "NoSchedule", operator: "Exists" },
      { effect: "NoExecute", operator: "Exists" },
    ],
    initContainers: calico ? [installCni] : [],
    containers: [
      {
        name: "calico-node",
        image: `quay.io/calico/node:${version}`,
        env: [
          { name: "DATASTORE_TYPE", value: "kubernetes" },
          ...(pool ? [{ name: "CALICO_IPV4POOL_CIDR", value: pool.cidr }] : []),
          nodeName,
        ],
        volumeMounts: [
          { name: "var-lib-calico", mountPath: "/var/lib/calico" },
          { name: "var-run-calico", mountPath: "/var/run/calico" },
        ],
      },
    ],
    volumes: [
      hostPath("var-lib-calico", "/var/lib/calico", "DirectoryOrCreate"),
      hostPath("var-run-calico", "/var/run/calico", "DirectoryOrCreate"),
      ...(calico ? [hostPath("cni-bin-dir", "/opt/cni/bin"), hostPath("cni-net-dir", "/etc/cni/net.d")] : []),
    ],
  };
  return named("apps/v1", "DaemonSet", "calico-node", {
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  });
}

function kubeControllers(): JsonObject {
  const labels = { "k8s-app": "calico-kube-controllers" };
  const spec = {
    priorityClassName: "system-cluster-critical",
    serviceAccountName: "calico-kube-controllers",
    nodeSelector: { "kubernetes.io/os": "linux" },
    tolerations: [{ key: "CriticalAddonsOnly", operator: "Exists" }],
    containers: [{ name: "calico-kube-controllers", image: `quay.io/calico/kube-controllers:${version}` }],
  };
  return named("apps/v1", "Deployment", "calico-kube-controllers", {
    spec: { replicas: 1, selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  });
}

/** What the operator does about `installations.operator.tigera.io/default`. */
export function planInstallation(installation: JsonObject): InstallationPlan {
  const spec = objectOf(installation["spec"]);
  const network = objectOf(spec["calicoNetwork"]);
  const provider = textOf(spec["kubernetesProvider"]);
  const plugin = textOf(objectOf(spec["cni"])["type"]) || (pluginOfProvider[provider] ?? "Calico");
  const calico = plugin === "Calico";
  const bgp = calico && textOf(network["bgp"]) !== "Disabled";
  const pools = poolsOf(network, calico, bgp);
  const problem = problemOf(pools, calico, bgp);
  if (problem !== undefined) return { ok: false, error: problem };
  return {
    ok: true,
    objects: [
      { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } },
      named("v1", "ServiceAccount", "calico-node"),
      named("v1", "ServiceAccount", "calico-kube-controllers"),
      // With another plugin Calico only carries out policies: it writes no configuration.
      ...(calico ? [named("v1", "ConfigMap", "cni-config", { data: { config: conflist() } })] : []),
      calicoNode(pools[0], calico),
      kubeControllers(),
    ],
  };
}
