import { kubernetesVersions } from "@byocni/rules/catalog";
import { azScript } from "./az-script.ts";

const noMaintenance = {
  "az-2.45": {
    exit: 2,
    error: "'maintenanceconfiguration' is misspelled or not recognized by the system.",
    why: "it has no such command",
  },
} as const;

const [older, newer] = ["1.34", "1.35"].map((minor) => kubernetesVersions.find((row) => row.minor === minor)?.patch);

azScript({
  name: "09-upgrades",
  title: "versions, upgrades, maintenance",
  clients: ["az", "az-2.45"],
  steps: [
    { run: "az group create -n up -l eastus -o none" },
    { run: "az aks get-versions -l eastus -o table", rows: [{ KubernetesVersion: older, Upgrades: newer }] },
    {
      run: "az aks create -g up -n c --network-plugin none -c 1 -k 1.34 --query '[kubernetesVersion, currentKubernetesVersion]' -o tsv",
      text: new RegExp(`^1\\.34\\s+${older}$`),
    },
    {
      run: "az aks get-upgrades -g up -n c -o table",
      table: [
        ["Name", "ResourceGroup", "MasterVersion", "Upgrades"],
        ["default", "up", older, newer],
      ],
    },
    {
      run: "az aks nodepool get-upgrades -g up --cluster-name c --nodepool-name nodepool1 --query kubernetesVersion -o tsv",
      text: older ?? "",
    },
    {
      run: "az aks upgrade -g up -n c -k 1.99.0 --yes",
      exit: 1,
      error: "(AgentPoolK8sVersionNotSupported) Version 1.99.0 is not supported in this region.",
    },
    {
      run: "az aks upgrade -g up -n c -k 1.36 --yes",
      exit: 1,
      error: `(OperationNotAllowed) Upgrading Kubernetes version ${older} to `,
    },
    {
      run: `az aks upgrade -g up -n c -k ${newer} --control-plane-only --yes --query '[currentKubernetesVersion, agentPoolProfiles[0].currentOrchestratorVersion]' -o tsv`,
      text: new RegExp(`^${newer}\\s+${older}$`),
    },
    {
      run: `az aks nodepool upgrade -g up --cluster-name c -n nodepool1 -k ${newer} --query currentOrchestratorVersion -o tsv`,
      text: newer ?? "",
      on: {
        "az-2.45": {
          exit: 1,
          error: "'AgentPool' object has no attribute 'kubernetes_version'",
          why: "it dies of its own message before it sends anything",
        },
      },
    },
    {
      run: `az aks upgrade -g up -n c -k ${older} --yes`,
      exit: 1,
      error: `(OperationNotAllowed) Upgrading Kubernetes version ${newer} to ${older} is not allowed.`,
    },
    { run: "az aks maintenanceconfiguration list -g up --cluster-name c", equals: [], on: noMaintenance },
    {
      run: "az aks maintenanceconfiguration add -g up --cluster-name c -n default --weekday Monday --start-hour 1 --query 'timeInWeek[0].[day, hourSlots[0]]'",
      equals: ["Monday", 1],
      on: noMaintenance,
    },
    { run: "az aks maintenanceconfiguration delete -g up --cluster-name c -n default", on: noMaintenance },
    {
      run: "az aks update -g up -n c --auto-upgrade-channel patch --query autoUpgradeProfile.upgradeChannel -o tsv",
      text: /^patch$/,
    },
    {
      run: "az aks command invoke -g up -n c -c 'kubectl get nodes'",
      exit: 1,
      // No node is Ready: the command's pod finds no place.
      error:
        /^\(KubernetesPerformanceError\) Failed to run command due to cluster perf issue, container command-[0-9a-f]{32} in aks-command namespace did not start within 30s on your cluster/,
    },
    { run: "az aks rotate-certs -g up -n c --yes", text: /^$/ },
    { run: "az aks delete -g up -n c --yes --no-wait" },
    { run: "az aks wait -g up -n c --deleted --timeout 60" },
  ],
});
