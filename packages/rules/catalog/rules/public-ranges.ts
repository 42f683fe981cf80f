import { cidrsOverlap, isSuperset } from "@byocni/base/core";
import { podRanges, rangesOf, serviceRanges } from "../ranges.ts";
import type { Rule } from "../rule.ts";

/** Ranges that are nobody's on the Internet: RFC 1918, RFC 6598, RFC 4193. */
const privateRanges = rangesOf(["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"]);
const multicast = rangesOf(["224.0.0.0/4", "240.0.0.0/4", "ff00::/8"]);

export const publicRanges: Rule = {
  id: "public-ranges",
  title: "Service and pod ranges are private",
  severity: "warning",
  why: "A public range hides the hosts on the Internet that own it; multicast and reserved addresses cannot be used at all.",
  source: "AKS release notes of 2023-10-01; a public range was still accepted in 2026",
  since: "2023-10-01",
  fix: "Take a range of 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16 or 100.64.0.0/10.",
  about: "cluster",
  *check(facts) {
    for (const { text, cidr, what, path } of [...serviceRanges(facts), ...podRanges(facts)]) {
      if (multicast.some((range) => cidrsOverlap(range, cidr)))
        yield { severity: "error", message: `The ${what} ${text} holds multicast or reserved addresses.`, path };
      else if (!privateRanges.some((range) => isSuperset(range, cidr)))
        yield { message: `The ${what} ${text} is not private address space.`, path };
    }
  },
};
