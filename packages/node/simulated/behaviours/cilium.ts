import type { ImageCatalog } from "../images/image-model.ts";
import { baseName, joinPath, parentOf } from "../files/path.ts";
import type { ProgramCall } from "../shell/index.ts";
import { type Behaviour, type ContainerContext, runForever } from "./behaviour.ts";
import {
  configMapData,
  flagValue,
  installBinaries,
  networkIsUp,
  runOnHost,
  waitForPodCidr,
  writeAtomically,
} from "./common.ts";

const configDirectory = "/tmp/cilium/config-map";

/** `cilium-dbg build-config`: the ConfigMap becomes files. */
const buildConfig: Behaviour = async (call, context) => {
  if (call.argv[1] !== "build-config") return 0;
  const namespace = call.environment.get("CILIUM_K8S_NAMESPACE") ?? context.pod.namespace;
  const refused = await context.connect(call);
  if (refused !== undefined) {
    const host = call.environment.get("KUBERNETES_SERVICE_HOST") ?? "";
    const url = `https://${host}:${call.environment.get("KUBERNETES_SERVICE_PORT") ?? "443"}`;
    call.err(
      `level=error msg="Unable to contact k8s api-server" error="Get \\"${url}/api/v1/namespaces/kube-system\\": ${refused}" ipAddr=${url} subsys=k8s-client\n`,
    );
    return 1;
  }
  const data = await configMapData(context, "cilium-config", namespace);
  if (!data) {
    call.err(
      `Error: Build config failed: failed to read ConfigMap ${namespace}/cilium-config: configmaps "cilium-config" not found\n`,
    );
    return 1;
  }
  call.files.makeDirectory(configDirectory, { parents: true });
  for (const [key, value] of Object.entries(data)) call.files.writeFile(`${configDirectory}/${key}`, value);
  return 0;
};

function readConfig(call: ProgramCall): (key: string) => string {
  const directory = flagValue(call.argv, "config-dir") ?? configDirectory;
  return (key) =>
    call.files.stat(`${directory}/${key}`)?.kind === "file" ? call.files.readText(`${directory}/${key}`).trim() : "";
}

const confFile = /\.(?:conf|conflist|json)$/;

/** Moves the configurations of other networks out of the way, now and whenever one appears. */
function keepExclusive(call: ProgramCall, path: string, watch: ContainerContext["node"]["files"]): void {
  const directory = parentOf(path);
  const own = baseName(path);
  const sweep = (): void => {
    for (const name of call.files.readDirectory(directory)) {
      if (name === own || !confFile.test(name)) continue;
      const other = joinPath(directory, name);
      if (call.files.lstat(other)?.kind !== "directory") call.files.rename(other, `${other}.cilium_bak`);
    }
  };
  sweep();
  const stop = watch.watch("/etc/cni/net.d", (event) => {
    if (event.name === undefined || event.name === own || !confFile.test(event.name)) return;
    if ((event.operation === "create" || event.operation === "write") && call.files.stat(directory)) sweep();
  });
  call.signal.addEventListener("abort", stop, { once: true });
}

async function podCidrOf(
  call: ProgramCall,
  context: ContainerContext,
  config: (key: string) => string,
): Promise<string> {
  const mode = config("ipam");
  if (mode === "kubernetes") {
    return waitForPodCidr(
      call,
      context,
      'level=info msg="Waiting for k8s node information" error="required IPv4 PodCIDR not available" subsys=k8s',
    );
  }
  if (mode !== "" && mode !== "cluster-pool" && mode !== "cluster-pool-v2beta") return "";
  // The operator gives each node its block of the pool.
  const offer = await context.node.cluster.announced("cilium-operator", call.signal);
  const pool = String(offer["pool"] ?? "") || "10.0.0.0/8";
  return context.node.cluster.block(pool, Number(offer["mask"] ?? 24), context.node.name) ?? "";
}

const agent: Behaviour = async (call, context) => {
  const config = readConfig(call);
  const { node } = context;
  context.setHealth({ started: false, ready: false });
  const podCidr = await podCidrOf(call, context, config);
  node.runDaemon("cilium-agent", { podCidr }, call.signal);
  if (["true", "strict", "partial"].includes(config("kube-proxy-replacement")))
    node.runDaemon("service-proxy", {}, call.signal);
  const path = config("write-cni-conf-when-ready");
  if (path !== "" && config("custom-cni-conf") !== "true" && call.files.stat(parentOf(path))) {
    const plugin = {
      type: "cilium-cni",
      "enable-debug": config("debug") === "true",
      "log-file": config("cni-log-file") || "/var/run/cilium/cilium-cni.log",
    };
    const conf = { cniVersion: "0.3.1", name: "cilium", plugins: [plugin] };
    if (config("cni-exclusive") === "true") keepExclusive(call, path, node.files);
    writeAtomically(call, path, `${JSON.stringify(conf, undefined, 2)}\n`, 0o600);
    call.err(`level=info msg="Wrote CNI configuration file to ${path}" subsys=cni-config\n`);
  }
  await networkIsUp(context, call, "CiliumIsUp", "Cilium is running on this node");
  context.setHealth({ started: true, ready: true });
  return runForever(call);
};

const operator: Behaviour = (call, context) => {
  const config = readConfig(call);
  const [pool = ""] = config("cluster-pool-ipv4-cidr").split(/[\s,]+/);
  context.node.cluster.announce("cilium-operator", {
    pool,
    mask: Number(config("cluster-pool-ipv4-mask-size") || "24"),
  });
  return runForever(call);
};

const uninstall: Behaviour = (call) => {
  const config = readConfig(call);
  if (config("cni-uninstall") !== "true") {
    call.out("cni-uninstall disabled, not removing CNI configuration\n");
    return 0;
  }
  const path = config("write-cni-conf-when-ready");
  call.out(`Removing ${path}...\n`);
  if (path !== "" && call.files.lstat(path)) call.files.remove(path);
  return 0;
};

const installPlugin: Behaviour = (call) => {
  installBinaries(call, "/host/opt/cni/bin", ["cilium-cni"]);
  if (!call.files.stat("/host/opt/cni/bin/loopback")) installBinaries(call, "/host/opt/cni/bin", ["loopback"]);
  return 0;
};

/** The image that runs the script of its environment on the node. */
const startupScript: Behaviour = async (call, context) => {
  const script = call.environment.get("STARTUP_SCRIPT") ?? "";
  const status = await runOnHost(call, context, script);
  if (status === 0) return runForever(call);
  call.err(`!!! startup-script failed! exit code '${status}'\n`);
  return runForever(call);
};

const programs = {
  "cilium-dbg": buildConfig,
  cilium: buildConfig,
  "cilium-agent": agent,
  "install-plugin.sh": installPlugin,
  "init-container.sh": () => 0,
  "cni-uninstall.sh": uninstall,
};
const operatorPrograms = {
  "cilium-operator": operator,
  "cilium-operator-generic": operator,
  "cilium-operator-aws": operator,
  "cilium-operator-azure": operator,
};

export const ciliumImages: ImageCatalog = [
  { repository: /\/cilium(?:-ci|-distroless|-distroless-init)?$/, programs },
  { repository: /\/(?:cilium\/)?operator(?:-generic|-aws|-azure)?$/, programs: operatorPrograms },
  {
    repository: /\/startup-script$/,
    entrypoint: ["/manage-startup-script.sh"],
    programs: { "manage-startup-script.sh": startupScript },
  },
];
