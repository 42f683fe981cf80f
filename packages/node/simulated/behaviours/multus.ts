import { isJsonObject, sleep } from "@byocni/base/core";
import type { ImageCatalog } from "../images/image-model.ts";
import type { ProgramCall } from "../shell/index.ts";
import { type Behaviour, runForever } from "./behaviour.ts";
import { flagValue, installBinaries, writeAtomically } from "./common.ts";

const install: Behaviour = (call) => {
  const thick = (flagValue(call.argv, "type") ?? flagValue(call.argv, "t")) === "thick";
  const directory = flagValue(call.argv, "dest-dir") ?? flagValue(call.argv, "d") ?? "/host/opt/cni/bin";
  installBinaries(call, directory, [thick ? "multus-shim" : "multus"]);
  return 0;
};

/** The first configuration of another network in a directory, once there is one. */
async function waitForMaster(call: ProgramCall, directory: string): Promise<string> {
  for (;;) {
    const names = call.files.stat(directory) ? call.files.readDirectory(directory) : [];
    const found = names.find((name) => /\.(?:conf|conflist)$/.test(name) && !/multus/.test(name));
    if (found !== undefined) return found;
    call.err(`failed to find the cluster master CNI plugin, waiting for it in ${directory}\n`);
    await sleep(call.clock, 1000, call.signal);
  }
}

/** The thin plugin's entry point: a configuration that carries the other network's as its delegate. */
const thinEntrypoint: Behaviour = async (call) => {
  const directory = flagValue(call.argv, "cni-conf-dir") ?? "/host/etc/cni/net.d";
  const source = flagValue(call.argv, "multus-autoconfig-dir") ?? directory;
  const master = await waitForMaster(call, source);
  const delegate: unknown = JSON.parse(call.files.readText(`${source}/${master}`));
  const cniVersion =
    isJsonObject(delegate) && typeof delegate["cniVersion"] === "string" ? delegate["cniVersion"] : "0.3.1";
  call.files.makeDirectory(`${directory}/multus.d`, { parents: true });
  writeAtomically(call, `${directory}/multus.d/multus.kubeconfig`, "apiVersion: v1\nkind: Config\n", 0o600);
  const conf = {
    cniVersion,
    name: "multus-cni-network",
    type: "multus",
    capabilities: { portMappings: true },
    kubeconfig: "/etc/cni/net.d/multus.d/multus.kubeconfig",
    delegates: [delegate],
  };
  writeAtomically(call, `${directory}/00-multus.conf`, `${JSON.stringify(conf, undefined, 2)}\n`, 0o600);
  return runForever(call);
};

/** The thick plugin's daemon: a configuration that points at the other network's file. */
const daemon: Behaviour = async (call, context) => {
  const path = "/etc/cni/net.d/multus.d/daemon-config.json";
  const parsed: unknown = call.files.stat(path) ? JSON.parse(call.files.readText(path)) : {};
  const config = isJsonObject(parsed) ? parsed : {};
  const text = (key: string, otherwise: string): string => (typeof config[key] === "string" ? config[key] : otherwise);
  const directory = text("cniConfigDir", "/host/etc/cni/net.d");
  const source = text("multusAutoconfigDir", directory);
  const master = await waitForMaster(call, source);
  context.node.runDaemon("multus-daemon", {}, call.signal);
  const conf = {
    cniVersion: text("cniVersion", "0.3.1"),
    logLevel: text("logLevel", "verbose"),
    logToStderr: true,
    name: "multus-cni-network",
    clusterNetwork: `${source}/${master}`,
    type: "multus-shim",
  };
  writeAtomically(call, `${directory}/00-multus.conf`, JSON.stringify(conf), 0o600);
  return runForever(call);
};

export const multusImages: ImageCatalog = [
  {
    repository: /\/multus-cni$|\/multus$/,
    entrypoint: ["/thin_entrypoint"],
    programs: { install_multus: install, thin_entrypoint: thinEntrypoint, "multus-daemon": daemon },
  },
];
