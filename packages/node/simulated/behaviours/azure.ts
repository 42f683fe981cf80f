import type { ImageCatalog } from "../images/image-model.ts";
import { type Behaviour, runForever } from "./behaviour.ts";
import { installBinaries, writeAtomically } from "./common.ts";
import { baseName, parentOf } from "../files/path.ts";

const azureConflist = {
  cniVersion: "0.3.0",
  name: "azure",
  plugins: [
    {
      type: "azure-vnet",
      mode: "transparent",
      ipsToRouteViaHost: ["169.254.20.10"],
      ipam: { type: "azure-vnet-ipam" },
    },
    { type: "portmap", capabilities: { portMappings: true }, snat: true },
  ],
};

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

const kubeProxy: Behaviour = (call, context) => {
  context.node.runDaemon("kube-proxy", {}, call.signal);
  return runForever(call);
};

export const azureImages: ImageCatalog = [
  { repository: /\/azure-cni$|\/azure-ipam$/, entrypoint: ["/dropgz"], programs: { dropgz } },
  { repository: /\/kube-proxy$/, entrypoint: ["/usr/local/bin/kube-proxy"], programs: { "kube-proxy": kubeProxy } },
];
