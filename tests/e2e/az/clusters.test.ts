import { expect } from "vitest";
import { azScript } from "./az-script.ts";
import { groupNotFound, guid, notFound, subscription } from "./values.ts";

const fqdn = /^mycluster-aks-000000-[a-z0-9]{8}\.hcp\.eastus\.azmk8s\.io$/;

azScript({
  name: "06-clusters",
  title: "AKS clusters without a network plugin",
  clients: ["az", "az-2.74", "az-debian"],
  steps: [
    { run: "az group create -n aks -l eastus -o none" },
    {
      run: "az aks create -g aks -n mycluster --network-plugin none -c 2 --tags env=dev",
      json: {
        name: "mycluster",
        location: "eastus",
        provisioningState: "Succeeded",
        powerState: { code: "Running" },
        dnsPrefix: "mycluster-aks-000000",
        fqdn: expect.stringMatching(fqdn),
        nodeResourceGroup: "MC_aks_mycluster_eastus",
        identity: { type: "SystemAssigned", principalId: guid, tenantId: guid },
        identityProfile: { kubeletidentity: { clientId: guid, objectId: guid } },
        servicePrincipalProfile: { clientId: "msi" },
        networkProfile: {
          networkPlugin: "none",
          // `none` since the api-version 2024-05-01.
          networkPolicy: expect.toBeOneOf([null, "none"]),
          podCidr: null,
          serviceCidr: "10.0.0.0/16",
          dnsServiceIp: "10.0.0.10",
          outboundType: "loadBalancer",
          ipFamilies: ["IPv4"],
        },
        // Basic before the api-version 2023-01-01.
        sku: { name: expect.toBeOneOf(["Base", "Basic"]), tier: "Free" },
        tags: { env: "dev" },
        maxAgentPools: 100,
      },
    },
    {
      run: "az aks show -g aks -n mycluster --query 'agentPoolProfiles[0]'",
      json: {
        name: "nodepool1",
        count: 2,
        maxPods: 250,
        mode: "System",
        osType: "Linux",
        osDiskType: "Managed",
        kubeletDiskType: "OS",
        type: "VirtualMachineScaleSets",
        provisioningState: "Succeeded",
        powerState: { code: "Running" },
      },
    },
    {
      run: "az aks list -o table",
      table: [
        [
          "Name",
          "Location",
          "ResourceGroup",
          "KubernetesVersion",
          "CurrentKubernetesVersion",
          "ProvisioningState",
          "Fqdn",
        ],
        [
          "mycluster",
          "eastus",
          "aks",
          // AKS names the version that it chose itself by its minor version.
          expect.stringMatching(/^1\.\d+$/),
          expect.stringMatching(/^1\.\d+\.\d+$/),
          "Succeeded",
          expect.stringMatching(fqdn),
        ],
      ],
    },
    { run: "az aks list -g nope", exit: 3, error: groupNotFound("nope") },
    {
      run: "az aks show -g aks -n nope",
      exit: 3,
      error: notFound("Microsoft.ContainerService/managedClusters/nope", "aks"),
    },
    {
      run: "az aks create -g nope -n mycluster --network-plugin none",
      exit: 3,
      error: groupNotFound("nope"),
    },
    {
      run: "az aks create -g aks -n tiny --network-plugin none --node-vm-size Standard_B1s",
      exit: 1,
      error:
        "(SystemPoolSkuTooLow) System node pool must use VM sku with more than 2 cores and 4GB memory. Nodepool name: nodepool1.",
    },
    {
      run: "az aks create -g aks -n old --network-plugin none --kubernetes-version 1.99.0",
      exit: 1,
      error:
        "(AgentPoolK8sVersionNotSupported) Version 1.99.0 is not supported in this region. Please use [az aks get-versions] command to get the supported version list in this region.",
    },
    {
      run: "az aks create -g aks -n plugin --network-plugin calico",
      exit: 2,
      error: "'calico' is not a valid value for '--network-plugin'. Allowed values: ",
    },
    {
      run: "az aks update -g aks -n mycluster --tags env=test owner=me --query tags",
      equals: { env: "test", owner: "me" },
    },
    { run: "az aks scale -g aks -n mycluster -c 3 --query 'agentPoolProfiles[0].count' -o tsv", text: /^3$/ },
    { run: "az aks wait -g aks -n mycluster --updated --timeout 30" },
    {
      run: "az resource list -g MC_aks_mycluster_eastus --query 'sort([].type)'",
      equals: [
        "Microsoft.Compute/virtualMachineScaleSets",
        "Microsoft.ManagedIdentity/userAssignedIdentities",
        "Microsoft.Network/loadBalancers",
        "Microsoft.Network/networkSecurityGroups",
        "Microsoft.Network/publicIPAddresses",
        "Microsoft.Network/virtualNetworks",
      ],
    },
    {
      run: "az group delete -n MC_aks_mycluster_eastus --yes",
      exit: 1,
      error: "(ResourceGroupDeletionBlocked) ",
    },
    { run: "az aks stop -g aks -n mycluster", text: /^$/ },
    {
      run: "az aks show -g aks -n mycluster --query '[powerState.code, provisioningState]' -o tsv",
      text: /^Stopped\s+Succeeded$/,
    },
    { run: "az aks get-credentials -g aks -n mycluster -f stopped", exit: 1, error: "(OperationNotAllowed) " },
    { run: "az aks start -g aks -n mycluster", text: /^$/ },
    { run: "az aks show -g aks -n mycluster --query powerState.code -o tsv", text: /^Running$/ },
    { run: "az aks delete -g aks -n mycluster --yes", text: /^$/ },
    { run: "az aks delete -g aks -n mycluster --yes", text: /^$/ },
    { run: "az group exists -n MC_aks_mycluster_eastus", text: /^false$/ },
    {
      run: `az rest --method get --url "${subscription}/providers/Microsoft.ContainerService/managedClusters?api-version=2025-03-01" --query value`,
      equals: [],
    },
    { run: "az group delete -n aks --yes" },
  ],
});
