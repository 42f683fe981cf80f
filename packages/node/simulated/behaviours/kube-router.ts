import { isJsonObject } from "@byocni/base/core";
import type { ImageCatalog } from "../images/image-model.ts";
import { type Behaviour, runForever } from "./behaviour.ts";
import { flagValue, installBinaries, klog, nodePodCidr, writeAtomically } from "./common.ts";

/** kube-router as router needs the node's pod range, which it writes into the configuration for host-local. */
const kubeRouter: Behaviour = async (call, context) => {
  const { node } = context;
  const enabled = (name: string): boolean => flagValue(call.argv, name) !== "false";
  const podCidr = await nodePodCidr(context);
  if ((enabled("run-router") || enabled("run-service-proxy")) && podCidr === undefined) {
    klog(
      call,
      "E",
      "kube-router.go:38",
      `Failed to run kube-router: failed to create network services controller: failed to get pod CIDR details from Node.spec: node.Spec.PodCIDR not set for node: ${node.name}`,
    );
    return 1;
  }
  if (enabled("run-service-proxy")) node.runDaemon("service-proxy", {}, call.signal);
  const path = call.environment.get("KUBE_ROUTER_CNI_CONF_FILE") ?? "/etc/cni/net.d/10-kuberouter.conf";
  if (enabled("run-router") && podCidr !== undefined && call.files.stat(path)) {
    const conf: unknown = JSON.parse(call.files.readText(path));
    const withSubnet = (plugin: unknown): unknown =>
      isJsonObject(plugin) && isJsonObject(plugin["ipam"])
        ? { ...plugin, ipam: { ...plugin["ipam"], subnet: podCidr } }
        : plugin;
    if (isJsonObject(conf)) {
      const list = conf["plugins"];
      const filled = Array.isArray(list) ? { ...conf, plugins: list.map(withSubnet) } : withSubnet(conf);
      writeAtomically(call, path, JSON.stringify(filled));
    }
  }
  return runForever(call);
};

const cniInstall: Behaviour = (call) => {
  installBinaries(call, "/opt/cni/bin", ["bridge", "host-local", "loopback", "portmap", "tuning"]);
  return 0;
};

export const kubeRouterImages: ImageCatalog = [
  {
    repository: /\/kube-router$/,
    entrypoint: ["/usr/local/bin/kube-router"],
    files: { "/usr/local/bin/cni-install": { program: "kube-router-cni-install" } },
    programs: { "kube-router": kubeRouter, "cni-install": cniInstall, "kube-router-cni-install": cniInstall },
  },
];
