import { cidrContains, firstAddress, formatAddress, isJsonObject, nthAddress, parseCidr } from "@byocni/base/core";
import type { ImageCatalog } from "../images/image-model.ts";
import { type Behaviour, runForever } from "./behaviour.ts";
import { flagValue, klog, networkIsUp, nodePodCidr } from "./common.ts";

/** Copies a configuration into the node's directory. */
const installConf: Behaviour = (call) => {
  const [, source = "", target = ""] = call.argv;
  if (!call.files.stat(source)) {
    call.err(`open ${source}: no such file or directory\n`);
    return 1;
  }
  call.files.writeFile(target, call.files.readBytes(source));
  return 0;
};

function readNetwork(text: string): string | undefined {
  const value: unknown = JSON.parse(text);
  const network = isJsonObject(value) ? value["Network"] : undefined;
  return typeof network === "string" ? network : undefined;
}

/** flanneld takes the node's own pod range and writes it down for the plugin; without one it ends. */
const flanneld: Behaviour = async (call, context) => {
  const failed = (text: string): number => {
    klog(call, "E", "main.go:377", `Error registering network: failed to acquire lease: ${text}`);
    return 1;
  };
  context.setHealth({ ready: false });
  const refused = await context.connect(call);
  const { node } = context;
  if (refused !== undefined) {
    const place = `pods "${context.pod.name}": Get "https://${call.environment.get("KUBERNETES_SERVICE_HOST") ?? ""}:443/api/v1/namespaces/${context.pod.namespace}/pods/${context.pod.name}": ${refused}`;
    klog(
      call,
      "E",
      "main.go:233",
      `Failed to create SubnetManager: error retrieving pod spec for '${context.pod.namespace}/${context.pod.name}': ${place}`,
    );
    return 1;
  }
  const network = readNetwork(
    call.files.readText(flagValue(call.argv, "net-config-path") ?? "/etc/kube-flannel/net-conf.json"),
  );
  const podCidr = await nodePodCidr(context);
  if (podCidr === undefined) return failed(`node ${JSON.stringify(node.name)} pod cidr not assigned`);
  const pool = parseCidr(network ?? "");
  const subnet = parseCidr(podCidr);
  if (!subnet.ok) return failed(`invalid CIDR address: ${podCidr}`);
  if (!pool.ok || !cidrContains(pool.value.cidr, firstAddress(subnet.value.cidr))) {
    return failed(
      `subnet ${JSON.stringify(network ?? "")} specified in the flannel net config doesn't contain ${JSON.stringify(podCidr)} PodCIDR of the ${JSON.stringify(node.name)} node`,
    );
  }
  const first = nthAddress(subnet.value.cidr, 1) ?? firstAddress(subnet.value.cidr);
  const lines = [
    `FLANNEL_NETWORK=${network}`,
    `FLANNEL_SUBNET=${formatAddress(first)}/${subnet.value.cidr.prefixLength}`,
    "FLANNEL_MTU=1450",
    `FLANNEL_IPMASQ=${call.argv.some((word) => /^--ip-masq(?:=true)?$/.test(word))}`,
  ];
  call.files.makeDirectory("/run/flannel", { parents: true });
  call.files.writeFile("/run/flannel/subnet.env", `${lines.join("\n")}\n`);
  node.runDaemon("flanneld", { podCidr }, call.signal);
  await networkIsUp(context, call, "FlannelIsUp", "Flannel is running on this node");
  context.setHealth({ ready: true });
  return runForever(call);
};

export const flannelImages: ImageCatalog = [
  { repository: /\/flannel-cni-plugin$/, files: { "/flannel": { program: "flannel" } } },
  {
    repository: /\/flannel$/,
    entrypoint: ["/opt/bin/flanneld"],
    programs: { flanneld, "install-conf": installConf },
  },
];
