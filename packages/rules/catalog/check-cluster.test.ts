import { describe, expect, it } from "vitest";
import { type ClusterFacts, checkCluster, rules } from "./index.ts";
import type { SecurityRuleFacts } from "./nsg/security-rule.ts";
import { clusterFacts, poolFacts, subnetFacts } from "./testing/index.ts";

type Expected = readonly [code: string | undefined, message: RegExp];

const nsg = (...given: Partial<SecurityRuleFacts>[]) => ({
  id: "nsg",
  rules: given.map((rule, index) => ({
    name: `r${index}`,
    priority: 100 + index,
    direction: "Inbound" as const,
    access: "Deny" as const,
    protocol: "*",
    sources: ["*"],
    sourcePorts: ["*"],
    destinations: ["*"],
    destinationPorts: ["*"],
    ...rule,
  })),
});
const routes = (nextHopType: string, prefix = "0.0.0.0/0") => ({ id: "rt", routes: [{ prefix, nextHopType }] });
const own = (changes: Parameters<typeof subnetFacts>[0], network: Partial<ClusterFacts["network"]> = {}) =>
  clusterFacts({ subnets: [subnetFacts(changes)], network });
const peered = (prefix: string) =>
  subnetFacts({ vnet: { ...subnetFacts().vnet, peers: [{ name: "hub", prefixes: [prefix] }] } });

