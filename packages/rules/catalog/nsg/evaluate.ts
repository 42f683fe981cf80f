import { parseAddress, parseCidr } from "@byocni/base/core";
import { rangesOf } from "../ranges.ts";
import { type SecurityRuleFacts, defaultRuleFacts } from "./security-rule.ts";
import { type Interval, type Traffic, anyAddress, anyPort, intersect, intervalOf, subtract } from "./traffic.ts";

/** Traffic that a rule denies. */
export interface Denied {
  readonly rule: SecurityRuleFacts;
  readonly traffic: Traffic;
}

/** Address of the platform's load balancer probes and DNS. */
const azureLoadBalancer: Interval = [0xa83f_8110n, 0xa83f_8110n];

/**
 * What of the traffic a network security group denies: its rules by priority, then the default rules. Rules that name
 * service tags which are not known here, or application security groups, are passed over.
 * @param vnetPrefixes what the tag `VirtualNetwork` stands for: the VNet and its peers
 */
export function deniedTraffic(
  rules: readonly SecurityRuleFacts[],
  direction: SecurityRuleFacts["direction"],
  wanted: readonly Traffic[],
  vnetPrefixes: readonly string[],
): readonly Denied[] {
  const ordered = [...rules, ...defaultRuleFacts]
    .filter((rule) => rule.direction === direction)
    .sort((a, b) => a.priority - b.priority);
  const vnet = rangesOf(vnetPrefixes)
    .filter(({ family }) => family === 4)
    .map(intervalOf);
  const denied: Denied[] = [];
  let open = [...wanted];
  for (const rule of ordered) {
    if (open.length === 0) break;
    for (const match of matches(rule, open, vnet)) {
      if (rule.access === "Deny") {
        for (const traffic of open) {
          const hit = intersect(traffic, match);
          if (hit) denied.push({ rule, traffic: hit });
        }
      }
      open = open.flatMap((traffic) => subtract(traffic, match));
    }
  }
  return denied;
}

/** The rule as products of intervals, one for each combination of its lists and of the protocols that matter. */
function matches(rule: SecurityRuleFacts, open: readonly Traffic[], vnet: readonly Interval[]): readonly Traffic[] {
  const protocols = new Set(open.map(({ protocol }) => protocol));
  const wanted = rule.protocol === "*" ? [...protocols] : [...protocols].filter((name) => same(name, rule.protocol));
  const sources = addressesOf(rule.sources, vnet);
  const destinations = addressesOf(rule.destinations, vnet);
  const sourcePorts = portIntervals(rule.sourcePorts);
  const destinationPorts = portIntervals(rule.destinationPorts);
  return wanted.flatMap((protocol) =>
    sources.flatMap((source) =>
      destinations.flatMap((destination) =>
        sourcePorts.flatMap((sourcePort) =>
          destinationPorts.map((destinationPort) => ({ protocol, source, sourcePort, destination, destinationPort })),
        ),
      ),
    ),
  );
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

function addressesOf(prefixes: readonly string[], vnet: readonly Interval[]): readonly Interval[] {
  return prefixes.flatMap((prefix) => {
    switch (prefix.toLowerCase()) {
      case "*":
      case "any":
      case "0.0.0.0/0":
        return [anyAddress];
      case "virtualnetwork":
        return vnet;
      case "internet":
        return complement(vnet);
      case "azureloadbalancer":
        return [azureLoadBalancer];
      default:
        return literal(prefix);
    }
  });
}

function literal(prefix: string): readonly Interval[] {
  const range = parseCidr(prefix);
  if (range.ok) return range.value.cidr.family === 4 ? [intervalOf(range.value.cidr)] : [];
  const address = parseAddress(prefix);
  return address.ok && address.value.family === 4 ? [[address.value.value, address.value.value]] : [];
}

function complement(taken: readonly Interval[]): readonly Interval[] {
  const gaps: Interval[] = [];
  let from = anyAddress[0];
  for (const [low, high] of [...taken].sort((a, b) => (a[0] < b[0] ? -1 : 1))) {
    if (low > from) gaps.push([from, low - 1n]);
    if (high + 1n > from) from = high + 1n;
  }
  if (from <= anyAddress[1]) gaps.push([from, anyAddress[1]]);
  return gaps;
}

function portIntervals(texts: readonly string[]): readonly Interval[] {
  return texts.map(portsOf).filter((interval) => interval !== undefined);
}

function portsOf(text: string): Interval | undefined {
  if (text === "*") return anyPort;
  const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text.trim());
  if (!match) return undefined;
  const from = BigInt(match[1] ?? "0");
  return [from, BigInt(match[2] ?? from)];
}

/** `TCP 4240-65535`, `UDP 8472`, `TCP` for all ports. */
export function describeTraffic({ protocol, destinationPort: [from, to] }: Traffic): string {
  const ports = from === 0n && to === 65535n ? "" : from === to ? ` ${from}` : ` ${from}-${to}`;
  return `${protocol.toUpperCase()}${ports}`;
}
