import { type Cidr, cidrsOverlap, formatCidr, isSuperset, parseCidr } from "@byocni/base/core";
import { usesPodCidr } from "./aks-defaults.ts";
import type { ClusterFacts } from "./facts.ts";

/** A range of the cluster, named by its place in the body. */
export interface NamedRange {
  readonly text: string;
  readonly cidr: Cidr;
  /** `service CIDR`, `pod CIDR`, `virtual network`. */
  readonly what: string;
  readonly path: string;
}

/** Undefined for what is no range: that has a rule of its own. */
export function rangeOf(text: string): Cidr | undefined {
  const parsed = parseCidr(text);
  return parsed.ok ? parsed.value.cidr : undefined;
}

export function rangesOf(texts: readonly string[]): readonly Cidr[] {
  return texts.flatMap((text) => rangeOf(text) ?? []);
}

function named(texts: readonly string[], what: string, path: string): readonly NamedRange[] {
  return texts.flatMap((text) => {
    const cidr = rangeOf(text);
    return cidr ? [{ text, cidr, what, path }] : [];
  });
}

export const serviceRanges = ({ network }: ClusterFacts): readonly NamedRange[] =>
  named(network.serviceCidrs, "service CIDR", "properties.networkProfile.serviceCidr");

/** Empty where AKS passes over the pod CIDR: published templates name one that overlaps their network. */
export const podRanges = ({ network }: ClusterFacts): readonly NamedRange[] =>
  usesPodCidr(network.plugin, network.pluginMode)
    ? named(network.podCidrs, "pod CIDR", "properties.networkProfile.podCidr")
    : [];

/** First of the texts that has an address in common with the range. */
export function overlapping(range: Cidr, texts: readonly string[]): string | undefined {
  return texts.find((text) => {
    const other = rangeOf(text);
    return other !== undefined && cidrsOverlap(range, other);
  });
}

/** How one range stands to another that it overlaps, for messages: `contains`, `is part of`, `equals`. */
export function relation(a: Cidr, b: Cidr): string {
  if (formatCidr(a) === formatCidr(b)) return "equals";
  return isSuperset(a, b) ? "contains" : "is part of";
}
