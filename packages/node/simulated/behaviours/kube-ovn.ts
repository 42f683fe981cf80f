import type { ImageCatalog } from "../images/image-model.ts";
import { type Behaviour, runForever } from "./behaviour.ts";
import { flagValue, installBinaries, writeAtomically } from "./common.ts";

const conflist = {
  name: "kube-ovn",
  cniVersion: "0.3.1",
  plugins: [
    { type: "kube-ovn", server_socket: "/run/openvswitch/kube-ovn-daemon.sock" },
    { type: "portmap", capabilities: { portMappings: true } },
  ],
};

const installCni: Behaviour = (call) => {
  installBinaries(call, "/opt/cni/bin", ["kube-ovn", "loopback", "portmap", "macvlan"]);
  const directory = flagValue(call.argv, "cni-conf-dir") ?? "/etc/cni/net.d";
  const name = flagValue(call.argv, "cni-conf-name") ?? "01-kube-ovn.conflist";
  writeAtomically(call, `${directory}/${name}`, `${JSON.stringify(conflist, undefined, 4)}\n`);
  return 0;
};

/** The databases; without them neither the controller nor the nodes' servers get anywhere. */
const database: Behaviour = (call, context) => {
  context.node.cluster.announce("kube-ovn-database");
  return runForever(call);
};

const controller: Behaviour = async (call, context) => {
  context.setHealth({ ready: false });
  await context.node.cluster.announced("kube-ovn-database", call.signal);
  context.node.cluster.announce("kube-ovn-controller", {
    range: flagValue(call.argv, "default-cidr") ?? "10.16.0.0/16",
  });
  context.setHealth({ ready: true });
  return runForever(call);
};

const server: Behaviour = async (call, context) => {
  const { node } = context;
  context.setHealth({ ready: false });
  const { range } = await node.cluster.announced("kube-ovn-controller", call.signal);
  node.runDaemon("kube-ovn-cni", { podCidr: node.cluster.block(String(range), 24, node.name) ?? "" }, call.signal);
  context.setHealth({ ready: true });
  return runForever(call);
};

export const kubeOvnImages: ImageCatalog = [
  {
    repository: /\/kube-ovn$/,
    programs: {
      "install-cni.sh": installCni,
      "start-db.sh": database,
      "start-controller.sh": controller,
      "start-cniserver.sh": server,
    },
  },
];
