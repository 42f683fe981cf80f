import type { HttpRequest, HttpResponse } from "@byocni/base/http";
import {
  apiVersionOf,
  type discoveryv1,
  parseFieldSelector,
  parseLabelSelector,
  type ResourceDefinition,
  statusErrors,
} from "@byocni/kube/schema";
import { respondValue } from "../endpoints/respond.ts";
import type { ResourceTable } from "../registry/resource-table.ts";
import { readListOptions } from "../request/list-options.ts";
import { negotiate } from "../request/negotiation.ts";
import type { RequestInfo } from "../request/request-info.ts";
import type { ApiExtension, ExtensionObject, ExtensionResource } from "./extension.ts";

const serviceLabel = "kubernetes.io/service-name";

/** The extensions of one server. */
export interface ExtensionServer {
  /** What those serve that can be reached now. */
  definitions(): readonly ResourceDefinition[];
  /** Answers a request for a resource of an extension; undefined: it is none. @throws StatusError */
  answer(info: RequestInfo, request: HttpRequest): Promise<HttpResponse> | undefined;
}

export function createExtensionServer(extensions: readonly ApiExtension[], table: ResourceTable): ExtensionServer {
  function isAvailable({ service }: ApiExtension): boolean {
    const slices = table.find("discovery.k8s.io", "v1", "endpointslices");
    const found = slices?.cache.list({ namespace: service.namespace }) ?? [];
    return found.some(({ value }) => {
      const { metadata, endpoints } = value as unknown as discoveryv1.EndpointSlice;
      if (metadata.labels?.[serviceLabel] !== service.name) return false;
      return (endpoints ?? []).some(({ conditions }) => conditions?.ready !== false);
    });
  }

  return {
    definitions: () => extensions.filter(isAvailable).flatMap(definitionsOf),
    answer(info, request) {
      const extension = extensions.find(({ group, version }) => group === info.group && version === info.version);
      if (!extension) return undefined;
      if (!isAvailable(extension))
        throw statusErrors.serviceUnavailable("the server is currently unable to handle the request");
      const resource = extension.resources.find(({ plural }) => plural === info.resource);
      if (!resource || info.subresource !== "") throw statusErrors.pathNotFound();
      if (info.verb !== "get" && info.verb !== "list")
        throw statusErrors.methodNotAllowed({ group: info.group, resource: info.resource }, info.verb);
      return read(extension, resource, info, request);
    },
  };
}

async function read(
  extension: ApiExtension,
  resource: ExtensionResource,
  info: RequestInfo,
  request: HttpRequest,
): Promise<HttpResponse> {
  const apiVersion = apiVersionOf(extension);
  const { format } = negotiate(request.headers["accept"], request.query);
  const objects = (await resource.list(info.namespace)).map((object) => ({
    ...object,
    apiVersion,
    kind: resource.kind,
  }));
  if (info.verb === "get") {
    const found = objects.find(({ metadata }) => metadata.name === info.name);
    if (!found) throw statusErrors.notFound({ group: info.group, resource: info.resource }, info.name);
    return respondValue(200, found, format);
  }
  const { labelSelector, fieldSelector } = readListOptions(request.query, false);
  const labels = parseLabelSelector(labelSelector);
  const fields = parseFieldSelector(fieldSelector);
  const items = objects.filter(
    ({ metadata }) => labels.matches(metadata.labels ?? {}) && fields.matches((field) => fieldOf(metadata, field)),
  );
  return respondValue(200, { kind: `${resource.kind}List`, apiVersion, metadata: {}, items }, format);
}

function fieldOf({ name, namespace = "" }: ExtensionObject["metadata"], field: string): string {
  if (field === "metadata.name") return name;
  if (field === "metadata.namespace") return namespace;
  throw statusErrors.badRequest(
    `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
  );
}

function definitionsOf({ group, version, resources }: ApiExtension): readonly ResourceDefinition[] {
  return resources.map(({ plural, singular, kind, namespaced }) => ({
    group,
    version,
    kind,
    listKind: `${kind}List`,
    plural,
    singular,
    shortNames: [],
    categories: [],
    namespaced,
    verbs: ["get", "list"],
    subresources: [],
    selectableFields: [],
  }));
}
