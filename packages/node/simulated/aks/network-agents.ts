import type { JsonObject } from "@byocni/base/core";
import type { AksNetwork } from "./network-options.ts";
import { addon, managedLabels, nodeAgent, serviceAccount, systemObject, type SystemObject } from "./object-parts.ts";

const requests = (cpu: string, memory: string): JsonObject => ({ requests: { cpu, memory } });
const nodeNameEnv: JsonObject = {
  name: "NODENAME",
  valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "spec.nodeName" } },
};

/** Where azure-cns puts the configuration, and which one (Azure/azure-container-networking, cns/cniconflist). */
function cnsConfiguration({ mode, dataplane }: AksNetwork): { readonly path: string; readonly scenario: string } {
  if (dataplane === "cilium") return { path: "/etc/cni/net.d/05-cilium.conflist", scenario: "cilium" };
  return mode === "overlay"
    ? { path: "/etc/cni/net.d/15-azure-swift-overlay.conflist", scenario: "v4overlay" }
    : { path: "/etc/cni/net.d/15-azure-swift.conflist", scenario: "swift" };
}

/** azure-cns: puts plugins and configuration into place and gives pods their addresses. */
function containerNetworkService(network: AksNetwork, registry: string): SystemObject[] {
  const { path, scenario } = cnsConfiguration(network);
  const plugins = network.dataplane === "cilium" ? ["azure-ipam"] : ["azure-vnet", "azure-vnet-telemetry"];
  const installer = network.dataplane === "cilium" ? "azure-ipam:v0.4.0" : "azure-cni:v1.6.30";
  const configuration = {
    ChannelMode: "CRD",
    EnableCNIConflistGeneration: true,
    CNIConflistFilepath: path,
    CNIConflistScenario: scenario,
  };
  return [
    serviceAccount("azure-cns"),
    systemObject("v1", "ConfigMap", "cns-config", {
      data: { "cns_config.json": `${JSON.stringify(configuration, undefined, 2)}\n` },
    }),
    nodeAgent({
      name: "azure-cns",
      labels: { "k8s-app": "azure-cns" },
      serviceAccountName: "azure-cns",
      initContainers: [
        {
          name: "cni-installer",
          image: `${registry}/containernetworking/${installer}`,
          command: ["/dropgz"],
          args: ["deploy", ...plugins.flatMap((plugin) => [plugin, "-o", `/opt/cni/bin/${plugin}`])],
          volumeMounts: [{ name: "cni-bin", mountPath: "/opt/cni/bin" }],
        },
      ],
      containers: [
        {
          name: "cns-container",
          image: `${registry}/containernetworking/azure-cns:v1.6.30`,
          args: ["-c", "tcp://$(CNSIpAddress):$(CNSPort)", "-t", "$(CNSLogTarget)", "-o", "/var/log"],
          env: [
            { name: "CNSIpAddress", value: "127.0.0.1" },
            { name: "CNSPort", value: "10090" },
            { name: "CNSLogTarget", value: "stdoutfile" },
            { name: "CNS_CONFIGURATION_PATH", value: "/etc/azure-cns/cns_config.json" },
            nodeNameEnv,
          ],
          resources: requests("40m", "250Mi"),
          volumeMounts: [
            { name: "cns-config", mountPath: "/etc/azure-cns" },
            { name: "cni-conflist", mountPath: "/etc/cni/net.d" },
          ],
        },
      ],
      volumes: [
        { name: "cns-config", configMap: { name: "cns-config" } },
        { name: "cni-conflist", hostPath: { path: "/etc/cni/net.d", type: "DirectoryOrCreate" } },
        { name: "cni-bin", hostPath: { path: "/opt/cni/bin", type: "DirectoryOrCreate" } },
      ],
    }),
  ];
}

function masquerading(registry: string, clusterCidrs: readonly string[]): SystemObject[] {
  return [
    serviceAccount("azure-ip-masq-agent"),
    systemObject("v1", "ConfigMap", "azure-ip-masq-agent-config-reconciled", {
      data: {
        "ip-masq-agent-reconciled": `nonMasqueradeCIDRs:\n${clusterCidrs.map((cidr) => `  - ${cidr}\n`).join("")}masqLinkLocal: true\n`,
      },
    }),
    nodeAgent({
      name: "azure-ip-masq-agent",
      labels: { "k8s-app": "azure-ip-masq-agent" },
      serviceAccountName: "azure-ip-masq-agent",
      containers: [
        {
          name: "azure-ip-masq-agent",
          image: `${registry}/aks/ip-masq-agent-v2:v0.1.15`,
          args: ["--resync-interval=60"],
          resources: requests("50m", "30Mi"),
        },
      ],
    }),
  ];
}

