import { jsonEqual } from "@byocni/base/core";
import type { Container, Pod, PodSpec } from "../model/core-v1.gen.ts";
import type { Check } from "./check.ts";

const allowed = [
  "`spec.containers[*].image`",
  "`spec.initContainers[*].image`",
  "`spec.activeDeadlineSeconds`",
  "`spec.tolerations` (only additions to existing tolerations)",
  "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)",
].join(",");

/** What may not change in a pod that exists. */
export function checkPodUpdate(check: Check, pod: Pod, old: Pod): void {
  for (const key of ["containers", "initContainers"] as const)
    if ((pod.spec[key] ?? []).length !== (old.spec[key] ?? []).length) {
      check.forbidden(`spec.${key}`, "pod updates may not add or remove containers");
      return;
    }
  const before = old.spec.tolerations ?? [];
  const after = pod.spec.tolerations ?? [];
  if (!before.every((toleration) => after.some((item) => jsonEqual(item, toleration)))) {
    check.forbidden("spec.tolerations", "existing toleration can not be modified except its tolerationSeconds");
    return;
  }
  // Scheduling gates may only be taken away, and only before the pod is bound.
  const gates = new Set((old.spec.schedulingGates ?? []).map((gate) => gate.name));
  if ((pod.spec.schedulingGates ?? []).some((gate) => !gates.has(gate.name)))
    check.forbidden("spec.schedulingGates", "only deletion is allowed, but found new scheduling gate");
  const changed = changedFields(pod.spec, withAllowed(old.spec, pod.spec));
  if (changed.length > 0)
    check.forbidden("spec", `pod updates may not change fields other than ${allowed}\n${changed.join("\n")}\n`);
}

/** The old spec with what may change taken from the new one. */
function withAllowed(old: PodSpec, spec: PodSpec): PodSpec {
  const images = (containers: readonly Container[] | undefined, from: readonly Container[] | undefined) =>
    containers?.map((container, index) => ({ ...container, image: from?.[index]?.image }));
  const { containers, initContainers } = old;
  return {
    ...old,
    containers: images(containers, spec.containers) ?? [],
    ...(initContainers ? { initContainers: images(initContainers, spec.initContainers) } : {}),
    activeDeadlineSeconds: spec.activeDeadlineSeconds,
    tolerations: spec.tolerations,
    schedulingGates: spec.schedulingGates,
    ...((old.terminationGracePeriodSeconds ?? 0) < 0 && spec.terminationGracePeriodSeconds === 1
      ? { terminationGracePeriodSeconds: 1 }
      : {}),
  };
}

function changedFields(spec: PodSpec, old: PodSpec): string[] {
  const [left, right] = [old as Record<string, unknown>, spec as Record<string, unknown>];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])]
    .filter((key) => !jsonEqual(left[key] ?? null, right[key] ?? null))
    .sort()
    .flatMap((key) => [
      `- ${key}: ${JSON.stringify(left[key] ?? null)}`,
      `+ ${key}: ${JSON.stringify(right[key] ?? null)}`,
    ]);
}
