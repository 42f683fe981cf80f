import type { Command } from "../command.ts";

export const az: Command = {
  path: "az",
  summary: "Run the real Azure CLI against byocni; your own az profile is not touched",
  arguments: [{ name: "[words...]", description: "what you would give to az" }],
  passThrough: true,
  examples: [
    "byocni az group create --location eastus --name myResourceGroup",
    "byocni az aks create -g myResourceGroup -n myAKSCluster --network-plugin none --generate-ssh-keys",
  ],
  async run({ args, env, output }) {
    const { requireInstance } = await import("../session/instance.ts");
    const { runAz } = await import("../session/az.ts");
    const { directory, instance } = requireInstance(undefined, env);
    return runAz(args, { instance, directory, env, note: output.note });
  },
};
