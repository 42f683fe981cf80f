import { addQuantities, compareQuantities, type corev1 } from "@byocni/kube/schema";

export type ResourceMap = Readonly<Record<string, string>>;

/** Requests or limits of a whole pod: the sum of its containers, or its greediest init container if that is more. */
export function podResources(spec: corev1.PodSpec | undefined, which: "limits" | "requests"): ResourceMap {
  const total: Record<string, string> = {};
  const largest: Record<string, string> = {};
  for (const { resources } of spec?.containers ?? [])
    for (const [name, amount] of Object.entries(resources?.[which] ?? {})) add(total, name, amount);
  let sidecars: Record<string, string> = {};
  for (const { resources, restartPolicy } of spec?.initContainers ?? []) {
    const own = Object.entries(resources?.[which] ?? {});
    if (restartPolicy === "Always") {
      // A sidecar runs beside everything that starts after it.
      sidecars = { ...sidecars };
      for (const [name, amount] of own) {
        add(total, name, amount);
        add(sidecars, name, amount);
      }
      for (const [name, amount] of Object.entries(sidecars)) raise(largest, name, amount);
      continue;
    }
    for (const [name, amount] of own)
      raise(largest, name, sidecars[name] === undefined ? amount : addQuantities(amount, sidecars[name]));
  }
  for (const [name, amount] of Object.entries(largest)) raise(total, name, amount);
  for (const [name, amount] of Object.entries(spec?.overhead ?? {}))
    if (which === "requests" || total[name] !== undefined) add(total, name, amount);
  return total;
}

function add(map: Record<string, string>, name: string, amount: string): void {
  map[name] = map[name] === undefined ? amount : addQuantities(map[name], amount);
}

function raise(map: Record<string, string>, name: string, amount: string): void {
  if (map[name] === undefined || compareQuantities(amount, map[name]) > 0) map[name] = amount;
}
