import type { LabelSelectorRequirement, Node, NodeSelectorTerm, PodSpec } from "@byocni/kube/client";

function meets(requirement: LabelSelectorRequirement, value: string | undefined): boolean {
  const values = requirement.values ?? [];
  switch (requirement.operator) {
    case "In":
      return value !== undefined && values.includes(value);
    case "NotIn":
      return value === undefined || !values.includes(value);
    case "Exists":
      return value !== undefined;
    case "DoesNotExist":
      return value === undefined;
    case "Gt":
    case "Lt": {
      const [actual, bound] = [Number(value), Number(values[0])];
      if (value === undefined || !Number.isInteger(actual) || !Number.isInteger(bound)) return false;
      return requirement.operator === "Gt" ? actual > bound : actual < bound;
    }
    default:
      return false;
  }
}

/** All requirements of a term hold; an empty term matches no node. */
export function matchesTerm(term: NodeSelectorTerm, node: Node): boolean {
  const { matchExpressions = [], matchFields = [] } = term;
  if (matchExpressions.length === 0 && matchFields.length === 0) return false;
  return (
    matchExpressions.every((requirement) => meets(requirement, node.metadata.labels?.[requirement.key])) &&
    matchFields.every((requirement) => requirement.key === "metadata.name" && meets(requirement, node.metadata.name))
  );
}

/** The node satisfies the pod's node selector and its required node affinity (one of the terms). */
export function matchesNodeAffinity(spec: PodSpec, node: Node): boolean {
  for (const key in spec.nodeSelector) if (node.metadata.labels?.[key] !== spec.nodeSelector[key]) return false;
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return !required || required.nodeSelectorTerms.some((term) => matchesTerm(term, node));
}

/**
 * The only node names that the required affinity can match, when every term names nodes (`metadata.name In […]`, as
 * daemon pods do); `undefined` when some term does not.
 */
export function namedNodes(spec: PodSpec): readonly string[] | undefined {
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  if (!required || required.nodeSelectorTerms.length === 0) return undefined;
  const names = new Set<string>();
  for (const term of required.nodeSelectorTerms) {
    const named = term.matchFields?.filter(({ key, operator }) => key === "metadata.name" && operator === "In");
    if (!named || named.length === 0) return undefined;
    const [first, ...others] = named;
    for (const name of first?.values ?? []) {
      if (others.every((requirement) => requirement.values?.includes(name))) names.add(name);
    }
  }
  return [...names];
}
