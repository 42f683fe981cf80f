import { isJsonObject, type JsonObject } from "@byocni/base/core";
import { hostLocal } from "./host-local.ts";
import { objectOf, type PluginCall, PluginError, type PluginModel, type PluginResult, textOf } from "./plugin-model.ts";

/** Asks the IPAM plugin of a configuration; no IPAM: no addresses. */
export function delegateIpam(call: PluginCall, command: "ADD" | "DEL"): PluginResult {
  const type = textOf(objectOf(call.configuration, "ipam"), "type");
  return type === "" ? { ips: [] } : call.delegate(command, type, call.configuration);
}

function releaseIpam(call: PluginCall): void {
  delegateIpam(call, "DEL");
}

const flag = (configuration: JsonObject, key: string): boolean => configuration[key] === true;

/** bridge: as a gateway it gives the bridge an address, which another network's must not already be there. */
const bridge: PluginModel = {
  add(call) {
    const { configuration, node } = call;
    const name = textOf(configuration, "bridge") || "cni0";
    const result = delegateIpam(call, "ADD");
    const gateways = flag(configuration, "isGateway") || flag(configuration, "isDefaultGateway");
    for (const ip of gateways ? result.ips : []) {
      if (ip.gateway === undefined || ip.gateway.includes(":")) continue;
      const wanted = `${ip.gateway}/${ip.address.split("/")[1] ?? ""}`;
      const there = node.bridges.get(name);
      if (there !== undefined && there !== wanted && !flag(configuration, "forceAddress")) {
        releaseIpam(call);
        throw new PluginError(
          `failed to set bridge addr: "${name}" already has an IP address different from ${wanted}`,
        );
      }
      node.bridges.set(name, wanted);
    }
    if (!node.bridges.has(name)) node.bridges.set(name, "");
    return result;
  },
  remove: releaseIpam,
};

/** Plugins with an interface of their own and addresses from IPAM. */
const interfacePlugin: PluginModel = { add: (call) => delegateIpam(call, "ADD"), remove: releaseIpam };

/** Plugins that only make sense behind another one. */
const chained: PluginModel = {
  add({ previous }) {
    if (!previous) throw new PluginError("must be called as chained plugin");
    return previous;
  },
};

/** Plugins that pass on what came before them, if anything did. */
const passing: PluginModel = { add: ({ previous }) => previous ?? { ips: [] } };

const staticIpam: PluginModel = {
  add({ configuration }) {
    const addresses = objectOf(configuration, "ipam")["addresses"];
    const list: readonly unknown[] = Array.isArray(addresses) ? addresses : [];
    return { ips: list.filter(isJsonObject).map((item) => ({ address: textOf(item, "address") })) };
  },
};

/** The plugins of containernetworking/plugins, which AKS nodes carry. */
export const standardPlugins: Readonly<Record<string, PluginModel>> = {
  bridge,
  ptp: interfacePlugin,
  macvlan: interfacePlugin,
  ipvlan: interfacePlugin,
  vlan: interfacePlugin,
  "host-device": interfacePlugin,
  dummy: interfacePlugin,
  tap: interfacePlugin,
  loopback: { add: () => ({ ips: [{ address: "127.0.0.1/8" }] }) },
  "host-local": hostLocal,
  static: staticIpam,
  dhcp: {
    add() {
      throw new PluginError(
        "error dialing DHCP daemon: dial unix /run/cni/dhcp.sock: connect: no such file or directory",
      );
    },
  },
  portmap: chained,
  bandwidth: chained,
  firewall: chained,
  tuning: passing,
  sbr: chained,
  vrf: chained,
};
