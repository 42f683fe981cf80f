import { jsonEqual } from "@byocni/base/core";
import { fieldErrors } from "../errors/field-error.ts";
import type { DaemonSet, Deployment, ReplicaSet, StatefulSet } from "../model/apps-v1.gen.ts";
import type { PodTemplateSpec } from "../model/core-v1.gen.ts";
import type { LabelSelector } from "../model/meta-v1.gen.ts";
import { labelSelectorOf } from "../selector/label-selector.ts";
import type { Check } from "./check.ts";
import { checkLabelSelector, isEmptySelector } from "./labels.ts";
import { percentProblems } from "./names.ts";
import { checkPodTemplate } from "./pod-spec.ts";

/** Selector, template, and that they fit each other. */
function checkSelectedTemplate(
  check: Check,
  kind: string,
  selector: LabelSelector | undefined,
  template: PodTemplateSpec | undefined,
  mismatchAt = "spec.template.metadata.labels",
): void {
  if (!selector) check.required("spec.selector");
  else {
    checkLabelSelector(check, selector, "spec.selector");
    if (isEmptySelector(selector)) check.invalid("spec.selector", selector, `empty selector is ${kind}`);
  }
  if (!template) {
    check.required("spec.template");
    return;
  }
  const labels = template.metadata?.labels;
  if (selector && !isEmptySelector(selector) && !labelSelectorOf(selector).matches(labels))
    check.invalid(mismatchAt, labels ?? null, "`selector` does not match template `labels`");
  checkPodTemplate(check, template, "spec.template");
}

function alwaysRestarts(check: Check, template: PodTemplateSpec | undefined, kind: string): void {
  const policy = template?.spec?.restartPolicy;
  if (policy !== undefined && policy !== "Always")
    check.add(fieldErrors.notSupported("spec.template.spec.restartPolicy", policy, ["Always"]));
  if (template?.spec?.activeDeadlineSeconds !== undefined)
    check.forbidden("spec.template.spec.activeDeadlineSeconds", `activeDeadlineSeconds in ${kind} is not Supported`);
}

/** A count or a percentage, neither negative. */
export function checkCountOrPercent(check: Check, value: number | string | undefined, path: string): void {
  if (typeof value === "string") {
    const problems = percentProblems(value);
    check.format(path, value, problems);
  } else check.nonNegative(path, value);
}

/** The value as a number for a check of "not more than 100%" and "not zero". */
const amount = (value: number | string | undefined): number =>
  typeof value === "string" ? Number(value.replace("%", "")) : (value ?? 0);

export function checkDeployment(check: Check, deployment: Deployment): void {
  const { spec } = deployment;
  check.nonNegative("spec.replicas", spec.replicas);
  checkSelectedTemplate(check, "invalid for deployment", spec.selector, spec.template);
  alwaysRestarts(check, spec.template, "ReplicaSet");
  const { type, rollingUpdate } = spec.strategy ?? {};
  const path = "spec.strategy";
  if (type === "Recreate") {
    if (rollingUpdate)
      check.forbidden(`${path}.rollingUpdate`, "may not be specified when strategy `type` is 'Recreate'");
  } else if (type === "RollingUpdate") {
    if (!rollingUpdate) check.required(`${path}.rollingUpdate`, "this should be defaulted and never be nil");
    else {
      const { maxSurge, maxUnavailable } = rollingUpdate;
      checkCountOrPercent(check, maxUnavailable, `${path}.rollingUpdate.maxUnavailable`);
      checkCountOrPercent(check, maxSurge, `${path}.rollingUpdate.maxSurge`);
      if (amount(maxUnavailable) === 0 && amount(maxSurge) === 0)
        check.invalid(`${path}.rollingUpdate.maxUnavailable`, maxUnavailable ?? 0, "may not be 0 when `maxSurge` is 0");
      if (typeof maxUnavailable === "string" && amount(maxUnavailable) > 100)
        check.invalid(`${path}.rollingUpdate.maxUnavailable`, maxUnavailable, "must not be greater than 100%");
    }
  } else check.oneOf(`${path}.type`, type, ["Recreate", "RollingUpdate"]);
  check.nonNegative("spec.minReadySeconds", spec.minReadySeconds);
  check.nonNegative("spec.revisionHistoryLimit", spec.revisionHistoryLimit);
  check.nonNegative("spec.progressDeadlineSeconds", spec.progressDeadlineSeconds);
  if (spec.progressDeadlineSeconds !== undefined && spec.progressDeadlineSeconds <= (spec.minReadySeconds ?? 0))
    check.invalid("spec.progressDeadlineSeconds", spec.progressDeadlineSeconds, "must be greater than minReadySeconds");
}

export function checkReplicaSet(check: Check, { spec }: ReplicaSet): void {
  check.nonNegative("spec.replicas", spec.replicas);
  check.nonNegative("spec.minReadySeconds", spec.minReadySeconds);
  checkSelectedTemplate(check, "invalid for deployment", spec.selector, spec.template);
  alwaysRestarts(check, spec.template, "ReplicaSet");
}

