import type { JsonObject } from "@byocni/base/core";
import { binaryContent } from "../images/binary.ts";

const text = (value: JsonObject): string => `${JSON.stringify(value, undefined, 3)}\n`;

/** Files of a machine whose pods have addresses of the node's own subnet, by path. */
export function azureNodeFiles(): Readonly<Record<string, string>> {
  const plugins = ["azure-vnet", "azure-vnet-ipam", "azure-vnet-telemetry"];
  return {
    ...Object.fromEntries(plugins.map((name) => [`/opt/cni/bin/${name}`, binaryContent(name)])),
    "/etc/cni/net.d/10-azure.conflist": text(azureConflist),
  };
}

/** Files of a machine of a kubenet cluster. @param podCidr the node's own range */
export function kubenetNodeFiles(podCidr: string): Readonly<Record<string, string>> {
  return { "/etc/cni/net.d/10-containerd-net.conflist": text(kubenetConflist(podCidr)) };
}

/** What the node image holds for pods with addresses of the node's own subnet: `/etc/cni/net.d/10-azure.conflist`. */
export const azureConflist: JsonObject = {
  cniVersion: "0.3.0",
  name: "azure",
  plugins: [
    {
      type: "azure-vnet",
      mode: "transparent",
      ipsToRouteViaHost: ["169.254.20.10"],
      ipam: { type: "azure-vnet-ipam" },
    },
    { type: "portmap", capabilities: { portMappings: true }, snat: true },
  ],
};

/**
 * What containerd makes of its template for kubenet once the node has a range: `10-containerd-net.conflist`.
 * @param podCidr the node's own range
 */
function kubenetConflist(podCidr: string): JsonObject {
  return {
    cniVersion: "0.3.1",
    name: "kubenet",
    plugins: [
      {
        type: "bridge",
        bridge: "cbr0",
        mtu: 1500,
        addIf: "eth0",
        isGateway: true,
        ipMasq: false,
        promiscMode: true,
        hairpinMode: false,
        ipam: { type: "host-local", ranges: [[{ subnet: podCidr }]], routes: [{ dst: "0.0.0.0/0" }] },
      },
      { type: "portmap", capabilities: { portMappings: true }, externalSetMarkChain: "KUBE-MARK-MASQ" },
    ],
  };
}
