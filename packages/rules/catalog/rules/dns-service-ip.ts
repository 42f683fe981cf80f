import { cidrContains, compareAddresses, lastAddress, nthAddress, parseAddress } from "@byocni/base/core";
import { serviceRanges } from "../ranges.ts";
import { type Rule, type RefusalRow, refuse } from "../rule.ts";

const target = "networkProfile.dnsServiceIP";
const path = "properties.networkProfile.dnsServiceIP";

const refusals = {
  outside: {
    status: 400,
    code: "DnsServiceIpOutOfServiceCidr",
    message: "The DNS service IP {ip} is out of the range defined by service CIDR {serviceCidr}.",
    when: "always",
    source: "Azure/azure-cli#15799",
  },
  noAddress: {
    status: 400,
    code: "InvalidParameter",
    message: "The value of parameter networkProfile.dnsServiceIP is invalid. {ip} is not an IP address.",
    when: "always",
    source: "code of AKS for parameters in general; own text",
  },
} as const satisfies Record<string, RefusalRow>;

export const dnsServiceIp: Rule = {
  id: "dns-service-ip",
  title: "dnsServiceIP is a usable address of the service CIDR",
  severity: "error",
  why: "The first address of the service CIDR is the Kubernetes API's; outside of the range, or on its edges, the cluster has no DNS.",
  source: "https://learn.microsoft.com/azure/aks/use-byo-cni (IP address planning); Azure/AKS#2579",
  fix: "Give serviceCidr and dnsServiceIP together, for example 10.2.0.0/16 and 10.2.0.10.",
  about: "cluster",
  refusals,
  *check(facts) {
    const { dnsServiceIP, serviceCidrs, given } = facts.network;
    const address = parseAddress(dnsServiceIP);
    if (!address.ok) {
      yield {
        message: `dnsServiceIP ${dnsServiceIP} is not an IP address: ${address.reason}.`,
        path,
        refusal: refuse(refusals.noAddress, { ip: dnsServiceIP }, target),
      };
      return;
    }
    const ranges = serviceRanges(facts);
    if (ranges.length === 0) return;
    const holder = ranges.find(({ cidr }) => cidrContains(cidr, address.value));
    if (!holder) {
      const pair = given.has("dnsServiceIP") === given.has("serviceCidr") ? "" : " Give both or neither.";
      yield {
        message: `dnsServiceIP ${dnsServiceIP} is not in the service CIDR ${serviceCidrs.join(", ")}.${pair}`,
        path,
        refusal: refuse(refusals.outside, { ip: dnsServiceIP, serviceCidr: serviceCidrs[0] ?? "" }, target),
      };
      return;
    }
    const { cidr, text } = holder;
    const at = (position: bigint): boolean => {
      const edge = nthAddress(cidr, position);
      return edge !== undefined && compareAddresses(edge, address.value) === 0;
    };
    const what = at(0n)
      ? "the network address"
      : at(1n)
        ? "the address of the Kubernetes API"
        : compareAddresses(lastAddress(cidr), address.value) === 0
          ? "the broadcast address"
          : undefined;
    if (what !== undefined) yield { message: `dnsServiceIP ${dnsServiceIP} is ${what} of ${text}.`, path };
  },
};
