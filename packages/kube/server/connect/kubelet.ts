import { type corev1, StatusError, statusErrors } from "@byocni/kube/schema";
import type { ResourceRequest } from "../endpoints/resource-request.ts";
import type { ContainerRef, PodAccess } from "./pod-access.ts";

/** Kubelet's port where a node does not tell it. */
const defaultPort = 10_250;

/** The address at which the API server asks a node's kubelet; what a user reads when it cannot be reached. */
export function kubeletUrl(
  request: ResourceRequest,
  path: string,
  ref: Omit<ContainerRef, "container"> & { readonly container?: string },
  query: URLSearchParams = new URLSearchParams(),
): string {
  const node = request.core.resources.find("", "v1", "nodes")?.cache.get("", ref.node)?.value as
    | corev1.Node
    | undefined;
  const { addresses = [], daemonEndpoints } = node?.status ?? {};
  const of = (type: string): string | undefined => addresses.find((item) => item.type === type)?.address;
  const host = of("InternalIP") ?? of("Hostname") ?? ref.node;
  const port = daemonEndpoints?.kubeletEndpoint?.Port || defaultPort;
  const authority = host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
  query.sort();
  const text = query.toString();
  const parts = [path, ref.namespace, ref.pod, ...(ref.container === undefined ? [] : [ref.container])];
  return `https://${authority}/${parts.join("/")}${text ? `?${text}` : ""}`;
}

/** What a server without any way to its nodes says. */
export const noAccess = (consequence: string): StatusError =>
  statusErrors.notImplemented(`this cluster gives no access to its nodes: ${consequence}`);

/** Makes sure that there is a way to a node. @throws StatusError as `refused` words it */
export async function reachNode(
  access: PodAccess,
  node: string,
  refused: (cause: string) => StatusError,
): Promise<void> {
  try {
    await access.reach(node);
  } catch (error) {
    throw error instanceof StatusError ? error : Object.assign(refused(causeOf(error)), { cause: error });
  }
}

/** The words of connections that are handed on as they are: SPDY, port forwards. */
export const dialError = (cause: string): StatusError => statusErrors.unknown(`error dialing backend: ${cause}`);

/** What a node answers that was reached and could not do what it was asked. */
export function kubeletError(error: unknown, what = ""): StatusError {
  if (error instanceof StatusError) return error;
  return Object.assign(statusErrors.internal(what + causeOf(error)), { cause: error });
}

function causeOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
