import { expect } from "vitest";
import { azScript } from "./az-script.ts";

azScript({
  name: "14-cluster-settings",
  title: "settings of clusters and pools, and what a day with them changes",
  clients: ["az", "az-2.74"],
  files: {
    "kubelet.json": { cpuManagerPolicy: "static", containerLogMaxSizeMB: 20 },
    "linux.json": { swapFileSizeMB: 1500, sysctls: { netCoreSomaxconn: 163_849 } },
  },
  steps: [
    { run: "az group create -n set -l eastus -o none" },
    {
      run: "az aks create -g set -n c --network-plugin none --no-ssh-key --node-count 1 --nodepool-name sys --nodepool-labels a=b --nodepool-tags t=1 --nodepool-taints CriticalAddonsOnly=true:NoSchedule --max-pods 100 --node-osdisk-size 64 --node-osdisk-type Managed --zones 1 2 3 --os-sku AzureLinux --tier standard --enable-cluster-autoscaler --min-count 1 --max-count 3 --cluster-autoscaler-profile scan-interval=30s expander=random --auto-upgrade-channel stable --node-os-upgrade-channel NodeImage --enable-oidc-issuer --enable-workload-identity --api-server-authorized-ip-ranges 20.1.0.0/24 --dns-name-prefix pfx --service-cidr 172.16.0.0/16 --dns-service-ip 172.16.0.10 --load-balancer-managed-outbound-ip-count 2 --load-balancer-outbound-ports 1024 --load-balancer-idle-timeout 10 --tags x=y --node-resource-group nodes --disable-disk-driver --enable-blob-driver",
      json: {
        dnsPrefix: "pfx",
        nodeResourceGroup: "nodes",
        sku: { name: "Base", tier: "Standard" },
        tags: { x: "y" },
        apiServerAccessProfile: { authorizedIpRanges: ["20.1.0.0/24"] },
        autoScalerProfile: { scanInterval: "30s", expander: "random" },
        autoUpgradeProfile: { upgradeChannel: "stable", nodeOsUpgradeChannel: "NodeImage" },
        networkProfile: {
          networkPlugin: "none",
          serviceCidr: "172.16.0.0/16",
          dnsServiceIp: "172.16.0.10",
          loadBalancerProfile: {
            managedOutboundIPs: { count: 2 },
            allocatedOutboundPorts: 1024,
            idleTimeoutInMinutes: 10,
          },
        },
        oidcIssuerProfile: { enabled: true, issuerUrl: expect.stringMatching(/^https:\/\//) },
        securityProfile: { workloadIdentity: { enabled: true } },
        storageProfile: { diskCsiDriver: { enabled: false }, blobCsiDriver: { enabled: true } },
      },
    },
    {
      run: "az aks nodepool show -g set --cluster-name c -n sys",
      json: {
        availabilityZones: expect.arrayContaining(["1", "2", "3"]),
        enableAutoScaling: true,
        minCount: 1,
        maxCount: 3,
        maxPods: 100,
        nodeLabels: { a: "b" },
        nodeTaints: ["CriticalAddonsOnly=true:NoSchedule"],
        osDiskSizeGb: 64,
        osSku: "AzureLinux",
        tags: { t: "1" },
      },
    },
    {
      run: "az aks nodepool add -g set --cluster-name c -n work -c 1 --labels a=b --node-taints k=v:NoSchedule --max-pods 50 --zones 1 --max-surge 33% --drain-timeout 10 --node-soak-duration 5 --kubelet-config kubelet.json --linux-os-config linux.json",
      json: {
        mode: "User",
        nodeTaints: ["k=v:NoSchedule"],
        upgradeSettings: { maxSurge: "33%", drainTimeoutInMinutes: 10, nodeSoakDurationInMinutes: 5 },
        kubeletConfig: { cpuManagerPolicy: "static", containerLogMaxSizeMb: 20 },
        linuxOsConfig: { swapFileSizeMb: 1500, sysctls: { netCoreSomaxconn: 163_849 } },
      },
    },
    {
      run: "az aks nodepool update -g set --cluster-name c -n work --labels x=y --node-taints '' --tags b=c --query '[nodeLabels, length(nodeTaints || `[]`), tags]'",
      equals: [{ x: "y" }, 0, { b: "c" }],
    },
    {
      run: "az aks nodepool update -g set --cluster-name c -n work --enable-cluster-autoscaler --min-count 1 --max-count 3 --query '[enableAutoScaling, minCount, maxCount]'",
      equals: [true, 1, 3],
    },
    {
      run: "az aks nodepool update -g set --cluster-name c -n work --update-cluster-autoscaler --min-count 1 --max-count 5 --query maxCount",
      equals: 5,
    },
    {
      run: "az aks nodepool update -g set --cluster-name c -n work --disable-cluster-autoscaler --query '[enableAutoScaling, maxCount]'",
      equals: [false, null],
    },
    {
      run: "az aks nodepool update -g set --cluster-name c -n work --mode System --query mode -o tsv",
      text: /^System$/,
    },
    {
      run: "az aks nodepool stop -g set --cluster-name c -n work",
      exit: 1,
      error: /A system node pool cannot be stopped/,
    },
    { run: "az aks nodepool update -g set --cluster-name c -n work --mode User --query mode -o tsv", text: /^User$/ },
    { run: "az aks nodepool stop -g set --cluster-name c -n work --query powerState.code -o tsv", text: /^Stopped$/ },
    { run: "az aks nodepool start -g set --cluster-name c -n work --query powerState.code -o tsv", text: /^Running$/ },
    {
      run: "az aks nodepool operation-abort -g set --cluster-name c -n work",
      exit: 1,
      error: "(OperationNotAllowed) There is no operation in progress on work that could be aborted.",
    },
    { run: "az aks nodepool wait -g set --cluster-name c -n work --updated --timeout 30" },
    {
      run: "az aks machine list -g set --cluster-name c --nodepool-name work -o table",
      rows: [{ Name: expect.stringMatching(/^aks-work-\d{8}-vmss000000$/), Ip: "ip:10.224.0.5,family:IPv4;" }],
      on: {
        "az-2.74": {
          rows: [{ Name: expect.stringMatching(/^aks-work-\d{8}-vmss000000$/) }],
          why: "its table has other columns",
        },
      },
    },
    {
      run: "az aks nodepool delete-machines -g set --cluster-name c -n work --machine-names nope",
      exit: 1,
      error:
        /^\(InvalidParameter\) The value of parameter machineNames is invalid\. .*There is no machine nope in the node pool work\./,
    },
    {
      run: "az aks nodepool add -g set --cluster-name c -n work",
      exit: 1,
      error:
        "Node pool work already exists, please try a different name, use 'aks nodepool list' to get current list of node pool",
    },
    { run: "az aks nodepool delete -g set --cluster-name c -n work --no-wait", text: /^$/ },
    {
      run: "az aks update -g set -n c --api-server-authorized-ip-ranges '' --query apiServerAccessProfile.authorizedIpRanges",
      equals: [],
    },
    {
      run: "az aks update -g set -n c --update-cluster-autoscaler --min-count 1 --max-count 4 --query 'agentPoolProfiles[0].maxCount'",
      equals: 4,
    },
    {
      run: "az aks update -g set -n c --auto-upgrade-channel patch --query autoUpgradeProfile.upgradeChannel -o tsv",
      text: /^patch$/,
    },
    { run: "az aks update -g set -n c --tier free --query sku.tier -o tsv", text: /^Free$/ },
    {
      run: "az aks update -g set -n c --load-balancer-managed-outbound-ip-count 1 --query 'length(networkProfile.loadBalancerProfile.effectiveOutboundIPs)'",
      equals: 1,
    },
    { run: "az aks update -g set -n c --disable-local-accounts --query disableLocalAccounts", equals: true },
    {
      run: "az aks get-credentials -g set -n c --admin -f -",
      exit: 1,
      error:
        "(BadRequest) Getting static credential is not allowed because this cluster is set to disable local accounts.",
    },
    { run: "az aks update -g set -n c --enable-local-accounts --query disableLocalAccounts", equals: false },
    {
      run: "az aks update -g set -n c --network-plugin azure",
      exit: 1,
      error: "(PropertyChangeNotAllowed) Changing property 'networkProfile.networkPlugin' is not allowed.",
    },
    {
      run: "az aks maintenanceconfiguration add -g set --cluster-name c -n aksManagedAutoUpgradeSchedule --schedule-type Weekly --day-of-week Friday --interval-weeks 3 --duration 8 --utc-offset +05:30 --start-date 2027-01-20 --start-time 00:00 --query maintenanceWindow.schedule.weekly",
      equals: { dayOfWeek: "Friday", intervalWeeks: 3 },
    },
    {
      run: "az aks maintenanceconfiguration show -g set --cluster-name c -n aksManagedAutoUpgradeSchedule --query maintenanceWindow.utcOffset -o tsv",
      text: /^\+05:30$/,
    },
    {
      run: "az aks maintenanceconfiguration update -g set --cluster-name c -n aksManagedAutoUpgradeSchedule --schedule-type Daily --interval-days 2 --duration 5 --utc-offset +00:00 --start-time 01:00 --query maintenanceWindow.schedule.daily",
      equals: { intervalDays: 2 },
    },
    {
      run: "az aks operation-abort -g set -n c",
      exit: 1,
      error: "(OperationNotAllowed) There is no operation in progress on c that could be aborted.",
    },
    {
      run: "az aks nodepool snapshot create -g set -n snap --nodepool-id $(az aks nodepool show -g set --cluster-name c -n sys --query id -o tsv) --query snapshotType -o tsv",
      text: /^NodePool$/,
    },
    { run: "az aks nodepool snapshot list -g set --query '[].name'", equals: ["snap"] },
    {
      run: "az aks command invoke -g set -n c -c 'kubectl get nodes'",
      exit: 1,
      error: "(KubernetesPerformanceError) Failed to run command due to cluster perf issue, container command-",
    },
    {
      run: "az aks mesh get-revisions -l eastus",
      exit: 1,
      error: /^\(NotImplemented\) byocni does not have /,
    },
    { run: "az aks delete -g set -n c --yes --no-wait" },
    { run: "az aks wait -g set -n c --deleted --timeout 60" },
    { run: "az group delete -n set --yes" },
  ],
});
