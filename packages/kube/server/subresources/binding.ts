import type { HttpResponse } from "@byocni/base/http";
import { type corev1, fieldErrors, type KubeObject, statusErrors } from "@byocni/kube/schema";
import { writeOf, type ResourceRequest } from "../endpoints/resource-request.ts";
import { timestamp, withMember, withMetadata } from "../registry/object-fields.ts";
import { updateObject } from "../registry/update.ts";
import { readTyped } from "./read-type.ts";
import { respondSuccess } from "./success.ts";

/** `pods/binding`: puts a pod on a node, once. */
export async function bindingSubresource(request: ResourceRequest): Promise<HttpResponse> {
  const { object, options } = await readTyped<corev1.Binding>(request, "core/v1.Binding");
  const { name } = request.context.info;
  if (object.metadata.name && object.metadata.name !== name)
    throw statusErrors.badRequest("name in URL does not match name in Binding object");
  await bind(request, name, object, options);
  return respondSuccess();
}

/** POST to the old collection `bindings`: the pod's name is the binding's own. */
export async function createBinding(request: ResourceRequest): Promise<HttpResponse> {
  const { object, options } = await readTyped<corev1.Binding>(request, "core/v1.Binding");
  const pods = request.core.resources.find("", "v1", "pods");
  if (!pods) throw statusErrors.pathNotFound();
  await bind({ ...request, resource: pods }, object.metadata.name ?? "", object, options);
  return respondSuccess();
}

async function bind(
  request: ResourceRequest,
  name: string,
  binding: corev1.Binding,
  options: { readonly dryRun: boolean; readonly fieldManager: string },
): Promise<void> {
  const { target } = binding;
  if (target.kind !== undefined && target.kind !== "" && target.kind !== "Node")
    throw invalid(name, fieldErrors.notSupported("target.kind", target.kind, ["Node", "<empty>"]));
  const node = target.name;
  if (!node) throw invalid(name, fieldErrors.required("target.name"));
  const now = timestamp(request.core.clock.now());
  await updateObject(
    { ...writeOf(request, options), name },
    { raw: true, change: (pod) => bound(pod, binding, node, now) },
  );
}

function invalid(name: string, error: ReturnType<typeof fieldErrors.required>): Error {
  return statusErrors.invalid({ group: "", kind: "Binding" }, name, [error]);
}

function bound(object: KubeObject, binding: corev1.Binding, node: string, now: string): KubeObject {
  const { spec, status, metadata } = object as corev1.Pod;
  const name = metadata.name ?? "";
  const refuse = (cause: string): Error => statusErrors.conflict({ group: "", resource: "pods/binding" }, name, cause);
  if (binding.metadata.uid && binding.metadata.uid !== metadata.uid)
    throw refuse(
      `Precondition failed: UID in precondition: ${binding.metadata.uid}, UID in object meta: ${metadata.uid ?? ""}`,
    );
  if (metadata.deletionTimestamp) throw refuse(`pod ${name} is being deleted, cannot be assigned to a host`);
  if (spec?.nodeName) throw refuse(`pod ${name} is already assigned to node ${JSON.stringify(spec.nodeName)}`);
  if (spec?.schedulingGates?.length) throw refuse(`pod ${name} has non-empty .spec.schedulingGates`);
  const others = (status?.conditions ?? []).filter(({ type }) => type !== "PodScheduled");
  const scheduled = { type: "PodScheduled", status: "True", lastProbeTime: null, lastTransitionTime: now };
  const { labels, annotations } = binding.metadata;
  const placed = withMetadata(object, {
    ...(labels ? { labels: { ...metadata.labels, ...labels } } : {}),
    ...(annotations ? { annotations: { ...metadata.annotations, ...annotations } } : {}),
  });
  return withMember(withMember(placed, "spec", { ...spec, nodeName: node }), "status", {
    ...status,
    conditions: [...others, scheduled],
  });
}
