import { fieldErrors } from "../errors/field-error.ts";
import type { PodSpec, PodTemplateSpec, Taint, Toleration } from "../model/core-v1.gen.ts";
import { at } from "./check.ts";
import type { Check } from "./check.ts";
import { checkContainers, checkResources } from "./containers.ts";
import { checkLabels, checkLabelSelector } from "./labels.ts";
import { checkAnnotations } from "./metadata.ts";
import { dnsLabelProblems, dnsSubdomainProblems, labelValueProblems, qualifiedNameProblems } from "./names.ts";
import { checkVolumes } from "./volumes.ts";

/** A pod's spec, alone or in a template. */
export function checkPodSpec(check: Check, spec: PodSpec, path: string): void {
  const volumes = checkVolumes(check, spec.volumes ?? [], `${path}.volumes`);
  const context = { volumes, hostNetwork: spec.hostNetwork === true };
  const names = new Set<string>();
  const containers = spec.containers ?? [];
  if (containers.length === 0) check.required(`${path}.containers`);
  checkContainers(check, containers, `${path}.containers`, context, names, false);
  checkContainers(check, spec.initContainers ?? [], `${path}.initContainers`, context, names, true);
  check.oneOf(`${path}.restartPolicy`, spec.restartPolicy, ["Always", "OnFailure", "Never"]);
  check.oneOf(`${path}.dnsPolicy`, spec.dnsPolicy, ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"]);
  if (spec.dnsPolicy === "None" && (spec.dnsConfig?.nameservers ?? []).length === 0)
    check.required(
      `${path}.dnsConfig.nameservers`,
      "must provide at least one DNS nameserver when `dnsPolicy` is None",
    );
  checkLabels(check, spec.nodeSelector, `${path}.nodeSelector`);
  checkTolerations(check, spec.tolerations ?? [], `${path}.tolerations`);
  for (const key of ["serviceAccountName", "nodeName", "priorityClassName", "runtimeClassName"] as const) {
    const value = spec[key];
    if (value) check.format(`${path}.${key}`, value, dnsSubdomainProblems(value));
  }
  for (const key of ["hostname", "subdomain"] as const) {
    const value = spec[key];
    if (value) check.format(`${path}.${key}`, value, dnsLabelProblems(value));
  }
  check.nonNegative(`${path}.terminationGracePeriodSeconds`, spec.terminationGracePeriodSeconds);
  if (
    spec.activeDeadlineSeconds !== undefined &&
    (spec.activeDeadlineSeconds < 1 || spec.activeDeadlineSeconds > 2_147_483_647)
  )
    check.invalid(
      `${path}.activeDeadlineSeconds`,
      spec.activeDeadlineSeconds,
      "must be between 1 and 2147483647, inclusive",
    );
  if (spec.hostNetwork === true || spec.hostPID === true || spec.hostIPC === true) checkHostUsers(check, spec, path);
  if (spec.hostPID === true && spec.shareProcessNamespace === true)
    check.invalid(`${path}.shareProcessNamespace`, true, "ShareProcessNamespace and HostPID cannot both be enabled");
  checkResources(check, spec.resources, `${path}.resources`);
  checkAffinity(check, spec, `${path}.affinity`);
  for (const [index, constraint] of (spec.topologySpreadConstraints ?? []).entries()) {
    const place = at(`${path}.topologySpreadConstraints`, index);
    if (constraint.maxSkew <= 0) check.invalid(`${place}.maxSkew`, constraint.maxSkew, "must be greater than zero");
    if (!constraint.topologyKey) check.required(`${place}.topologyKey`, "can not be empty");
    check.oneOf(`${place}.whenUnsatisfiable`, constraint.whenUnsatisfiable, ["DoNotSchedule", "ScheduleAnyway"]);
    checkLabelSelector(check, constraint.labelSelector, `${place}.labelSelector`);
  }
}

function checkHostUsers(check: Check, spec: PodSpec, path: string): void {
  if (spec.hostUsers !== false) return;
  for (const key of ["hostNetwork", "hostPID", "hostIPC"] as const)
    if (spec[key] === true) check.forbidden(`${path}.${key}`, "when `hostUsers` is false");
}

function checkAffinity(check: Check, { affinity }: PodSpec, path: string): void {
  const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const place = `${path}.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution`;
  if (required && (required.nodeSelectorTerms ?? []).length === 0)
    check.required(`${place}.nodeSelectorTerms`, "must have at least one node selector term");
  for (const [termIndex, term] of (required?.nodeSelectorTerms ?? []).entries())
    for (const [index, { key, operator, values }] of (term.matchExpressions ?? []).entries()) {
      const item = at(`${at(`${place}.nodeSelectorTerms`, termIndex)}.matchExpressions`, index);
      const count = (values ?? []).length;
      if ((operator === "In" || operator === "NotIn") && count === 0)
        check.required(`${item}.values`, "must be specified when `operator` is 'In' or 'NotIn'");
      else if ((operator === "Exists" || operator === "DoesNotExist") && count > 0)
        check.forbidden(`${item}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
      else if ((operator === "Gt" || operator === "Lt") && count !== 1)
        check.required(`${item}.values`, "must be specified single value when `operator` is 'Lt' or 'Gt'");
      else if (!["In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"].includes(operator))
        check.invalid(`${item}.operator`, operator, "not a valid selector operator");
      check.format(`${item}.key`, key, qualifiedNameProblems(key));
    }
  for (const kind of ["podAffinity", "podAntiAffinity"] as const)
    for (const [index, term] of (affinity?.[kind]?.requiredDuringSchedulingIgnoredDuringExecution ?? []).entries()) {
      const item = at(`${path}.${kind}.requiredDuringSchedulingIgnoredDuringExecution`, index);
      if (!term.topologyKey) check.required(`${item}.topologyKey`, "can not be empty");
      checkLabelSelector(check, term.labelSelector, `${item}.labelSelector`);
    }
}

const effects = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

function checkTolerations(check: Check, tolerations: readonly Toleration[], path: string): void {
  for (const [index, toleration] of tolerations.entries()) {
    const place = at(path, index);
    const { key, operator, value, effect, tolerationSeconds } = toleration;
    if (key) check.format(`${place}.key`, key, qualifiedNameProblems(key));
    if (!key && operator !== "Exists")
      check.invalid(
        `${place}.operator`,
        operator ?? "",
        'operator must be Exists when `key` is empty, which means "match all values and all keys"',
      );
    if (tolerationSeconds !== undefined && effect !== "NoExecute")
      check.invalid(`${place}.effect`, effect ?? "", "effect must be 'NoExecute' when `tolerationSeconds` is set");
    if (!operator || operator === "Equal")
      check.format(`${place}.operator`, value ?? "", labelValueProblems(value ?? ""));
    else if (operator === "Exists") {
      if (value) check.invalid(`${place}.operator`, toleration, "value must be empty when `operator` is 'Exists'");
    } else if (operator !== "Lt" && operator !== "Gt")
      check.add(fieldErrors.notSupported(`${place}.operator`, operator, ["Equal", "Exists"]));
    if (effect && !effects.includes(effect)) check.add(fieldErrors.notSupported(`${place}.effect`, effect, effects));
  }
}

/** `spec.taints` of a node. */
export function checkTaints(check: Check, taints: readonly Taint[], path: string): void {
  const seen = new Set<string>();
  for (const [index, taint] of taints.entries()) {
    const place = at(path, index);
    check.format(`${place}.key`, taint.key, qualifiedNameProblems(taint.key));
    check.format(`${place}.value`, taint.value ?? "", labelValueProblems(taint.value ?? ""));
    check.oneOf(`${place}.effect`, taint.effect, effects);
    const id = `${taint.key}:${taint.effect}`;
    if (seen.has(id)) check.duplicate(place, taint);
    seen.add(id);
  }
}

/** A template of pods. */
export function checkPodTemplate(check: Check, template: PodTemplateSpec, path: string): void {
  checkLabels(check, template.metadata?.labels, `${path}.labels`);
  checkAnnotations(check, template.metadata?.annotations, `${path}.annotations`);
  if (template.spec) checkPodSpec(check, template.spec, `${path}.spec`);
  else check.required(`${path}.spec.containers`);
  if ((template.spec?.ephemeralContainers ?? []).length > 0)
    check.forbidden(`${path}.spec.ephemeralContainers`, "ephemeral containers not allowed in pod template");
}
