import type { corev1, KubeObject } from "@byocni/kube/schema";
import { withMember, withMetadata } from "../../registry/object-fields.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../../server-core.ts";
import { admissionForbidden, isCreateOf } from "../forbidden.ts";
import { boundProblems, requestProblems } from "./limit-checks.ts";
import { podResources, type ResourceMap } from "./pod-resources.ts";

const annotation = "kubernetes.io/limit-ranger";

/** Fills in and checks what containers, pods and claims ask for, by the LimitRanges of their namespace. */
export const limitRanger: AdmissionPlugin = {
  name: "LimitRanger",
  handles: (request) =>
    (isCreateOf(request, "", "pods") || isCreateOf(request, "", "persistentvolumeclaims")) &&
    ranges(request).length > 0,
  mutate(request, object) {
    if (request.resource.definition.plural !== "pods") return object;
    let pod = object;
    for (const range of ranges(request)) pod = withDefaults(pod, range);
    return pod;
  },
  validate(request) {
    const isPod = request.resource.definition.plural === "pods";
    for (const { spec } of ranges(request)) {
      const problems = (spec?.limits ?? []).flatMap((item) =>
        isPod
          ? podProblems(item, request.object as corev1.Pod)
          : claimProblems(item, request.object as corev1.PersistentVolumeClaim),
      );
      const [first, second] = problems;
      if (first !== undefined)
        throw admissionForbidden(request, second === undefined ? first : `[${[...new Set(problems)].join(", ")}]`);
    }
  },
};

function ranges({ core, namespace }: AdmissionRequest): readonly corev1.LimitRange[] {
  const cache = core.resources.find("", "v1", "limitranges")?.cache;
  return (cache?.list({ namespace }) ?? []).map(({ value }) => value as unknown as corev1.LimitRange);
}

function podProblems(item: corev1.LimitRangeItem, { spec }: corev1.Pod): readonly string[] {
  if (item.type === "Pod")
    return [...boundProblems(item, podResources(spec, "requests"), podResources(spec, "limits"))];
  if (item.type !== "Container") return [];
  return [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])].flatMap(({ resources }) => [
    ...boundProblems(item, resources?.requests ?? {}, resources?.limits ?? {}),
  ]);
}

function claimProblems(item: corev1.LimitRangeItem, { spec }: corev1.PersistentVolumeClaim): readonly string[] {
  return item.type === "PersistentVolumeClaim" ? [...requestProblems(item, spec?.resources?.requests ?? {})] : [];
}

function withDefaults(object: KubeObject, range: corev1.LimitRange): KubeObject {
  const limits: Record<string, string> = {};
  const requests: Record<string, string> = {};
  for (const item of range.spec?.limits ?? []) {
    if (item.type !== "Container") continue;
    Object.assign(limits, item.default);
    Object.assign(requests, item.defaultRequest);
  }
  const { spec } = object as corev1.Pod;
  if (!spec || (Object.keys(limits).length === 0 && Object.keys(requests).length === 0)) return object;
  const notes: string[] = [];
  const fill =
    (kind: string) =>
    (container: corev1.Container): corev1.Container => {
      const setRequests = missing(requests, container.resources?.requests);
      const setLimits = missing(limits, container.resources?.limits);
      for (const [names, word] of [
        [setRequests, "request"],
        [setLimits, "limit"],
      ] as const)
        if (Object.keys(names).length > 0)
          notes.push(`${Object.keys(names).sort().join(", ")} ${word} for ${kind} ${container.name}`);
      return {
        ...container,
        resources: {
          ...container.resources,
          ...(Object.keys(limits).length > 0 ? { limits: { ...setLimits, ...container.resources?.limits } } : {}),
          ...(Object.keys(requests).length > 0
            ? { requests: { ...setRequests, ...container.resources?.requests } }
            : {}),
        },
      };
    };
  const filled = withMember(object, "spec", {
    ...spec,
    containers: spec.containers.map(fill("container")),
    ...(spec.initContainers ? { initContainers: spec.initContainers.map(fill("init container")) } : {}),
  });
  if (notes.length === 0) return filled;
  const annotations = { ...filled.metadata.annotations, [annotation]: `LimitRanger plugin set: ${notes.join("; ")}` };
  return withMetadata(filled, { annotations });
}

/** The defaults that the container does not set itself. */
function missing(defaults: ResourceMap, own: ResourceMap | undefined): ResourceMap {
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => own?.[name] === undefined));
}
