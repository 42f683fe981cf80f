import { expect } from "vitest";
import { azScript } from "./az-script.ts";
import { notFound } from "./values.ts";

const columns = ["Name", "OsType", "KubernetesVersion", "VmSize", "Count", "MaxPods", "ProvisioningState", "Mode"];
/** By its minor version where AKS chose it itself. */
const version = expect.stringMatching(/^1\.\d+(?:\.\d+)?$/);
const size = expect.stringMatching(/^Standard_/);

azScript({
  name: "08-node-pools",
  title: "node pools, machines, scale sets",
  clients: ["az", "az-2.45"],
  steps: [
    { run: "az group create -n pools -l eastus -o none" },
    { run: "az aks create -g pools -n c --network-plugin none -c 1 -o none" },
    {
      run: "az aks nodepool add -g pools --cluster-name c -n work -c 2 --labels team=net --node-taints dedicated=net:NoSchedule",
      json: {
        name: "work",
        count: 2,
        mode: "User",
        maxPods: 250,
        nodeLabels: { team: "net" },
        nodeTaints: ["dedicated=net:NoSchedule"],
        provisioningState: "Succeeded",
      },
    },
    {
      run: "az aks nodepool list -g pools --cluster-name c -o table",
      table: [
        columns,
        ["nodepool1", "Linux", version, size, "1", "250", "Succeeded", "System"],
        ["work", "Linux", version, size, "2", "250", "Succeeded", "User"],
      ],
    },
    {
      run: "az aks nodepool add -g pools --cluster-name c -n work -c 1",
      exit: 1,
      error:
        "Node pool work already exists, please try a different name, use 'aks nodepool list' to get current list of node pool",
    },
    {
      run: "az aks nodepool add -g pools --cluster-name c -n Work2 -c 1",
      exit: 1,
      error: "(InvalidParameter) ",
    },
    {
      run: "az aks nodepool scale -g pools --cluster-name c -n work -c 3 --query '[count, provisioningState]' -o tsv",
      text: /^3\s+Succeeded$/,
    },
    {
      run: "az aks nodepool update -g pools --cluster-name c -n work --enable-cluster-autoscaler --min-count 1 --max-count 5 --query '[enableAutoScaling, minCount, maxCount]'",
      equals: [true, 1, 5],
    },
    {
      run: "az aks nodepool scale -g pools --cluster-name c -n work -c 2",
      exit: 1,
      error: /[Cc]annot scale cluster autoscaler enabled node pool/,
      on: {
        "az-2.45": {
          exit: 1,
          error: /autoscal/i,
          why: "it leaves the refusal to the service",
        },
      },
    },
    {
      run: "az aks nodepool update -g pools --cluster-name c -n work --disable-cluster-autoscaler --query enableAutoScaling",
      equals: false,
    },
    { run: "az aks nodepool update -g pools --cluster-name c -n work --tags a=b --query tags", equals: { a: "b" } },
    {
      run: "az aks nodepool show -g pools --cluster-name c -n work -o table",
      table: [columns, ["work", "Linux", version, size, "3", "250", "Succeeded", "User"]],
    },
    {
      run: "az aks nodepool show -g pools --cluster-name c -n nope",
      exit: 3,
      error: notFound("Microsoft.ContainerService/managedClusters/c/agentPools/nope", "pools"),
    },
    {
      run: "az aks nodepool upgrade -g pools --cluster-name c -n work --node-image-only --query provisioningState -o tsv",
      text: /^(Succeeded)?$/,
    },
    {
      run: "az aks nodepool get-upgrades -g pools --cluster-name c --nodepool-name work -o table",
      rows: [{ Name: "default", OsType: "Linux", ResourceGroup: "pools" }],
    },
    {
      run: "az vmss list -g MC_pools_c_eastus -o table",
      rows: [
        { ResourceGroup: "MC_pools_c_eastus", Location: "eastus", Capacity: "1" },
        { ResourceGroup: "MC_pools_c_eastus", Location: "eastus", Capacity: "3" },
      ],
    },
    { run: "az vmss list -g MC_pools_c_eastus --query \"[?contains(name, 'work')].name\" -o tsv", into: "SET" },
    {
      run: "az vmss list-instances -g MC_pools_c_eastus -n $SET --query '[].instanceId'",
      equals: ["0", "1", "2"],
    },
    {
      run: "az vmss run-command invoke -g MC_pools_c_eastus -n $SET --instance-id 0 --command-id RunShellScript --scripts 'ls /etc/cni/net.d; hostname' --query 'value[0].message' -o tsv",
      text: /\[stdout\]\s*aks-work-\d{8}-vmss000000\s/,
    },
    {
      run: "az vmss delete -g MC_pools_c_eastus -n $SET",
      exit: 1,
      error: "(DenyAssignmentAuthorizationFailed) ",
    },
    {
      run: "az aks nodepool update -g pools --cluster-name c -n work --mode System --query mode -o tsv",
      text: /^System$/,
    },
    { run: "az aks nodepool delete -g pools --cluster-name c -n nodepool1", text: /^$/ },
    {
      run: "az aks nodepool delete -g pools --cluster-name c -n work",
      exit: 1,
      error: "(OperationNotAllowed) There has to be at least one agent pool.",
    },
    {
      run: "az aks nodepool delete -g pools --cluster-name c -n nope",
      exit: 1,
      error: /^Node pool nope doesnt exist/,
    },
    { run: "az group delete -n pools --yes" },
  ],
});
