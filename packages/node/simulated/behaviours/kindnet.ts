import type { ImageCatalog } from "../images/image-model.ts";
import { type Behaviour, runForever } from "./behaviour.ts";
import { klog, waitForPodCidr, writeAtomically } from "./common.ts";

/** kindnetd writes its configuration once the node has a pod range of its own. */
const kindnetd: Behaviour = async (call, context) => {
  const { node } = context;
  const own = call.argv.some((word) => word.startsWith("--disable-cni"));
  const podCidr = await waitForPodCidr(call, context, `Node ${node.name} has no CIDR, ignoring`);
  const ranges = [[{ subnet: podCidr }]];
  const portmap = { type: "portmap", capabilities: { portMappings: true } };
  // The project of its own has its own plugin; the one that kind ships uses the standard ones.
  const plugins = own
    ? [{ type: "cni-kindnet", ranges: [podCidr], capabilities: { portMappings: true } }]
    : [
        {
          type: "ptp",
          ipMasq: false,
          ipam: { type: "host-local", dataDir: "/run/cni-ipam-state", routes: [{ dst: "0.0.0.0/0" }], ranges },
          mtu: 1500,
        },
        portmap,
      ];
  const conf = { cniVersion: own ? "0.4.0" : "0.3.1", name: "kindnet", plugins };
  if (own) node.runDaemon("kindnetd", { podCidr }, call.signal);
  writeAtomically(call, "/etc/cni/net.d/10-kindnet.conflist", `${JSON.stringify(conf, undefined, 2)}\n`);
  klog(call, "I", "main.go:204", `handling current node`);
  return runForever(call);
};

export const kindnetImages: ImageCatalog = [
  {
    repository: /\/kindnetd$/,
    entrypoint: ["/bin/kindnetd"],
    files: { "/opt/cni/bin/cni-kindnet": { program: "cni-kindnet" } },
    programs: { kindnetd },
  },
];
