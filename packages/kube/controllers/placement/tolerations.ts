import type { Taint, Toleration } from "@byocni/kube/client";

/** True when the toleration covers the taint (`NodeSpec.taints`, `PodSpec.tolerations`). */
export function tolerates(toleration: Toleration, taint: Taint): boolean {
  if (toleration.effect && toleration.effect !== taint.effect) return false;
  if (toleration.key && toleration.key !== taint.key) return false;
  const operator = toleration.operator ?? "Equal";
  // An empty key with Exists covers every taint.
  if (operator === "Exists") return true;
  if (!toleration.key) return false;
  const [value, wanted] = [taint.value ?? "", toleration.value ?? ""];
  if (operator === "Equal" || operator === "") return value === wanted;
  if (operator !== "Lt" && operator !== "Gt") return false;
  const integer = /^(0|-?[1-9][0-9]*)$/;
  if (!integer.test(value) || !integer.test(wanted)) return false;
  return operator === "Lt" ? BigInt(value) < BigInt(wanted) : BigInt(value) > BigInt(wanted);
}

/** The first taint with one of the effects that no toleration covers. */
export function untoleratedTaint(
  taints: readonly Taint[] | undefined,
  tolerations: readonly Toleration[] | undefined,
  effects: readonly Taint["effect"][],
): Taint | undefined {
  if (!taints || taints.length === 0) return undefined;
  return taints.find(
    (taint) => effects.includes(taint.effect) && !tolerations?.some((toleration) => tolerates(toleration, taint)),
  );
}
