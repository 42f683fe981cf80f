import { isJsonObject, type JsonObject } from "@byocni/base/core";
import type { HttpResponse } from "@byocni/base/http";
import {
  type apiextensionsv1,
  applyJsonPatch,
  applyMergePatch,
  type autoscalingv1,
  fieldErrors,
  type KubeObject,
  labelSelectorOf,
  type metav1,
  statusErrors,
} from "@byocni/kube/schema";
import { findObject } from "../endpoints/get.ts";
import { type ResourceRequest, writeOf } from "../endpoints/resource-request.ts";
import { respondValue } from "../endpoints/respond.ts";
import { member, withMetadata } from "../registry/object-fields.ts";
import { servedObject, type ServedResource } from "../registry/served-resource.ts";
import { updateObject } from "../registry/update.ts";
import { contentTypeOf, readBody } from "../request/body.ts";
import { readWriteOptions } from "../request/write-options.ts";
import { decodeTyped, readTyped } from "./read-type.ts";

const typeName = "autoscaling/v1.Scale";
const patchTypes = [
  "application/json-patch+json",
  "application/merge-patch+json",
  "application/strategic-merge-patch+json",
];

type Scale = autoscalingv1.Scale;

/** Where an object keeps what a Scale shows; dotted paths. */
interface ScalePaths {
  readonly replicas: readonly string[];
  readonly statusReplicas: readonly string[];
  /** A selector object, or a text. */
  readonly selector: readonly string[] | undefined;
}

/** `scale`: how many replicas, in one form for all kinds. */
export async function scaleSubresource(request: ResourceRequest): Promise<HttpResponse> {
  const { resource, context } = request;
  const paths = pathsOf(resource);
  await request.core.storage.current();
  if (context.info.verb === "get") {
    const object = servedObject(resource, findObject(request));
    return respondValue(200, scaleOf(object, paths));
  }
  const { wanted, options } = await readWanted(request, paths);
  const result = await updateObject(writeOf(request, options), {
    derived: context.info.verb === "patch",
    change(current) {
      const scale = wanted(current);
      const replicas = scale.spec?.replicas ?? 0;
      if (replicas < 0)
        throw statusErrors.invalid({ group: "autoscaling", kind: "Scale" }, context.info.name, [
          fieldErrors.invalid("spec.replicas", replicas, "must be greater than or equal to 0"),
        ]);
      const changed = setAt(current as unknown as JsonObject, paths.replicas, replicas) as unknown as KubeObject;
      return withMetadata(changed, { resourceVersion: scale.metadata.resourceVersion });
    },
  });
  return respondValue(200, scaleOf(servedObject(resource, result.object), paths));
}

async function readWanted(request: ResourceRequest, paths: ScalePaths) {
  if (request.context.info.verb === "update") {
    const { object, options } = await readTyped<Scale>(request, typeName);
    return { wanted: () => object, options };
  }
  const contentType = contentTypeOf(request.http);
  if (!patchTypes.includes(contentType)) throw statusErrors.unsupportedMediaType(patchTypes);
  const options = readWriteOptions(request.http, "patch", false);
  const body = await readBody(request.core.schema, jsonRequest(request), false);
  const wanted = (current: KubeObject): Scale => {
    const { resourceVersion: _version, ...metadata } = scaleOf(current, paths).metadata;
    const scale = { ...scaleOf(current, paths), metadata } as unknown as JsonObject;
    const patched = contentType.includes("json-patch")
      ? applyJsonPatch(scale, body?.value)
      : applyMergePatch(scale, isJsonObject(body?.value) ? body.value : {});
    return decodeTyped<Scale>(request, typeName, patched, options);
  };
  return { wanted, options };
}

/** Patches are JSON whatever their media type. */
function jsonRequest({ http }: ResourceRequest): ResourceRequest["http"] {
  return { ...http, headers: { ...http.headers, "content-type": "application/json" } };
}

function pathsOf({ crd, definition }: ServedResource): ScalePaths {
  const split = (path: string): string[] => path.replace(/^\./, "").split(".");
  const version = (crd as apiextensionsv1.CustomResourceDefinition | undefined)?.spec.versions.find(
    ({ name }) => name === definition.version,
  );
  const custom = version?.subresources?.scale;
  if (custom)
    return {
      replicas: split(custom.specReplicasPath),
      statusReplicas: split(custom.statusReplicasPath),
      selector: custom.labelSelectorPath ? split(custom.labelSelectorPath) : undefined,
    };
  return { replicas: ["spec", "replicas"], statusReplicas: ["status", "replicas"], selector: ["spec", "selector"] };
}

function scaleOf(object: KubeObject, paths: ScalePaths): Scale {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const selector = paths.selector && at(object, paths.selector);
  const text = typeof selector === "string" ? selector : isJsonObject(selector) ? selectorText(selector) : "";
  return {
    kind: "Scale",
    apiVersion: "autoscaling/v1",
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas: Number(at(object, paths.replicas) ?? 0) },
    status: { replicas: Number(at(object, paths.statusReplicas) ?? 0), ...(text ? { selector: text } : {}) },
  } as Scale;
}

/** Replication controllers have a plain map, the others a selector object. */
function selectorText(selector: JsonObject): string {
  const isObject = isJsonObject(selector["matchLabels"]) || Array.isArray(selector["matchExpressions"]);
  return labelSelectorOf((isObject ? selector : { matchLabels: selector }) as metav1.LabelSelector).toString();
}

function at(object: KubeObject, path: readonly string[]): unknown {
  let value: unknown = member(object, path[0] ?? "");
  for (const name of path.slice(1)) value = isJsonObject(value) ? value[name] : undefined;
  return value;
}

function setAt(object: JsonObject, [name = "", ...rest]: readonly string[], value: number): JsonObject {
  if (rest.length === 0) return { ...object, [name]: value };
  const child = object[name];
  return { ...object, [name]: setAt(isJsonObject(child) ? child : {}, rest, value) };
}