/** AKS's own Cilium: routes and policies are its own, addresses come from azure-cns. */
function cilium(registry: string): SystemObject[] {
  return [
    serviceAccount("cilium"),
    serviceAccount("cilium-operator"),
    systemObject("v1", "ConfigMap", "cilium-config", {
      data: {
        "auto-direct-node-routes": "false",
        "enable-ipv4": "true",
        ipam: "delegated-plugin",
        "kube-proxy-replacement": "true",
        "local-router-ipv4": "169.254.23.0",
        "routing-mode": "native",
      },
    }),
    nodeAgent({
      name: "cilium",
      labels: { "k8s-app": "cilium" },
      serviceAccountName: "cilium",
      initContainers: [
        {
          name: "install-cni-binaries",
          image: `${registry}/oss/cilium/cilium:v1.17.4`,
          command: ["/install-plugin.sh"],
          volumeMounts: [{ name: "cni-path", mountPath: "/host/opt/cni/bin" }],
        },
      ],
      containers: [
        {
          name: "cilium-agent",
          image: `${registry}/oss/cilium/cilium:v1.17.4`,
          command: ["cilium-agent"],
          args: ["--config-dir=/tmp/cilium/config-map"],
          resources: requests("100m", "300Mi"),
          securityContext: { privileged: true },
          volumeMounts: [{ name: "cilium-config-path", mountPath: "/tmp/cilium/config-map", readOnly: true }],
        },
      ],
      volumes: [
        { name: "cilium-config-path", configMap: { name: "cilium-config" } },
        { name: "cni-path", hostPath: { path: "/opt/cni/bin", type: "DirectoryOrCreate" } },
      ],
    }),
    addon({
      name: "cilium-operator",
      labels: { "io.cilium/app": "operator", name: "cilium-operator" },
      replicas: 2,
      serviceAccountName: "cilium-operator",
      containers: [
        {
          name: "cilium-operator",
          image: `${registry}/oss/cilium/operator-generic:v1.17.4`,
          command: ["cilium-operator-generic"],
          args: ["--config-dir=/tmp/cilium/config-map"],
          resources: requests("10m", "32Mi"),
          volumeMounts: [{ name: "cilium-config-path", mountPath: "/tmp/cilium/config-map", readOnly: true }],
        },
      ],
      volumes: [{ name: "cilium-config-path", configMap: { name: "cilium-config" } }],
    }),
  ];
}

/** Azure network policy manager. */
function azurePolicy(registry: string): SystemObject[] {
  return [
    serviceAccount("azure-npm"),
    nodeAgent({
      name: "azure-npm",
      labels: { "k8s-app": "azure-npm" },
      serviceAccountName: "azure-npm",
      containers: [
        {
          name: "azure-npm",
          image: `${registry}/containernetworking/azure-npm:v1.6.29`,
          args: ["start"],
          resources: requests("10m", "300Mi"),
          securityContext: { privileged: true },
        },
      ],
    }),
  ];
}

/** Calico as AKS installs it: for policies only, so nothing of it touches the nodes' CNI configuration. */
function calicoPolicy(registry: string): SystemObject[] {
  const system = "calico-system";
  const inNamespace = (object: SystemObject, name: string): SystemObject => ({
    ...object,
    metadata: { ...object.metadata, namespace: name },
  });
  const operator = "tigera-operator";
  return [
    ...[system, operator].map((name): SystemObject => ({
      apiVersion: "v1",
      kind: "Namespace",
      metadata: { name, labels: managedLabels },
    })),
    ...["calico-node", "calico-typha", "calico-kube-controllers"].map((name) =>
      inNamespace(serviceAccount(name), system),
    ),
    inNamespace(serviceAccount(operator), operator),
    inNamespace(
      nodeAgent({
        name: "calico-node",
        labels: { "k8s-app": "calico-node" },
        serviceAccountName: "calico-node",
        containers: [
          {
            name: "calico-node",
            image: `${registry}/oss/calico/node:v3.30.2`,
            env: [
              { name: "CALICO_NETWORKING_BACKEND", value: "none" },
              { name: "FELIX_INTERFACEPREFIX", value: "azv" },
            ],
            securityContext: { privileged: true },
          },
        ],
      }),
      system,
    ),
    ...(["calico-typha", "calico-kube-controllers"] as const).map((name) =>
      inNamespace(
        addon({
          name,
          labels: { "k8s-app": name },
          replicas: 1,
          serviceAccountName: name,
          containers: [{ name, image: `${registry}/oss/calico/${name.replace("calico-", "")}:v3.30.2` }],
        }),
        system,
      ),
    ),
    inNamespace(
      addon({
        name: operator,
        labels: { "k8s-app": operator, name: operator },
        replicas: 1,
        serviceAccountName: operator,
        // AKS writes the objects that the operator would make: it has nothing to do here.
        containers: [{ name: operator, image: `${registry}/oss/tigera/aks-operator:v1.38.3` }],
      }),
      operator,
    ),
  ];
}

/** What AKS runs because it networks the cluster itself. */
export function networkAgents(
  network: AksNetwork | undefined,
  registry: string,
  clusterCidrs: readonly string[],
): SystemObject[] {
  if (!network) return [];
  const isAzure = network.plugin === "azure";
  const usesCns = isAzure && (network.mode !== "nodeSubnet" || network.dataplane === "cilium");
  return [
    ...(usesCns ? containerNetworkService(network, registry) : []),
    ...(isAzure ? masquerading(registry, clusterCidrs) : []),
    ...(network.dataplane === "cilium" ? cilium(registry) : []),
    ...(network.policy === "azure" ? azurePolicy(registry) : []),
    ...(network.policy === "calico" ? calicoPolicy(registry) : []),
  ];
}
