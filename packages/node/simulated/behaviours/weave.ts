import type { ImageCatalog } from "../images/image-model.ts";
import { type Behaviour, runForever } from "./behaviour.ts";
import { installBinaries, networkIsUp, writeAtomically } from "./common.ts";

const conflist = {
  cniVersion: "0.3.0",
  name: "weave",
  plugins: [
    { name: "weave", type: "weave-net", hairpinMode: true },
    { type: "portmap", capabilities: { portMappings: true }, snat: true },
  ],
};

/** The init container: plugin programs and the configuration, under the node's folders as they are mounted. */
const init: Behaviour = (call) => {
  installBinaries(call, "/host/opt/cni/bin", ["weave-net", "weave-ipam"]);
  call.files.makeDirectory("/host/etc/cni/net.d", { parents: true });
  writeAtomically(call, "/host/etc/cni/net.d/10-weave.conflist", `${JSON.stringify(conflist, undefined, 4)}\n`);
  return 0;
};

const launch: Behaviour = async (call, context) => {
  const pool = call.environment.get("IPALLOC_RANGE") ?? "10.32.0.0/12";
  const { node } = context;
  node.runDaemon("weave", { podCidr: node.cluster.block(pool, 24, node.name) ?? "" }, call.signal);
  if (call.environment.get("INIT_CONTAINER") !== "true") await init(call, context);
  await networkIsUp(context, call, "WeaveIsUp", "Weave pod has set this");
  return runForever(call);
};

export const weaveImages: ImageCatalog = [
  {
    repository: /\/weave-kube$/,
    entrypoint: ["/home/weave/launch.sh"],
    programs: { "/home/weave/init.sh": init, "/home/weave/launch.sh": launch },
  },
];
