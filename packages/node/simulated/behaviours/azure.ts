import { isJsonObject } from "@byocni/base/core";
import { azureConflist } from "../aks/node-conflists.ts";
import type { ImageCatalog } from "../images/image-model.ts";
import { type Behaviour, runForever } from "./behaviour.ts";
import { installBinaries, writeAtomically } from "./common.ts";
import { baseName, parentOf } from "../files/path.ts";

/** `dropgz deploy NAME -o PATH …`: puts files that the image carries into place. */
const dropgz: Behaviour = (call) => {
  const words = call.argv.slice(call.argv.indexOf("deploy") + 1);
  for (const [index, word] of words.entries()) {
    if (word !== "-o") continue;
    const name = words[index - 1] ?? "";
    const path = words[index + 1] ?? "";
    if (name === "azure.conflist") writeAtomically(call, path, `${JSON.stringify(azureConflist, undefined, 3)}\n`);
    else installBinaries(call, parentOf(path), [baseName(path)]);
  }
  return 0;
};

const portmap = { type: "portmap", capabilities: { portMappings: true }, snat: true };
const vnet = (rest: object, ipam: object) => ({
  cniVersion: "0.3.0",
  name: "azure",
  plugins: [{ type: "azure-vnet", mode: "transparent", ipsToRouteViaHost: ["169.254.20.10"], ...rest, ipam }, portmap],
});

/** Configurations by azure-cns's name for them (Azure/azure-container-networking, cns/cniconflist). */
const scenarios: Readonly<Record<string, object>> = {
  v4overlay: vnet({ executionMode: "v4swift" }, { mode: "v4overlay", type: "azure-cns" }),
  dualstackoverlay: vnet({}, { mode: "dualStackOverlay", type: "azure-cns" }),
  overlay: vnet({}, { mode: "overlay", type: "azure-cns" }),
  swift: vnet({ executionMode: "v4swift" }, { type: "azure-cns" }),
  cilium: {
    cniVersion: "0.3.1",
    name: "cilium",
    plugins: [
      {
        type: "cilium-cni",
        ipam: { type: "azure-ipam" },
        "enable-debug": true,
        "log-file": "/var/log/cilium-cni.log",
      },
    ],
  },
};

/** azure-cns: writes the CNI configuration that its own names, and gives addresses as long as it runs. */
const containerNetworkService: Behaviour = async (call, context) => {
  const path = call.environment.get("CNS_CONFIGURATION_PATH") ?? "/etc/azure-cns/cns_config.json";
  await context.prepareVolumes();
  if (!call.files.stat(path)) {
    call.err(
      `[Azure CNS] Error reading cns config: failed to read config file: open ${path}: no such file or directory\n`,
    );
    return 1;
  }
  const configuration: unknown = JSON.parse(call.files.readText(path));
  if (isJsonObject(configuration) && configuration["EnableCNIConflistGeneration"] === true) {
    const scenario = String(configuration["CNIConflistScenario"]);
    const conflist = scenarios[scenario.toLowerCase()];
    if (!conflist) {
      call.err(`unable to generate cni conflist for unknown scenario: ${scenario}\n`);
      return 1;
    }
    writeAtomically(
      call,
      String(configuration["CNIConflistFilepath"]),
      `${JSON.stringify(conflist, undefined, "\t")}\n`,
    );
  }
  context.node.runDaemon("azure-cns", {}, call.signal);
  return runForever(call);
};

const kubeProxy: Behaviour = (call, context) => {
  context.node.runDaemon("kube-proxy", {}, call.signal);
  return runForever(call);
};

export const azureImages: ImageCatalog = [
  { repository: /\/azure-cni$|\/azure-ipam$/, entrypoint: ["/dropgz"], programs: { dropgz } },
  {
    repository: /\/azure-cns$/,
    entrypoint: ["/usr/local/bin/azure-cns"],
    programs: { "azure-cns": containerNetworkService },
  },
  { repository: /\/kube-proxy$/, entrypoint: ["/usr/local/bin/kube-proxy"], programs: { "kube-proxy": kubeProxy } },
];
