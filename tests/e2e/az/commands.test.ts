import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { repository } from "../../support/engine.ts";
import { azScript } from "./az-script.ts";

const cni = readFileSync(join(repository, "examples", "cni", "reference-cni.yaml"), "utf8");
const invoke = (command: string, more = ""): string =>
  `az aks command invoke -g cmd -n c --command ${JSON.stringify(command)} ${more} -o json`;

azScript({
  name: "16-commands",
  title: "commands in a cluster, snapshots of its pools",
  clients: ["az", "az-2.74"],
  files: {
    "cni.yaml": cni,
    "map.yaml": { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "attached" }, data: { a: "b" } },
  },
  steps: [
    { run: "az group create -n cmd -l eastus -o none" },
    { run: "az aks create -g cmd -n c --network-plugin none -c 1 --no-ssh-key -o none" },
    {
      run: invoke("kubectl get nodes"),
      exit: 1,
      error: /^\(KubernetesPerformanceError\) Failed to run command due to cluster perf issue/,
    },
    { run: "az aks get-credentials -g cmd -n c --overwrite-existing -o none" },
    { run: "kubectl apply -f cni.yaml >/dev/null && kubectl wait --for=condition=Ready node --all --timeout=60s" },
    {
      run: invoke("kubectl get nodes -o name | wc -l; kubectl get pod nope || exit 3"),
      json: {
        exitCode: 3,
        provisioningState: "Succeeded",
        logs: expect.stringMatching(/^1\n[^]*pods "nope" not found/),
        startedAt: expect.any(String),
        finishedAt: expect.any(String),
      },
    },
    {
      run: invoke("kubectl apply -f map.yaml && kubectl get configmap attached -o name", "--file map.yaml"),
      json: { exitCode: 0, logs: "configmap/attached created\nconfigmap/attached\n" },
    },
    { run: invoke("helm list --all-namespaces --short"), json: { exitCode: 0 } },
    {
      run: "az aks command invoke -g cmd -n c --command 'sleep 1; kubectl get ns default -o name' --no-wait | sed -n 's/^command id: \\([0-9a-f]*\\),.*/\\1/p'",
      into: "ID",
      text: /^[0-9a-f]{32}$/,
    },
    {
      run: "sleep 3; az aks command result -g cmd -n c -i $ID -o json",
      json: { exitCode: 0, logs: "namespace/default\n" },
    },
    {
      run: "az aks nodepool snapshot create -g cmd -n snap --nodepool-id $(az aks nodepool show -g cmd --cluster-name c -n nodepool1 --query id -o tsv)",
      json: { name: "snap", snapshotType: "NodePool", osType: "Linux", osSku: "Ubuntu" },
    },
    {
      run: "az aks nodepool add -g cmd --cluster-name c -n two -c 1 --snapshot-id $(az aks nodepool snapshot show -g cmd -n snap --query id -o tsv) --query creationData.sourceResourceId -o tsv",
      text: /\/snapshots\/snap$/,
    },
    { run: "az aks nodepool snapshot list -g cmd --query '[].name' -o tsv", text: "snap" },
    { run: "az aks nodepool snapshot delete -g cmd -n snap --yes" },
    { run: "az aks delete -g cmd -n c --yes" },
  ],
});
