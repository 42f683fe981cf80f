import type { HttpResponse } from "@byocni/base/http";
import type { certificatesv1, corev1, KubeObject } from "@byocni/kube/schema";
import { decodeObject } from "../endpoints/decode-object.ts";
import type { ResourceHandler } from "../endpoints/dispatch.ts";
import { getObject } from "../endpoints/get.ts";
import { readPatch } from "../endpoints/patch.ts";
import { type ResourceRequest, writeOf } from "../endpoints/resource-request.ts";
import { respondObject } from "../endpoints/respond.ts";
import { withMember, withMetadata } from "../registry/object-fields.ts";
import { updateObject, type UpdateRequest } from "../registry/update.ts";
import { contentTypeOf, readBody } from "../request/body.ts";
import { readWriteOptions } from "../request/write-options.ts";

type Isolate = NonNullable<UpdateRequest["isolate"]>;

/** A sub-resource that shows the whole object and writes one part of it. */
function partSubresource(isolate: Isolate): ResourceHandler {
  return async (request): Promise<HttpResponse> => {
    const { verb } = request.context.info;
    if (verb === "get") return getObject(request);
    const contentType = contentTypeOf(request.http);
    const isApply = contentType === "application/apply-patch+yaml";
    const options = readWriteOptions(request.http, verb === "patch" ? "patch" : "update", isApply);
    const update =
      verb === "patch" ? await readPatch(request, contentType, options) : await readWhole(request, options);
    const result = await updateObject(writeOf(request, options), { ...update, isolate });
    return respondObject(request, 200, result.object);
  };
}

async function readWhole(
  request: ResourceRequest,
  options: ReturnType<typeof readWriteOptions>,
): Promise<UpdateRequest> {
  const body = await readBody(request.core.schema, request.http, options.fieldValidation !== "Ignore");
  const decoded = decodeObject(request, body, options);
  return { change: () => decoded };
}

/** What the writer of any part may change of the metadata: the ownership, and the version that it has seen. */
function withOwnership(old: KubeObject, object: KubeObject): KubeObject {
  return withMetadata(old, { managedFields: object.metadata.managedFields });
}

const ephemeralContainers: Isolate = (object, old) => {
  const { spec } = object as corev1.Pod;
  return withMember(withOwnership(old, object), "spec", {
    ...(old as corev1.Pod).spec,
    ephemeralContainers: spec?.ephemeralContainers,
  });
};

const resize: Isolate = (object, old) => {
  const wanted = new Map((object as corev1.Pod).spec?.containers.map((container) => [container.name, container]));
  const { spec } = old as corev1.Pod;
  const containers = spec?.containers.map((container) => {
    const resources = wanted.get(container.name)?.resources;
    return resources ? { ...container, resources } : container;
  });
  return withMember(withOwnership(old, object), "spec", { ...spec, containers });
};

const approval: Isolate = (object, old) => {
  const { status } = object as certificatesv1.CertificateSigningRequest;
  return withMember(withOwnership(old, object), "status", {
    ...(old as certificatesv1.CertificateSigningRequest).status,
    conditions: status?.conditions,
  });
};

const finalize: Isolate = (object, old) =>
  withMember(withOwnership(old, object), "spec", {
    ...(old as corev1.Namespace).spec,
    finalizers: (object as corev1.Namespace).spec?.finalizers ?? [],
  });

export const ephemeralContainersSubresource = partSubresource(ephemeralContainers);
export const resizeSubresource = partSubresource(resize);
export const approvalSubresource = partSubresource(approval);
export const finalizeSubresource = partSubresource(finalize);
