import { isJsonObject, type JsonObject } from "@byocni/base/core";
import { hostLocal } from "./host-local.ts";
import { objectOf, type PluginCall, PluginError, type PluginModel, type PluginResult, textOf } from "./plugin-model.ts";
import { delegateIpam } from "./standard-plugins.ts";

/** Addresses of one range of the node, taken and kept as host-local does. */
function fromRange(call: PluginCall, command: "ADD" | "DEL", network: string, subnet: string): PluginResult {
  const configuration = { name: network, ipam: { type: "host-local", subnet } };
  if (command === "ADD") return hostLocal.add({ ...call, configuration });
  hostLocal.remove?.({ ...call, configuration });
  return { ips: [] };
}

/** A plugin whose addresses its daemon on the node gives: `daemon` must run, and offer a `podCidr`. */
function agentPlugin(daemon: string, refusal: (call: PluginCall) => string): PluginModel {
  const subnetOf = (call: PluginCall): string => textOf(call.node.daemons.get(daemon) ?? {}, "podCidr");
  return {
    add(call) {
      const subnet = subnetOf(call);
      if (subnet === "") throw new PluginError(refusal(call));
      return fromRange(call, "ADD", daemon, subnet);
    },
    remove: (call) => void fromRange(call, "DEL", daemon, ""),
  };
}