const cases: Readonly<Record<string, readonly (readonly [string, ClusterFacts, readonly Expected[]])[]>> = {
  "api-version": [
    ["2022-06-01", clusterFacts({ apiVersion: "2022-06-01" }), []],
    ["the first preview", clusterFacts({ apiVersion: "2022-01-02-preview" }), []],
    ["2022-04-01", clusterFacts({ apiVersion: "2022-04-01" }), [["ByocniApiVersionTooOld", /2022-04-01/]]],
    ["an older preview", clusterFacts({ apiVersion: "2021-11-01-preview" }), [["ByocniApiVersionTooOld", /older/]]],
    ["another plugin", clusterFacts({ apiVersion: "2020-03-01", network: { plugin: "azure" } }), []],
  ],
  "cli-version": [
    ["2.39.0", clusterFacts({ azVersion: "2.39.0" }), []],
    ["2.100.1", clusterFacts({ azVersion: "2.100.1" }), []],
    ["2.38.2", clusterFacts({ azVersion: "2.38.2" }), [[undefined, /az 2\.38\.2/]]],
    ["1.99.0", clusterFacts({ azVersion: "1.99.0" }), [[undefined, /older/]]],
  ],
  "pod-cidr-hidden": [
    ["2026-01-01", clusterFacts({ apiVersion: "2026-01-01" }), []],
    ["2025-10-01", clusterFacts({ apiVersion: "2025-10-01" }), [[undefined, /2025-10-01/]]],
    ["a preview that shows it", clusterFacts({ apiVersion: "2023-06-02-preview" }), []],
  ],
  "plugin-omitted": [
    ["written", clusterFacts(), []],
    ["not written", clusterFacts({ network: { plugin: "kubenet", given: new Set() } }), [[undefined, /kubenet/]]],
  ],
  "plugin-change": [
    [
      "from none",
      clusterFacts({
        network: { plugin: "azure" },
        previous: { plugin: "none", kubernetesVersion: "1.35.4", poolVersions: {} },
      }),
      [["PropertyChangeNotAllowed", /none to azure/]],
    ],
    [
      "to none",
      clusterFacts({ previous: { plugin: "kubenet", kubernetesVersion: "1.35.4", poolVersions: {} } }),
      [["PropertyChangeNotAllowed", /kubenet to none/]],
    ],
    [
      "kubenet to overlay",
      clusterFacts({
        network: { plugin: "azure", pluginMode: "overlay" },
        previous: { plugin: "kubenet", kubernetesVersion: "1.35.4", poolVersions: {} },
      }),
      [],
    ],
  ],
  "kubernetes-version": [
    ["1.35", clusterFacts({ kubernetesVersion: "1.35", pools: [poolFacts({ kubernetesVersion: "1.35" })] }), []],
    [
      "1.22",
      clusterFacts({ kubernetesVersion: "1.22", pools: [poolFacts({ kubernetesVersion: "1.22" })] }),
      [["AgentPoolK8sVersionNotSupported", /1\.22/]],
    ],
    ["1.33 is under long-term support", clusterFacts({ kubernetesVersion: "1.33" }), [[undefined, /long-term/]]],
    [
      "a pool that is behind",
      clusterFacts({ pools: [poolFacts({ kubernetesVersion: "1.29.15" })] }),
      [["AgentPoolK8sVersionNotSupported", /1\.29\.15/]],
    ],
    [
      "an old version that was there",
      clusterFacts({
        kubernetesVersion: "1.22",
        pools: [poolFacts({ kubernetesVersion: "1.22" })],
        previous: { plugin: "none", kubernetesVersion: "1.22", poolVersions: {} },
      }),
      [],
    ],
  ],
  "cidr-syntax": [
    ["a word", clusterFacts({ network: { serviceCidrs: ["ten"] } }), [["CidrStringParseError", /service CIDR ten/]]],
    ["no prefix", clusterFacts({ network: { podCidrs: ["10.1.0.0"] } }), [["CidrStringParseError", /pod CIDR/]]],
    ["/33", clusterFacts({ network: { podCidrs: ["10.1.0.0/33"] } }), [["CidrStringParseError", /33/]]],
    ["host bits", clusterFacts({ network: { serviceCidrs: ["10.0.0.1/16"] } }), [[undefined, /bits behind/]]],
  ],
  "service-cidr-size": [
    ["/13", clusterFacts({ network: { serviceCidrs: ["10.0.0.0/13"] } }), []],
    ["/12", clusterFacts({ network: { serviceCidrs: ["10.0.0.0/12"] } }), [["ByocniServiceCidrTooLarge", /\/12/]]],
  ],
  "dns-service-ip": [
    ["inside", clusterFacts(), []],
    [
      "outside",
      clusterFacts({ network: { serviceCidrs: ["10.200.0.0/16"], given: new Set(["serviceCidr"]) } }),
      [["DnsServiceIpOutOfServiceCidr", /both or neither/]],
    ],
    ["no address", clusterFacts({ network: { dnsServiceIP: "dns" } }), [["InvalidParameter", /not an IP/]]],
    ["the network address", clusterFacts({ network: { dnsServiceIP: "10.0.0.0" } }), [[undefined, /network address/]]],
    ["the API's address", clusterFacts({ network: { dnsServiceIP: "10.0.0.1" } }), [[undefined, /Kubernetes API/]]],
    ["the last address", clusterFacts({ network: { dnsServiceIP: "10.0.255.255" } }), [[undefined, /broadcast/]]],
    ["in the second of two ranges", clusterFacts({ network: { serviceCidrs: ["fd00::/108", "10.0.0.0/16"] } }), []],
  ],
  "reserved-ranges": [
    ["none", clusterFacts(), []],
    [
      "service in one",
      clusterFacts({ network: { serviceCidrs: ["172.30.4.0/22"], dnsServiceIP: "172.30.4.10" } }),
      [["ByocniReservedRange", /is part of 172\.30\.0\.0\/16/]],
    ],
    [
      "service that holds two",
      clusterFacts({ network: { serviceCidrs: ["172.16.0.0/12"] } }),
      [
        ["ByocniReservedRange", /contains 172\.30/],
        ["ByocniReservedRange", /contains 172\.31/],
      ],
    ],
    [
      "pods, which AKS does not look at",
      clusterFacts({ network: { podCidrs: ["169.254.0.0/16"] } }),
      [[undefined, /pod CIDR 169\.254\.0\.0\/16 equals/]],
    ],
    [
      "pods of kubenet",
      clusterFacts({ network: { plugin: "kubenet", podCidrs: ["192.0.2.0/24"] } }),
      [["ByocniReservedRange", /192\.0\.2/]],
    ],
    [
      "the VNet",
      own({ vnet: { ...subnetFacts().vnet, prefixes: ["172.16.0.0/12"] } }),
      [
        [undefined, /virtual network/],
        [undefined, /172\.31/],
      ],
    ],
  ],
  "public-ranges": [
    ["private", clusterFacts({ network: { podCidrs: ["100.64.0.0/16"] } }), []],
    ["public", clusterFacts({ network: { serviceCidrs: ["172.168.0.0/16"] } }), [[undefined, /172\.168/]]],
    ["multicast", clusterFacts({ network: { podCidrs: ["224.0.0.0/8"] } }), [[undefined, /multicast/]]],
  ],
  "azure-combinations": [
    [
      "cilium with calico",
      clusterFacts({ network: { plugin: "azure", dataplane: "cilium", policy: "calico" } }),
      [["CiliumDataplaneRequiresNetworkPolicyCilium", /calico/]],
    ],
    ["cilium with cilium", clusterFacts({ network: { plugin: "azure", dataplane: "cilium", policy: "cilium" } }), []],
    [
      "cilium with no policy, said so",
      clusterFacts({ network: { plugin: "azure", dataplane: "cilium", policy: "none" } }),
      [["CiliumDataplaneRequiresNetworkPolicyCilium", /none/]],
    ],
    [
      "policy cilium without its data plane",
      clusterFacts({ network: { plugin: "azure", dataplane: "azure", policy: "cilium" } }),
      [["NetworkPolicyNotSupported", /networkDataplane/]],
    ],
    [
      "overlay with kubenet",
      clusterFacts({ network: { plugin: "kubenet", pluginMode: "overlay" } }),
      [["UnsupportedNetworkPluginModeWithNetworkPlugin", /overlay/]],
    ],
    [
      "cilium with kubenet",
      clusterFacts({ network: { plugin: "kubenet", dataplane: "cilium", policy: "cilium" } }),
      [["ByocniCiliumDataplaneNeedsAzure", /kubenet/]],
    ],
    [
      "azure policy with kubenet",
      clusterFacts({ network: { plugin: "kubenet", policy: "azure" } }),
      [["NetworkPolicyAzureNotSupportedForKubenet", /kubenet/]],
    ],
    [
      "pod subnet with kubenet",
      clusterFacts({ network: { plugin: "kubenet" }, pools: [poolFacts({ podSubnetId: "x" })] }),
      [["InvalidParameter", /pod subnet/]],
    ],
  ],
  "kube-proxy": [
    ["off with none", clusterFacts({ network: { kubeProxy: { enabled: false } } }), []],
    [
      "off with azure",
      clusterFacts({ network: { plugin: "azure", kubeProxy: { enabled: false } } }),
      [["KubeProxyConfigDisabledBYOCNIOnly", /azure/]],
    ],
    [
      "nftables too early",
      clusterFacts({ kubernetesVersion: "1.32.1", network: { kubeProxy: { mode: "NFTABLES" } } }),
      [[undefined, /1\.33/]],
    ],
  ],
  "windows-pools": [
    [
      "with none",
      clusterFacts({ pools: [poolFacts(), poolFacts({ name: "win", osType: "Windows" })] }),
      [["AzureCNIOnlyForWindows", /win/]],
    ],
    ["with azure", clusterFacts({ network: { plugin: "azure" }, pools: [poolFacts({ osType: "Windows" })] }), []],
    ["another pool's", clusterFacts({ pools: [poolFacts({ osType: "Windows", subject: false })] }), []],
  ],
  "none-combinations": [
    ["nothing", clusterFacts({ network: { policy: "none", dataplane: "azure" } }), []],
    [
      "everything",
      clusterFacts({
        network: { policy: "calico", dataplane: "cilium", pluginMode: "overlay" },
        pools: [poolFacts({ podSubnetId: "x", localDns: "Preferred" }), poolFacts({ localDns: "Disabled" })],
      }),
      [
        [undefined, /networkPolicy/],
        [undefined, /networkPluginMode/],
        [undefined, /networkDataplane/],
        [undefined, /podSubnetID/],
        [undefined, /localDNSProfile Preferred/],
      ],
    ],
  ],
  "pod-cidr-missing": [
    ["there", clusterFacts(), []],
    [
      "missing",
      clusterFacts({ network: { podCidrs: [], given: new Set(["networkPlugin"]) } }),
      [[undefined, /no podCidr/]],
    ],
    ["overlay has its own", clusterFacts({ network: { plugin: "azure", podCidrs: [] } }), []],
  ],
  "subnet-delegated": [
    ["not", own({}), []],
    [
      "delegated",
      own({ delegations: ["Microsoft.ContainerService/managedClusters"] }),
      [["SubnetIsDelegated", /delegated to Microsoft/]],
    ],
  ],
  "service-cidr-overlap": [
    ["apart", own({}), []],
    [
      "a subnet",
      own({}, { serviceCidrs: ["10.1.0.0/24"], dnsServiceIP: "10.1.0.10" }),
      [["ServiceCidrOverlapExistingSubnetsCidr", /subnet nodes/]],
    ],
    [
      "only the VNet's space",
      own({}, { serviceCidrs: ["10.1.128.0/24"] }),
      [[undefined, /is part of 10\.1\.0\.0\/16/]],
    ],
    ["a peer", clusterFacts({ subnets: [peered("10.0.0.0/16")] }), [[undefined, /peered virtual network hub/]]],
    [
      "the VNet that AKS makes",
      clusterFacts({ network: { serviceCidrs: ["10.224.0.0/24"] } }),
      [["ServiceCidrOverlapExistingSubnetsCidr", /10\.224\.0\.0\/16/]],
    ],
  ],
  "pod-cidr-overlap": [
    ["apart", own({}), []],
    ["the VNet", own({}, { podCidrs: ["10.1.64.0/18"] }), [["NetworkProfileCIDROverlapVNET", /virtual network/]]],
    ["the services", own({}, { podCidrs: ["10.0.128.0/17"] }), [[undefined, /service CIDR 10\.0\.0\.0\/16/]]],
    ["a peer", clusterFacts({ subnets: [peered("192.168.4.0/24")] }), [[undefined, /peered/]]],
    // Azure-Samples/private-aks-cluster: pods have addresses of the subnet, and AKS passes over the range.
    ["Azure CNI without overlay", own({}, { plugin: "azure", podCidrs: ["10.1.64.0/18"] }), []],
    [
      "Azure CNI with overlay",
      own({}, { plugin: "azure", pluginMode: "overlay", podCidrs: ["10.1.64.0/18"] }),
      [["NetworkProfileCIDROverlapVNET", /virtual network/]],
    ],
  ],
  "node-provisioning": [
    ["off", clusterFacts({ nodeProvisioning: "Manual" }), []],
    ["another plugin", clusterFacts({ nodeProvisioning: "Auto", network: { plugin: "azure" } }), []],
    ["on", clusterFacts({ nodeProvisioning: "Auto" }), [[undefined, /auto-provisioning is on/]]],
  ],
  "pod-capacity": [
    ["enough", clusterFacts(), []],
    [
      "too small",
      clusterFacts({ network: { podCidrs: ["192.168.0.0/23"] } }),
      [[undefined, /512 addresses.*750 pods/]],
    ],
  ],
  "subnet-capacity": [
    ["a /24", own({}), []],
    ["a /29 has three", own({ prefixes: ["10.1.0.0/29"] }), [[undefined, /room for 3 addresses.*4 are needed/]]],
    [
      "a /29 for four",
      clusterFacts({
        subnets: [subnetFacts({ prefixes: ["10.1.0.0/29"] })],
        pools: [poolFacts({ count: 4, maxCount: 4, subnetId: subnetFacts().id })],
      }),
      [["SubnetIsFull", /room for 3/]],
    ],
    [
      "a surge of half",
      clusterFacts({
        subnets: [subnetFacts({ prefixes: ["10.1.0.0/28"] })],
        pools: [poolFacts({ count: 8, maxCount: 8, maxSurge: "50%", subnetId: subnetFacts().id })],
      }),
      [[undefined, /12 are needed/]],
    ],
    [
      "pods of Azure CNI",
      own({ prefixes: ["10.1.0.0/24"] }, { plugin: "azure" }),
      [["SubnetIsFull", /753 are needed/]],
    ],
  ],
  "subnet-permissions": [
    ["unknown", own({}), []],
    ["both", own({ permissions: { join: true, read: true } }), []],
    ["none", own({ permissions: { join: false, read: false } }), [[undefined, /join\/action and Microsoft/]]],
    [
      "none in the template",
      own({ permissions: { join: false, read: false, byTemplate: true } }),
      [[undefined, /^No role assignment of the template/]],
    ],
  ],
  "outbound-isolated": [
    ["loadBalancer", clusterFacts(), []],
    ["block", clusterFacts({ network: { outboundType: "block" } }), [[undefined, /block/]]],
  ],
  "outbound-routes": [
    ["a firewall", own({ routeTable: routes("VirtualAppliance") }, { outboundType: "userDefinedRouting" }), []],
    ["no table", own({}, { outboundType: "userDefinedRouting" }), [["ByocniOutboundRouteMissing", /no route table/]]],
    [
      "another route",
      own({ routeTable: routes("VirtualAppliance", "10.0.0.0/8") }, { outboundType: "userDefinedRouting" }),
      [["ByocniOutboundRouteMissing", /without a route/]],
    ],
    [
      "to the Internet",
      own({ routeTable: routes("Internet") }, { outboundType: "userDefinedRouting" }),
      [["RouteTableInvalidNextHop", /leads to Internet/]],
    ],
    [
      "no subnet",
      clusterFacts({ network: { outboundType: "userDefinedRouting" } }),
      [["ByocniOutboundNeedsSubnet", /no subnet/]],
    ],
    [
      "a subnet that is not known yet",
      clusterFacts({ network: { outboundType: "userDefinedRouting" }, pools: [poolFacts({ subnetId: "later" })] }),
      [],
    ],
  ],
  "outbound-nat-gateway": [
    ["managed", clusterFacts({ network: { outboundType: "managedNATGateway" } }), []],
    [
      "managed on an own subnet",
      own({}, { outboundType: "managedNATGateway" }),
      [["InvalidParameter", /subnet of its own/]],
    ],
    ["yours", own({ natGatewayId: "nat" }, { outboundType: "userAssignedNATGateway" }), []],
    [
      "yours, missing",
      own({}, { outboundType: "userAssignedNATGateway" }),
      [["ByocniOutboundNatGatewayMissing", /no NAT gateway/]],
    ],
  ],
  "nsg-nodes": [
    ["no rules but the default ones", own({ nsg: nsg() }), []],
    [
      "deny all",
      own({ nsg: nsg({ priority: 4096, name: "deny-all" }) }),
      [[undefined, /deny-all denies TCP, UDP, ICMP between nodes of the subnet nodes \(inbound\)/]],
    ],
    [
      "deny all after allow of the subnet",
      own({
        nsg: nsg({ access: "Allow", sources: ["10.1.0.0/24"], destinations: ["10.1.0.0/24"] }, { priority: 4096 }),
      }),
      [],
    ],
    [
      "deny all after allow of half the subnet",
      own({ nsg: nsg({ access: "Allow", sources: ["10.1.0.0/25"] }, { priority: 4096 }) }),
      [[undefined, /TCP, UDP, ICMP/]],
    ],
    [
      "a port in the middle",
      own({ nsg: nsg({ protocol: "Udp", destinationPorts: ["8472"] }) }),
      [[undefined, /UDP 8472 /]],
    ],
    [
      "outbound",
      own({ nsg: nsg({ direction: "Outbound", protocol: "Tcp", destinationPorts: ["1000-2000"] }) }),
      [[undefined, /TCP 1000-2000 .*outbound/]],
    ],
    ["the Internet only", own({ nsg: nsg({ sources: ["Internet"] }) }), []],
    [
      "the tag of the VNet",
      own({ nsg: nsg({ sources: ["VirtualNetwork"], destinationPorts: ["22"], protocol: "Tcp" }) }),
      [[undefined, /TCP 22 /]],
    ],
    ["an unknown tag", own({ nsg: nsg({ sources: ["Storage.EastUS"] }) }), []],
    [
      "allow TCP, deny the rest",
      own({ nsg: nsg({ access: "Allow", protocol: "Tcp" }, {}) }),
      [[undefined, /denies UDP, ICMP/]],
    ],
  ],
  "nsg-egress": [
    ["default rules", own({ nsg: nsg() }), []],
    [
      "deny the Internet",
      own({ nsg: nsg({ direction: "Outbound", destinations: ["Internet"] }) }),
      [
        [undefined, /HTTPS/],
        [undefined, /NTP/],
      ],
    ],
    [
      "deny all but HTTPS",
      own({
        nsg: nsg(
          { direction: "Outbound", access: "Allow", protocol: "Tcp", destinationPorts: ["443"] },
          { direction: "Outbound", destinations: ["Internet"] },
        ),
      }),
      [[undefined, /NTP/]],
    ],
  ],
  "system-pool-size": [
    ["D4ds_v5", clusterFacts(), []],
    [
      "DS1_v2",
      clusterFacts({ pools: [poolFacts({ vmSize: "Standard_DS1_v2" })] }),
      [["SystemPoolSkuTooLow", /1 vCPU/]],
    ],
    ["DS2_v2", clusterFacts({ pools: [poolFacts({ vmSize: "Standard_DS2_v2" })] }), [[undefined, /fewer than 4/]]],
    ["B2ms", clusterFacts({ pools: [poolFacts({ vmSize: "Standard_B2ms" })] }), [["SystemPoolSkuTooLow", /B series/]]],
    ["B4ms", clusterFacts({ pools: [poolFacts({ vmSize: "Standard_B4ms" })] }), [[undefined, /B series/]]],
    ["a user pool", clusterFacts({ pools: [poolFacts({ mode: "User", vmSize: "Standard_B1s" })] }), []],
    ["a size that nobody knows", clusterFacts({ pools: [poolFacts({ vmSize: "Standard_ZZ9" })] }), []],
  ],
  "startup-taints": [
    [
      "cilium's",
      clusterFacts({ pools: [poolFacts({ nodeTaints: ["node.cilium.io/agent-not-ready=true:NoExecute"] })] }),
      [[undefined, /nodeTaints/]],
    ],
    ["another", clusterFacts({ pools: [poolFacts({ nodeTaints: ["a=b:NoSchedule"] })] }), []],
  ],
};

