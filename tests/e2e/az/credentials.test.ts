import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../support/engine.ts";
import { azScript } from "./az-script.ts";
import { notFound } from "./values.ts";

const manifest = readFileSync(join(repository, "examples", "cni", "reference-cni.yaml"), "utf8");
const reason =
  "container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized";

azScript({
  name: "12-credentials",
  title: "credentials, and the way from NotReady to Ready",
  clients: ["az", "az-2.74", "az-debian"],
  files: { "reference-cni.yaml": manifest },
  steps: [
    { run: "az group create -n kc -l eastus -o none" },
    { run: "az aks create -g kc -n c --network-plugin none -c 2 -o none" },
    { run: "az aks get-credentials -g kc -n c", warning: /Merged "c" as current context in .*\.kube\/config/ },
    { run: "kubectl config current-context", text: /^c$/ },
    { run: "kubectl config view -o 'jsonpath={.users[*].name}'", text: /^clusterUser_kc_c$/ },
    {
      run: "az aks get-credentials -g kc -n c --admin",
      warning: /Merged "c-admin" as current context in .*\.kube\/config/,
    },
    { run: "kubectl config view -o 'jsonpath={.users[*].name}'", text: /clusterAdmin_kc_c/ },
    { run: "az aks get-credentials -g kc -n c -f other --context mine", warning: /Merged "mine" as current context/ },
    {
      run: "az aks get-credentials -g kc -n nope",
      exit: 3,
      error: notFound("Microsoft.ContainerService/managedClusters/nope", "kc"),
    },
    {
      run: "kubectl get nodes --no-headers -o custom-columns=R:.status.conditions[-1].reason",
      text: /^KubeletNotReady\nKubeletNotReady$/,
    },
    {
      run: "kubectl get nodes -o 'jsonpath={.items[0].status.conditions[?(@.type==\"Ready\")].message}'",
      text: reason,
    },
    { run: "kubectl apply -f reference-cni.yaml" },
    { run: "kubectl wait --for=condition=Ready node --all --timeout=90s" },
    { run: "az aks nodepool add -g kc --cluster-name c -n more -c 1 -o none" },
    { run: "kubectl wait --for=condition=Ready node --all --timeout=90s" },
    { run: "kubectl get nodes --no-headers", text: /(aks-\w+-\d{8}-vmss00000\d +Ready .*\n?){3}/ },
    {
      run: "az aks show -g kc -n c --query '[provisioningState, length(agentPoolProfiles)]' -o tsv",
      text: /^Succeeded\s+2$/,
    },
    { run: "az group delete -n kc --yes" },
    { run: "kubectl get nodes --request-timeout=5s", exit: 1 },
  ],
});
