import { cidrSize } from "@byocni/base/core";
import { podRanges } from "../ranges.ts";
import type { Rule } from "../rule.ts";

export const podCapacity: Rule = {
  id: "pod-capacity",
  title: "The pod CIDR has room for all pods",
  severity: "warning",
  why: "CNI plugins cut the pod CIDR into a block for each node, a /24 as a rule: when the blocks run out, pods of new nodes get no address.",
  source: "https://learn.microsoft.com/azure/aks/concepts-network-ip-address-planning",
  fix: "Take a larger pod CIDR, smaller blocks, or fewer pods a node (maxPods).",
  about: "cluster",
  *check(facts) {
    if (facts.network.plugin !== "none") return;
    const [range] = podRanges(facts).filter(({ cidr }) => cidr.family === 4);
    if (!range) return;
    const room = Number(cidrSize(range.cidr));
    const pods = facts.pools.reduce((total, { maxCount, maxPods }) => total + maxCount * maxPods, 0);
    if (pods <= room) return;
    yield {
      message: `The pod CIDR ${range.text} has ${room} addresses; all nodes together may run ${pods} pods.`,
      path: range.path,
    };
  },
};