describe.each(rules.map((rule) => [rule.id, rule] as const))("rule %s", (id, rule) => {
  const rows = cases[id] ?? [];
  it("has cases that break it and cases that do not, and says where it comes from", () => {
    expect(rows.some(([, , expected]) => expected.length > 0)).toBe(true);
    expect(rule.source).not.toBe("");
    expect(rule.fix).not.toBe("");
  });

  it.each(rows)("%s", (_, facts, expected) => {
    const found = checkCluster(facts).filter(({ rule: from }) => from === id);
    expect(found.map(({ refusal }) => refusal?.code)).toEqual(expected.map(([code]) => code));
    for (const [index, [, message]] of expected.entries()) expect(found[index]?.message).toMatch(message);
  });
});

it("finds nothing wrong with a good cluster on a good subnet", () => {
  expect(checkCluster(clusterFacts({ subnets: [subnetFacts()] }))).toEqual([]);
});

it("leaves out rules by id, and rules about the cluster when a pool is changed", () => {
  const facts = clusterFacts({
    network: { podCidrs: [], given: new Set(["networkPlugin"]) },
    pools: [poolFacts({ osType: "Windows" })],
  });
  expect(checkCluster(facts).map(({ rule }) => rule)).toEqual(["windows-pools", "pod-cidr-missing"]);
  expect(checkCluster(facts, { about: "pool" }).map(({ rule }) => rule)).toEqual(["windows-pools"]);
  expect(checkCluster(facts, { except: new Set(["windows-pools"]) }).map(({ rule }) => rule)).toEqual([
    "pod-cidr-missing",
  ]);
});

it("marks codes of its own, and no rule has a code twice with different texts", () => {
  for (const { refusals = {} } of rules) {
    for (const row of Object.values(refusals)) {
      expect(row.source).not.toBe("");
      if (/own code is not public|code is not public/.test(row.source)) expect(row.code).toMatch(/^Byocni/);
    }
  }
});
