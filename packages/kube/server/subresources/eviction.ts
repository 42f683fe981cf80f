import type { HttpResponse } from "@byocni/base/http";
import { type corev1, failure, labelSelectorOf, type policyv1, StatusError, statusErrors } from "@byocni/kube/schema";
import { findObject } from "../endpoints/get.ts";
import { type ResourceRequest, writeOf } from "../endpoints/resource-request.ts";
import { deleteObject } from "../registry/delete.ts";
import { timestamp, withMember } from "../registry/object-fields.ts";
import { updateObject } from "../registry/update.ts";
import { checkDeleteOptions } from "../request/delete-options.ts";
import { readTyped } from "./read-type.ts";
import { respondSuccess } from "./success.ts";

/** `pods/eviction`: a delete that heeds disruption budgets. */
export async function evictionSubresource(request: ResourceRequest): Promise<HttpResponse> {
  const { object, options } = await readTyped<policyv1.Eviction>(request, "policy/v1.Eviction");
  const { name } = request.context.info;
  if (object.metadata.name !== undefined && object.metadata.name !== name)
    throw statusErrors.badRequest("name in URL does not match name in Eviction object");
  await request.core.storage.current();
  const pod = findObject(request).value as unknown as corev1.Pod;
  const deletion = checkDeleteOptions({ ...object.deleteOptions });
  const operation = writeOf(request, { ...options, dryRun: options.dryRun || deletion.dryRun });
  if (needsBudget(pod)) await spendBudget(request, pod, operation.dryRun);
  if (!pod.metadata.deletionTimestamp) await markDisrupted(request, operation);
  await deleteObject({ ...operation, subresource: "" }, deletion);
  return respondSuccess();
}

/** Pods that have ended or never ran disrupt nothing. */
function needsBudget({ status, metadata }: corev1.Pod): boolean {
  const phase = status?.phase;
  return phase !== "Succeeded" && phase !== "Failed" && phase !== "Pending" && !metadata.deletionTimestamp;
}

async function spendBudget(request: ResourceRequest, pod: corev1.Pod, dryRun: boolean): Promise<void> {
  const { core, context } = request;
  const { namespace } = context.info;
  const budgets = core.resources.find("policy", "v1", "poddisruptionbudgets");
  if (!budgets) return;
  const matching = budgets.cache
    .list({ namespace })
    .map(({ value }) => value as unknown as policyv1.PodDisruptionBudget)
    .filter(({ spec }) => spec?.selector && labelSelectorOf(spec.selector).matches(pod.metadata.labels));
  const [budget, another] = matching;
  if (!budget) return;
  if (another)
    throw statusErrors.internal(
      "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
    );
  if (budget.spec?.unhealthyPodEvictionPolicy === "AlwaysAllow" && !isReady(pod)) return;
  const healthy = (budget.status?.currentHealthy ?? 0) >= (budget.status?.desiredHealthy ?? 0);
  if (!isReady(pod) && healthy && (budget.status?.desiredHealthy ?? 0) > 0) return;
  const name = budget.metadata.name ?? "";
  const operation = {
    ...writeOf(request, { dryRun, fieldManager: "" }),
    resource: budgets,
    name,
    subresource: "status",
  };
  await updateObject(operation, {
    raw: true,
    change: (current) => spent(current as policyv1.PodDisruptionBudget, pod, timestamp(core.clock.now())),
  });
}

function spent(budget: policyv1.PodDisruptionBudget, pod: corev1.Pod, now: string): policyv1.PodDisruptionBudget {
  const { status, metadata } = budget;
  const behind = (status?.observedGeneration ?? 0) < (metadata.generation ?? 0);
  const allowed = status?.disruptionsAllowed ?? 0;
  if (behind || allowed <= 0) {
    const message = behind
      ? `The disruption budget ${metadata.name ?? ""} is still being processed by the server.`
      : `The disruption budget ${metadata.name ?? ""} needs ${status?.desiredHealthy ?? 0} healthy pods and has ${status?.currentHealthy ?? 0} currently`;
    throw new StatusError(
      failure("TooManyRequests", "Cannot evict pod as it would violate the pod's disruption budget.", {
        causes: [{ reason: "DisruptionBudget", message }],
        ...(behind ? { retryAfterSeconds: 10 } : {}),
      }),
    );
  }
  return withMember(budget, "status", {
    ...status,
    disruptionsAllowed: allowed - 1,
    disruptedPods: { ...status?.disruptedPods, [pod.metadata.name ?? ""]: now },
  });
}

function isReady({ status }: corev1.Pod): boolean {
  return status?.conditions?.some(({ type, status: value }) => type === "Ready" && value === "True") ?? false;
}

async function markDisrupted(request: ResourceRequest, operation: ReturnType<typeof writeOf>): Promise<void> {
  const now = timestamp(request.core.clock.now());
  await updateObject(operation, {
    raw: true,
    change(current) {
      const { status } = current as corev1.Pod;
      const others = (status?.conditions ?? []).filter(({ type }) => type !== "DisruptionTarget");
      const condition = {
        type: "DisruptionTarget",
        status: "True",
        lastProbeTime: null,
        lastTransitionTime: now,
        reason: "EvictionByEvictionAPI",
        message: "Eviction API: evicting",
      };
      return withMember(current, "status", { ...status, conditions: [...others, condition] });
    },
  });
}
