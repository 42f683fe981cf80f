import type { ImageCatalog } from "../images/image-model.ts";
import type { ProgramCall } from "../shell/index.ts";
import { type Behaviour, type ContainerContext, runForever } from "./behaviour.ts";
import { installBinaries, networkIsUp, writeAtomically } from "./common.ts";

const binaries = ["bandwidth", "calico", "calico-ipam", "flannel", "host-local", "loopback", "portmap", "tuning"];
const confDirectory = "/host/etc/cni/net.d";

/** The kubeconfig that the plugin would use; its token is the container's own. */
function kubeconfig(call: ProgramCall): string {
  const tokenFile = "/var/run/secrets/kubernetes.io/serviceaccount/token";
  const token = call.files.stat(tokenFile) ? call.files.readText(tokenFile) : "";
  const host = call.environment.get("KUBERNETES_SERVICE_HOST") ?? "";
  const port = call.environment.get("KUBERNETES_SERVICE_PORT") ?? "443";
  return [
    "# Kubeconfig file for Calico CNI plugin. Installed by calico/node.",
    "apiVersion: v1",
    "kind: Config",
    "clusters:",
    "- name: local",
    "  cluster:",
    `    server: https://${host}:${port}`,
    "users:",
    "- name: calico",
    "  user:",
    `    token: ${token}`,
    "contexts:",
    "- name: calico-context",
    "  context:",
    "    cluster: local",
    "    user: calico",
    "current-context: calico-context",
    "",
  ].join("\n");
}

/** install-cni: binaries, a kubeconfig, and the configuration of the environment with its placeholders filled in. */
async function installCni(call: ProgramCall, context: ContainerContext): Promise<number> {
  const env = (name: string, otherwise = ""): string => call.environment.get(name) ?? otherwise;
  installBinaries(call, "/host/opt/cni/bin", binaries);
  await context.prepareVolumes();
  const refused = await context.connect(call);
  if (refused !== undefined) {
    const url = `https://${env("KUBERNETES_SERVICE_HOST")}:443/api/v1/namespaces/${context.pod.namespace}/serviceaccounts/calico-cni-plugin/token`;
    call.err(
      `[ERROR][1] cni-installer/<nil> <nil>: Unable to create token for CNI kubeconfig error=Post "${url}": ${refused}\n`,
    );
    return 1;
  }
  const file = env("CNI_NETWORK_CONFIG_FILE");
  const template = file === "" ? env("CNI_NETWORK_CONFIG") : call.files.readText(file);
  if (template === "") {
    call.err("[FATAL][1] cni-installer/<nil> <nil>: Need CNI_NETWORK_CONFIG or CNI_NETWORK_CONFIG_FILE env.\n");
    return 1;
  }
  const netDirectory = env("CNI_NET_DIR", "/etc/cni/net.d");
  const values: Readonly<Record<string, string>> = {
    __LOG_LEVEL__: env("LOG_LEVEL", "info"),
    __LOG_FILE_PATH__: env("LOG_FILE_PATH", "/var/log/calico/cni/cni.log"),
    __DATASTORE_TYPE__: env("DATASTORE_TYPE", "kubernetes"),
    __KUBERNETES_NODE_NAME__: env("KUBERNETES_NODE_NAME", context.node.name),
    __KUBECONFIG_FILENAME__: "calico-kubeconfig",
    __KUBECONFIG_FILEPATH__: `${netDirectory}/calico-kubeconfig`,
    __CNI_MTU__: env("CNI_MTU", "1500"),
    __KUBERNETES_SERVICE_HOST__: env("KUBERNETES_SERVICE_HOST"),
    __KUBERNETES_SERVICE_PORT__: env("KUBERNETES_SERVICE_PORT"),
    __SERVICEACCOUNT_TOKEN__: "",
  };
  const text = template.replace(/__[A-Z_]+?__/g, (placeholder) => values[placeholder] ?? placeholder);
  try {
    JSON.parse(text);
  } catch {
    call.err(`[FATAL][1] cni-installer/<nil> <nil>: ${text} is not a valid json object\n`);
    return 1;
  }
  writeAtomically(call, `${confDirectory}/calico-kubeconfig`, kubeconfig(call), 0o600);
  writeAtomically(call, `${confDirectory}/${env("CNI_CONF_NAME", "10-calico.conflist")}`, text);
  call.err("[INFO][1] cni-installer/<nil> <nil>: Done configuring CNI.\n");
  return env("SLEEP", "true") === "false" ? 0 : runForever(call);
}

/** calico/node: says that it is up, and gives addresses of its pool. */
async function node(call: ProgramCall, context: ContainerContext): Promise<number> {
  context.setHealth({ ready: false });
  if ((await context.connect(call)) !== undefined) {
    call.err("[ERROR][1] startup/startup.go: Unable to access datastore to query node configuration\n");
    return 1;
  }
  const pool = call.environment.get("CALICO_IPV4POOL_CIDR") ?? "192.168.0.0/16";
  const podCidr = context.node.cluster.block(pool, 26, context.node.name) ?? "";
  if (call.files.stat("/var/lib/calico")) call.files.writeFile("/var/lib/calico/nodename", context.node.name);
  context.node.runDaemon("calico-node", { podCidr }, call.signal);
  await networkIsUp(context, call, "CalicoIsUp", "Calico is running on this node");
  context.setHealth({ ready: true });
  return runForever(call);
}

/** The one binary of recent images: `component cni install`, `component node …`. */
const calico: Behaviour = (call, context) => {
  const words = call.argv
    .slice(1)
    .filter((word) => !word.startsWith("-"))
    .join(" ");
  if (words === "component cni install") return installCni(call, context);
  if (words === "component node run" || words === "component node start") return node(call, context);
  return call.replaces &&
    words.startsWith("component") &&
    !/ (?:init|health|shutdown|kube-controllers-health)$/.test(words)
    ? runForever(call)
    : 0;
};

export const calicoImages: ImageCatalog = [
  {
    repository: /\/calico\/cni$/,
    entrypoint: ["/opt/cni/bin/install"],
    programs: { "/opt/cni/bin/install": installCni, "/install-cni.sh": installCni },
  },
  { repository: /\/calico\/node$/, entrypoint: ["start_runit"], programs: { start_runit: node, calico } },
  {
    repository: /\/calico\/calico$/,
    entrypoint: ["/usr/bin/calico"],
    programs: { calico, "calico-ipam": () => 0 },
  },
];