export function checkDaemonSet(check: Check, { spec }: DaemonSet): void {
  checkSelectedTemplate(check, "invalid for daemonset", spec.selector, spec.template);
  alwaysRestarts(check, spec.template, "DaemonSet");
  check.nonNegative("spec.minReadySeconds", spec.minReadySeconds);
  check.nonNegative("spec.revisionHistoryLimit", spec.revisionHistoryLimit);
  const { type, rollingUpdate } = spec.updateStrategy ?? {};
  const path = "spec.updateStrategy";
  if (type === "RollingUpdate") {
    if (!rollingUpdate) {
      check.required(`${path}.rollingUpdate`);
      return;
    }
    const { maxSurge, maxUnavailable } = rollingUpdate;
    checkCountOrPercent(check, maxUnavailable, `${path}.rollingUpdate.maxUnavailable`);
    checkCountOrPercent(check, maxSurge, `${path}.rollingUpdate.maxSurge`);
    if (amount(maxUnavailable) !== 0 && amount(maxSurge) !== 0)
      check.invalid(`${path}.rollingUpdate.maxSurge`, maxSurge, "may not be set when maxUnavailable is non-zero");
    else if (amount(maxUnavailable) === 0 && amount(maxSurge) === 0)
      check.required(`${path}.rollingUpdate.maxUnavailable`, "cannot be 0 when maxSurge is 0");
  } else if (type !== "OnDelete") check.oneOf(`${path}.type`, type, ["RollingUpdate", "OnDelete"]);
}

export function checkStatefulSet(check: Check, { spec }: StatefulSet): void {
  if (!["OrderedReady", "Parallel"].includes(spec.podManagementPolicy ?? ""))
    check.invalid("spec.podManagementPolicy", spec.podManagementPolicy ?? "", "must be 'OrderedReady' or 'Parallel'");
  const { type, rollingUpdate } = spec.updateStrategy ?? {};
  if (type === "OnDelete") {
    if (rollingUpdate)
      check.invalid(
        "spec.updateStrategy.rollingUpdate",
        rollingUpdate,
        "only allowed for updateStrategy 'RollingUpdate'",
      );
  } else if (type === "RollingUpdate")
    check.nonNegative("spec.updateStrategy.rollingUpdate.partition", rollingUpdate?.partition);
  else check.invalid("spec.updateStrategy", spec.updateStrategy ?? {}, "must be 'RollingUpdate' or 'OnDelete'");
  check.nonNegative("spec.replicas", spec.replicas);
  check.nonNegative("spec.minReadySeconds", spec.minReadySeconds);
  const claims = (spec.volumeClaimTemplates ?? []).map((claim) => ({ name: claim.metadata.name ?? "", emptyDir: {} }));
  // Claims count as volumes of the template.
  const template =
    claims.length === 0 || !spec.template?.spec
      ? spec.template
      : {
          ...spec.template,
          spec: {
            ...spec.template.spec,
            volumes: [
              ...(spec.template.spec.volumes ?? []),
              ...claims.filter((claim) => !spec.template.spec?.volumes?.some((volume) => volume.name === claim.name)),
            ],
          },
        };
  checkSelectedTemplate(check, "not valid for statefulset.", spec.selector, template);
  const policy = spec.template?.spec?.restartPolicy;
  if (policy !== undefined && policy !== "Always")
    check.add(fieldErrors.notSupported("spec.template.spec.restartPolicy", policy, ["Always"]));
  if (spec.template?.spec?.activeDeadlineSeconds !== undefined)
    check.forbidden(
      "spec.template.spec.activeDeadlineSeconds",
      "activeDeadlineSeconds in StatefulSet is not Supported",
    );
}

/** The selector of Deployments, ReplicaSets and DaemonSets never changes. */
export function checkSameSelector(
  check: Check,
  object: { spec: { selector?: unknown } },
  old: { spec: { selector?: unknown } },
): void {
  check.immutable("spec.selector", object.spec.selector, old.spec.selector);
}

const changeable = [
  "replicas",
  "ordinals",
  "template",
  "updateStrategy",
  "revisionHistoryLimit",
  "persistentVolumeClaimRetentionPolicy",
  "minReadySeconds",
] as const;

export function checkStatefulSetUpdate(check: Check, { spec }: StatefulSet, { spec: old }: StatefulSet): void {
  const rest = (value: StatefulSet["spec"]): Record<string, unknown> =>
    Object.fromEntries(Object.entries(value).filter(([key]) => !(changeable as readonly string[]).includes(key)));
  if (!jsonEqual(rest(spec), rest(old)))
    check.forbidden(
      "spec",
      `updates to statefulset spec for fields other than ${changeable
        .slice(0, -1)
        .map((key) => `'${key}'`)
        .join(", ")} and '${changeable.at(-1) ?? ""}' are forbidden`,
    );
}