/** flannel: what its daemon has written to subnet.env, handed on to bridge. */
function flannelDelegate(call: PluginCall): JsonObject {
  const file = textOf(call.configuration, "subnetFile") || "/run/flannel/subnet.env";
  if (!call.node.files.stat(file)) {
    throw new PluginError(`loadFlannelSubnetEnv failed: open ${file}: no such file or directory`);
  }
  const subnet = /^FLANNEL_SUBNET=(.*)$/m.exec(call.node.files.readText(file))?.[1] ?? "";
  if (subnet === "") {
    throw new PluginError(`loadFlannelSubnetEnv failed: ${file} is missing FLANNEL_SUBNET`);
  }
  const network = subnet.replace(/^(\d+\.\d+\.\d+)\.\d+\//, "$1.0/");
  const given = objectOf(call.configuration, "delegate");
  return {
    type: "bridge",
    isGateway: true,
    ...given,
    name: textOf(call.configuration, "name"),
    cniVersion: textOf(call.configuration, "cniVersion"),
    ipam: { type: "host-local", subnet: network, ...objectOf(call.configuration, "ipam") },
  };
}

const flannel: PluginModel = {
  versions: ["0.1.0", "0.2.0", "0.3.0", "0.3.1", "0.4.0", "1.0.0"],
  add: (call) => {
    const delegate = flannelDelegate(call);
    return call.delegate("ADD", textOf(delegate, "type"), delegate);
  },
  remove(call) {
    // The real plugin keeps what it delegated and ignores a DEL without it.
    if (!call.node.files.stat(textOf(call.configuration, "subnetFile") || "/run/flannel/subnet.env")) return;
    const delegate = flannelDelegate(call);
    call.delegate("DEL", textOf(delegate, "type"), delegate);
  },
};

const calico: PluginModel = {
  versions: ["0.1.0", "0.2.0", "0.3.0", "0.3.1", "0.4.0", "1.0.0"],
  add(call) {
    const file = "/var/lib/calico/nodename";
    if (!call.node.files.stat(file)) {
      throw new PluginError(
        `stat ${file}: no such file or directory: check that the calico/node container is running and has mounted /var/lib/calico/`,
      );
    }
    return delegateIpam(call, "ADD");
  },
  remove: (call) => void delegateIpam(call, "DEL"),
};

const calicoIpam: PluginModel = agentPlugin(
  "calico-node",
  () => "failed to request IPv4 addresses: Assigned 0 out of 1 requested IPv4 addresses; No IPs available in pools: []",
);

const ciliumAgent = agentPlugin(
  "cilium-agent",
  () =>
    'unable to connect to Cilium agent: failed to create cilium agent client after 30.000000 seconds timeout: Get "http://localhost/v1/config": dial unix /var/run/cilium/cilium.sock: connect: no such file or directory\nIs the agent running?',
);

/** With an IPAM of its own in the configuration the agent gives no addresses, but must be there. */
const cilium: PluginModel = {
  add(call) {
    if (textOf(objectOf(call.configuration, "ipam"), "type") === "" || !call.node.daemons.has("cilium-agent"))
      return ciliumAgent.add(call);
    return delegateIpam(call, "ADD");
  },
  remove(call) {
    if (textOf(objectOf(call.configuration, "ipam"), "type") === "") ciliumAgent.remove?.(call);
    else delegateIpam(call, "DEL");
  },
};

/** Azure's own IPAM: addresses that Azure has given the node. `azure-cns` gives them only while it runs. */
function azureIpam(needsService: boolean): PluginModel {
  return {
    add(call) {
      const { podAddresses, daemons } = call.node;
      if (needsService && !daemons.has("azure-cns"))
        throw new PluginError(
          'Failed to allocate pool: http request failed: Post "http://localhost:10090/network/requestipconfigs": dial tcp 127.0.0.1:10090: connect: connection refused',
        );
      if (!podAddresses) throw new PluginError("Failed to allocate pool: No address pools are available");
      const { subnet, first, last } = podAddresses;
      const range = { subnet, ...(first ? { rangeStart: first } : {}), ...(last ? { rangeEnd: last } : {}) };
      return hostLocal.add({ ...call, configuration: { name: "azure", ipam: { type: "host-local", ...range } } });
    },
    remove: (call) => void fromRange(call, "DEL", "azure", ""),
  };
}

const serviceIpam = azureIpam(true);

/** Asks azure-cns itself, or another IPAM plugin. */
const azureVnet: PluginModel = {
  add(call) {
    const asksService = textOf(objectOf(call.configuration, "ipam"), "type") === "azure-cns";
    return asksService ? serviceIpam.add(call) : delegateIpam(call, "ADD");
  },
  remove(call) {
    if (textOf(objectOf(call.configuration, "ipam"), "type") === "azure-cns") serviceIpam.remove?.(call);
    else delegateIpam(call, "DEL");
  },
};

/** Multus: the default network is its first delegate, or the file that it was told to follow. */
function multusNetwork(call: PluginCall): readonly JsonObject[] {
  const { configuration, node } = call;
  const delegates = configuration["delegates"];
  let network: JsonObject | undefined;
  if (Array.isArray(delegates)) network = (delegates as readonly unknown[]).find(isJsonObject);
  else {
    const named = textOf(configuration, "clusterNetwork");
    const path = named.replace(/^\/host(?:root)?\//, "/");
    if (path === "" || !node.files.stat(path)) {
      throw new PluginError(
        `Multus: [//]: error getting k8s client or failed to get clusterNetwork/defaultNetworks: ${named}`,
      );
    }
    const parsed: unknown = JSON.parse(node.files.readText(path));
    if (isJsonObject(parsed)) network = parsed;
  }
  if (!network) throw new PluginError("Multus: no delegates");
  const list = network["plugins"];
  const shared = { name: textOf(network, "name"), cniVersion: textOf(network, "cniVersion") };
  const plugins = Array.isArray(list) ? (list as readonly unknown[]).filter(isJsonObject) : [network];
  return plugins.map((plugin) => ({ ...plugin, ...shared }));
}

const multus: PluginModel = {
  add(call) {
    let result: PluginResult | undefined;
    for (const plugin of multusNetwork(call)) {
      const prevResult = result ? { ips: result.ips.map((ip) => ({ ...ip })) } : undefined;
      result = call.delegate("ADD", textOf(plugin, "type"), prevResult ? { ...plugin, prevResult } : plugin);
    }
    return result ?? { ips: [] };
  },
  remove(call) {
    for (const plugin of multusNetwork(call).toReversed()) call.delegate("DEL", textOf(plugin, "type"), plugin);
  },
};

/** A plugin of which only its name is known: addresses of the node's block of the cluster's pod range. */
export const unknownPlugin: PluginModel = {
  add(call) {
    if (call.previous && call.previous.ips.length > 0) return call.previous;
    const type = textOf(objectOf(call.configuration, "ipam"), "type");
    if (type !== "" && type !== textOf(call.configuration, "type")) return delegateIpam(call, "ADD");
    const { cluster, name } = call.node;
    const subnet = cluster.block(cluster.podCidr, 24, name);
    if (subnet === undefined) throw new PluginError("no address range is left for this node");
    return fromRange(call, "ADD", "byocni-default", subnet);
  },
  remove: (call) => void fromRange(call, "DEL", "byocni-default", ""),
};

/** Plugins of the networks that people bring. */
export const cniPlugins: Readonly<Record<string, PluginModel>> = {
  flannel,
  calico,
  "calico-ipam": calicoIpam,
  "cilium-cni": cilium,
  "azure-vnet": azureVnet,
  "azure-vnet-ipam": azureIpam(false),
  "azure-ipam": serviceIpam,
  antrea: agentPlugin(
    "antrea-agent",
    () =>
      'rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial unix /var/run/antrea/cni.sock: connect: no such file or directory"',
  ),
  "cni-kindnet": agentPlugin("kindnetd", () => "no IP ranges specified"),
  "weave-net": agentPlugin(
    "weave",
    () =>
      'unable to allocate IP address: Post "http://127.0.0.1:6784/ip": dial tcp 127.0.0.1:6784: connect: connection refused',
  ),
  "kube-ovn": agentPlugin(
    "kube-ovn-cni",
    () =>
      'RPC failed; request ip return 500: Post "http://dummy/api/v1/add": dial unix /run/openvswitch/kube-ovn-daemon.sock: connect: no such file or directory',
  ),
  multus,
  "multus-shim": multus,
};
