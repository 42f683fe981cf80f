import type { corev1, schedulingv1 } from "@byocni/kube/schema";
import { withMember } from "../registry/object-fields.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../server-core.ts";
import { admissionForbidden, isCreateOf } from "./forbidden.ts";

/** Gives pods the number that stands behind the name of their priority class. */
export const priorityAdmission: AdmissionPlugin = {
  name: "Priority",
  handles: (request) => isCreateOf(request, "", "pods") || isCreateOf(request, "scheduling.k8s.io", "priorityclasses"),
  mutate(request, object) {
    if (request.resource.definition.plural !== "pods") return object;
    const { spec } = object as corev1.Pod;
    if (!spec) return object;
    const found = spec.priorityClassName ? named(request, spec.priorityClassName) : defaultClass(request);
    const value = found?.value ?? 0;
    if (spec.priority !== undefined && spec.priority !== value)
      throw admissionForbidden(
        request,
        `the integer value of priority (${spec.priority}) must not be provided in pod spec; priority admission controller computed ${value} from the given PriorityClass name`,
      );
    const policy = found?.preemptionPolicy ?? "PreemptLowerPriority";
    if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== policy)
      throw admissionForbidden(
        request,
        `the string value of PreemptionPolicy (${spec.preemptionPolicy}) must not be provided in pod spec; priority admission controller computed ${policy} from the given PriorityClass name`,
      );
    return withMember(object, "spec", {
      ...spec,
      ...(found?.metadata.name ? { priorityClassName: found.metadata.name } : {}),
      priority: value,
      preemptionPolicy: policy,
    });
  },
  validate(request) {
    if (request.resource.definition.plural === "pods") return;
    if (!(request.object as schedulingv1.PriorityClass).globalDefault) return;
    const other = defaultClass(request);
    if (other && other.metadata.name !== request.name)
      throw admissionForbidden(
        request,
        `PriorityClass ${other.metadata.name ?? ""} is already marked as default. Only one default can exist`,
      );
  },
};

function classes({ core }: AdmissionRequest): readonly schedulingv1.PriorityClass[] {
  const cache = core.resources.find("scheduling.k8s.io", "v1", "priorityclasses")?.cache;
  return (cache?.list({}) ?? []).map(({ value }) => value as unknown as schedulingv1.PriorityClass);
}

function named(request: AdmissionRequest, name: string): schedulingv1.PriorityClass {
  const cache = request.core.resources.find("scheduling.k8s.io", "v1", "priorityclasses")?.cache;
  const found = cache?.get("", name)?.value as schedulingv1.PriorityClass | undefined;
  if (!found) throw admissionForbidden(request, `no PriorityClass with name ${name} was found`);
  return found;
}

function defaultClass(request: AdmissionRequest): schedulingv1.PriorityClass | undefined {
  return classes(request)
    .filter(({ globalDefault }) => globalDefault)
    .sort((a, b) => (a.value ?? 0) - (b.value ?? 0))[0];
}
