import { parseCidr } from "@byocni/base/core";
import { type Problem, type Rule, type RefusalRow, refuse } from "../rule.ts";

const refusals = {
  syntax: {
    status: 400,
    code: "CidrStringParseError",
    message: "Cidr is invalid ({property})",
    when: "always",
    source: "Azure/AKS#506",
  },
} as const satisfies Record<string, RefusalRow>;

export const cidrSyntax: Rule = {
  id: "cidr-syntax",
  title: "Ranges are written as CIDR blocks",
  severity: "error",
  why: "A range is an address and a prefix length; bits behind the prefix say nothing and hint at a mistake.",
  source: "Azure/AKS#506",
  fix: "Write the first address of the block: 10.0.0.0/16.",
  about: "cluster",
  refusals,
  *check({ network }) {
    for (const text of network.serviceCidrs)
      yield* syntaxOf(text, "service", "serviceCidr", "networkProfile.serviceCIDR");
    for (const text of network.podCidrs) yield* syntaxOf(text, "pod", "podCidr", "networkProfile.podCIDR");
  },
};

function* syntaxOf(text: string, what: string, member: string, target: string): Generator<Problem> {
  const path = `properties.networkProfile.${member}`;
  const parsed = parseCidr(text);
  if (!parsed.ok) {
    yield {
      message: `The ${what} CIDR ${text} is not a range: ${parsed.reason}.`,
      path,
      refusal: refuse(refusals.syntax, { property: target }, target),
    };
  } else if (parsed.value.hostBitsSet) {
    yield { severity: "warning", message: `The ${what} CIDR ${text} has bits behind its prefix.`, path };
  }
}
