import type { NodeInfo } from "./node-info.ts";

/** Why a node does not take a pod, in the scheduler's words. */
export interface Unfit {
  readonly reasons: readonly string[];
  /** Taking other pods away from the node could help. */
  readonly resolvable: boolean;
  /** It is where other pods are that speaks against the node. */
  readonly byOthers?: true;
}

/** A demand on a node that was worked out for one pod. */
export type PlacementRule = (node: NodeInfo) => Unfit | undefined;

/** Demands that depend on where other pods are. Absent when there are none, which is the common case. */
export interface PlacementRules {
  readonly spread?: PlacementRule;
  readonly affinity?: PlacementRule;
}

/** The labels of a namespace, for `namespaceSelector`. */
export type NamespaceLabels = (namespace: string) => Readonly<Record<string, string>> | undefined;
