import { fieldErrors } from "../errors/field-error.ts";
import type { HorizontalPodAutoscaler } from "../model/autoscaling-v2.gen.ts";
import type { Lease } from "../model/coordination-v1.gen.ts";
import type { Event } from "../model/core-v1.gen.ts";
import type { Ingress, NetworkPolicy } from "../model/networking-v1.gen.ts";
import type { PodDisruptionBudget } from "../model/policy-v1.gen.ts";
import type { PriorityClass } from "../model/scheduling-v1.gen.ts";
import type { StorageClass } from "../model/storage-v1.gen.ts";
import { at } from "./check.ts";
import type { Check } from "./check.ts";
import { checkLabelSelector } from "./labels.ts";
import { checkCountOrPercent } from "./workloads.ts";
import { isCidr } from "../custom/formats.ts";

export function checkDisruptionBudget(check: Check, { spec }: PodDisruptionBudget): void {
  if (spec.minAvailable !== undefined && spec.maxUnavailable !== undefined)
    check.invalid("spec", spec, "minAvailable and maxUnavailable cannot be both set");
  checkCountOrPercent(check, spec.minAvailable, "spec.minAvailable");
  checkCountOrPercent(check, spec.maxUnavailable, "spec.maxUnavailable");
  checkLabelSelector(check, spec.selector, "spec.selector");
}

export function checkPriorityClass(check: Check, priority: PriorityClass): void {
  if ((priority.value ?? 0) > 1_000_000_000 && !(priority.metadata.name ?? "").startsWith("system-"))
    check.forbidden("value", "maximum allowed value of a user defined priority is 1000000000");
  check.oneOf("preemptionPolicy", priority.preemptionPolicy, ["Never", "PreemptLowerPriority"]);
}

export function checkPriorityClassUpdate(check: Check, priority: PriorityClass, old: PriorityClass): void {
  if (priority.value !== old.value) check.forbidden("value", "may not be changed in an update.");
  check.immutable("preemptionPolicy", priority.preemptionPolicy, old.preemptionPolicy);
}

export function checkStorageClass(check: Check, storage: StorageClass): void {
  if (!storage.provisioner) check.required("provisioner");
  if (storage.reclaimPolicy && !["Delete", "Retain"].includes(storage.reclaimPolicy))
    check.add(fieldErrors.notSupported("reclaimPolicy", storage.reclaimPolicy, ["Delete", "Retain"]));
  check.oneOf("volumeBindingMode", storage.volumeBindingMode, ["Immediate", "WaitForFirstConsumer"]);
}

export function checkStorageClassUpdate(check: Check, storage: StorageClass, old: StorageClass): void {
  const forbid = (key: "parameters" | "provisioner" | "reclaimPolicy"): void => {
    if (JSON.stringify(storage[key]) !== JSON.stringify(old[key]))
      check.forbidden(key, `updates to ${key} are forbidden.`);
  };
  forbid("parameters");
  forbid("provisioner");
  forbid("reclaimPolicy");
  check.immutable("volumeBindingMode", storage.volumeBindingMode, old.volumeBindingMode);
}

export function checkLease(check: Check, { spec }: Lease): void {
  const seconds = spec.leaseDurationSeconds;
  if (seconds !== undefined && seconds <= 0)
    check.invalid("spec.leaseDurationSeconds", seconds, "must be greater than 0");
  if (spec.leaseTransitions !== undefined && spec.leaseTransitions < 0)
    check.invalid("spec.leaseTransitions", spec.leaseTransitions, "must be greater than or equal to 0");
}

export function checkEvent(check: Check, event: Event): void {
  const namespace = event.involvedObject.namespace ?? "";
  // Events about cluster-wide objects live in the default namespace.
  const good =
    namespace === ""
      ? ["default", "kube-system"].includes(event.metadata.namespace ?? "")
      : namespace === event.metadata.namespace;
  if (!good) check.invalid("involvedObject.namespace", namespace, "does not match event.namespace");
}

export function checkAutoscaler(check: Check, { spec }: HorizontalPodAutoscaler): void {
  if ((spec.minReplicas ?? 1) < 1)
    check.invalid("spec.minReplicas", spec.minReplicas, "must be greater than or equal to 1");
  if (spec.maxReplicas < 1) check.invalid("spec.maxReplicas", spec.maxReplicas, "must be greater than 0");
  else if (spec.maxReplicas < (spec.minReplicas ?? 1))
    check.invalid("spec.maxReplicas", spec.maxReplicas, "must be greater than or equal to `minReplicas`");
  if (!spec.scaleTargetRef.kind) check.required("spec.scaleTargetRef.kind");
  if (!spec.scaleTargetRef.name) check.required("spec.scaleTargetRef.name");
}

export function checkNetworkPolicy(check: Check, { spec }: NetworkPolicy): void {
  checkLabelSelector(check, spec?.podSelector, "spec.podSelector");
  const rules = [
    ...(spec?.ingress ?? []).map((rule, index) => [at("spec.ingress", index), "from", rule.from ?? []] as const),
    ...(spec?.egress ?? []).map((rule, index) => [at("spec.egress", index), "to", rule.to ?? []] as const),
  ];
  for (const [path, key, peers] of rules)
    for (const [index, peer] of peers.entries()) {
      const place = at(`${path}.${key}`, index);
      if (!peer.podSelector && !peer.namespaceSelector && !peer.ipBlock) check.required(place, "must specify a peer");
      checkLabelSelector(check, peer.podSelector, `${place}.podSelector`);
      checkLabelSelector(check, peer.namespaceSelector, `${place}.namespaceSelector`);
      if (!peer.ipBlock) continue;
      if (peer.podSelector || peer.namespaceSelector)
        check.forbidden(place, "may not specify both ipBlock and another peer");
      if (!peer.ipBlock.cidr) check.required(`${place}.ipBlock.cidr`);
      else if (!isCidr(peer.ipBlock.cidr))
        check.invalid(
          `${place}.ipBlock.cidr`,
          peer.ipBlock.cidr,
          "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)",
        );
    }
  for (const [index, type] of (spec?.policyTypes ?? []).entries())
    check.oneOf(at("spec.policyTypes", index), type, ["Egress", "Ingress"]);
}

export function checkIngress(check: Check, { spec }: Ingress): void {
  if ((spec?.rules ?? []).length === 0 && !spec?.defaultBackend)
    check.invalid("spec", spec ?? {}, "either `defaultBackend` or `rules` must be specified");
  for (const [ruleIndex, rule] of (spec?.rules ?? []).entries())
    for (const [index, path] of (rule.http?.paths ?? []).entries()) {
      const place = at(`${at("spec.rules", ruleIndex)}.http.paths`, index);
      if (!path.pathType) check.required(`${place}.pathType`, "pathType must be specified");
      else check.oneOf(`${place}.pathType`, path.pathType, ["Exact", "ImplementationSpecific", "Prefix"]);
      if ((path.pathType === "Exact" || path.pathType === "Prefix") && !(path.path ?? "").startsWith("/"))
        check.invalid(`${place}.path`, path.path ?? "", "must be an absolute path");
      const { service, resource } = path.backend;
      if (service && resource) check.invalid(`${place}.backend`, "", "cannot set both resource and service backends");
      else if (!service && !resource) check.required(`${place}.backend`);
      if (service && !service.name) check.required(`${place}.backend.service.name`);
    }
}
