import type { ImageCatalog } from "../images/image-model.ts";
import { type Behaviour, runForever } from "./behaviour.ts";
import { flagValue, installBinaries, klog, networkIsUp, nodePodCidr } from "./common.ts";

const installCni: Behaviour = (call) => {
  const skipped = (call.environment.get("SKIP_CNI_BINARIES") ?? "").split(",");
  const others = ["loopback", "host-local", "portmap", "bandwidth"].filter((name) => !skipped.includes(name));
  installBinaries(call, "/host/opt/cni/bin", ["antrea", ...others]);
  const target = "/host/etc/cni/net.d/10-antrea.conflist";
  const source = "/etc/antrea/antrea-cni.conflist";
  if (!call.files.stat(source)) {
    call.err(`install: cannot stat '${source}': No such file or directory\n`);
    return 1;
  }
  // GNU install removes what is there and writes a new file.
  if (call.files.lstat(target)) call.files.remove(target);
  call.files.writeFile(target, call.files.readBytes(source), {
    mode: Number.parseInt(call.environment.get("CONFIG_FILE_MODE") ?? "644", 8),
  });
  return 0;
};

/** The ranges of `nodeIPAM` in the controller's configuration, when it is enabled. */
function nodeIpamRanges(text: string): string[] {
  const block = /^nodeIPAM:\n((?:[ \t#].*\n?|\n)*)/m.exec(text)?.[1] ?? "";
  if (!/^\s*enableNodeIPAM:\s*true\s*$/m.test(block)) return [];
  const list = /^\s*clusterCIDRs:\s*\[([^\]]*)\]/m.exec(block)?.[1];
  const names =
    list === undefined
      ? [...block.matchAll(/^\s*-\s*"?([0-9a-fA-F.:]+\/\d+)"?\s*$/gm)].map((match) => match[1] ?? "")
      : list.split(",");
  return names.map((name) => name.replace(/["'\s]/g, "")).filter((name) => name !== "");
}

const controller: Behaviour = (call, context) => {
  const path = flagValue(call.argv, "config") ?? "/etc/antrea/antrea-controller.conf";
  const [range] = call.files.stat(path) ? nodeIpamRanges(call.files.readText(path)) : [];
  if (range !== undefined) context.node.cluster.announce("antrea-node-ipam", { range });
  return runForever(call);
};

const agent: Behaviour = async (call, context) => {
  const { node } = context;
  context.setHealth({ ready: false });
  let podCidr = await nodePodCidr(context);
  if (podCidr === undefined) {
    // With nodeIPAM the controller gives every node a range; its configuration says so.
    const config = (await context.get("configmaps", "antrea-config", context.pod.namespace))?.["data"];
    const text = (config as Readonly<Record<string, string>> | undefined)?.["antrea-controller.conf"] ?? "";
    if (nodeIpamRanges(text).length === 0) {
      const cause = `Spec.PodCIDR is empty for Node ${node.name}. Please make sure --allocate-node-cidrs is enabled for kube-controller-manager and --cluster-cidr specifies a sufficient CIDR range, or nodeIPAM is enabled for antrea-controller`;
      klog(call, "F", "main.go:54", `Error running agent: error initializing agent: ${cause}`);
      return 1;
    }
    const { range } = await node.cluster.announced("antrea-node-ipam", call.signal);
    podCidr = node.cluster.block(String(range), 24, node.name) ?? "";
  }
  node.runDaemon("antrea-agent", { podCidr }, call.signal);
  await networkIsUp(context, call, "AntreaIsUp", "Antrea is running on this node");
  context.setHealth({ ready: true });
  return runForever(call);
};

export const antreaImages: ImageCatalog = [
  {
    repository: /\/antrea-agent-ubuntu$|\/antrea-ubuntu$|\/antrea-agent-ubi$/,
    programs: {
      install_cni: installCni,
      "antrea-agent": agent,
      start_ovs: runForever,
      "antrea-controller": controller,
    },
  },
  { repository: /\/antrea-controller-ub/, programs: { "antrea-controller": controller } },
];
