import type { Pod } from "@byocni/kube/client";
import { quantityToMilli, quantityToNumber } from "@byocni/kube/schema";

/** Amounts by resource name: `cpu` in millicores, everything else in whole units (bytes for memory). */
export type ResourceAmounts = ReadonlyMap<string, number>;

type Quantities = Readonly<Record<string, string | number>> | undefined;

/** Reads quantities into numbers, remembering texts that come again and again. */
export interface AmountReader {
  amounts(quantities: Quantities): ResourceAmounts;
  /** What the scheduler sets aside for a pod. */
  podRequests(pod: Pod): ResourceAmounts;
}

const none: ResourceAmounts = new Map();
/** Texts remembered at most; a cluster uses few different ones. */
const capacity = 2000;

function add(into: Map<string, number>, amounts: ResourceAmounts): void {
  for (const [name, amount] of amounts) into.set(name, (into.get(name) ?? 0) + amount);
}

function raise(into: Map<string, number>, amounts: ResourceAmounts): void {
  for (const [name, amount] of amounts) into.set(name, Math.max(into.get(name) ?? 0, amount));
}

export function createAmountReader(): AmountReader {
  const known = new Map<string, number>();
  function read(name: string, value: string | number): number {
    const key = name === "cpu" ? `m${value}` : `u${value}`;
    let amount = known.get(key);
    if (amount === undefined) {
      amount = name === "cpu" ? quantityToMilli(value) : quantityToNumber(value);
      if (known.size >= capacity) known.clear();
      known.set(key, amount);
    }
    return amount;
  }
  function amounts(quantities: Quantities): ResourceAmounts {
    if (!quantities) return none;
    const result = new Map<string, number>();
    for (const name in quantities) {
      const value = quantities[name];
      if (value !== undefined) result.set(name, read(name, value));
    }
    return result;
  }
  return {
    amounts,
    podRequests({ spec }) {
      const total = new Map<string, number>();
      for (const container of spec.containers) add(total, amounts(container.resources?.requests));
      if (spec.initContainers) {
        // A sidecar goes on running beside all that starts after it; other init containers run one at a time.
        const sidecars = new Map<string, number>();
        const most = new Map<string, number>();
        for (const container of spec.initContainers) {
          const own = amounts(container.resources?.requests);
          if (container.restartPolicy === "Always") {
            add(sidecars, own);
            raise(most, sidecars);
          } else {
            const together = new Map(sidecars);
            add(together, own);
            raise(most, together);
          }
        }
        add(total, sidecars);
        raise(total, most);
      }
      add(total, amounts(spec.overhead));
      return total;
    },
  };
}
