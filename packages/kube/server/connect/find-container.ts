import { type corev1, statusErrors } from "@byocni/kube/schema";
import { findObject } from "../endpoints/get.ts";
import type { ResourceRequest } from "../endpoints/resource-request.ts";
import type { ContainerRef } from "./pod-access.ts";

export interface FoundContainer {
  readonly pod: corev1.Pod;
  readonly ref: ContainerRef;
  readonly status: corev1.ContainerStatus | undefined;
}

/**
 * The container that a request names, or the only one.
 * @throws StatusError NotFound, BadRequest
 */
export async function findContainer(request: ResourceRequest): Promise<FoundContainer> {
  await request.core.storage.current();
  const pod = findObject(request).value as unknown as corev1.Pod;
  const { name = "", namespace = "", uid = "" } = pod.metadata;
  const names = (list: readonly { readonly name: string }[] | undefined): string[] =>
    (list ?? []).map((item) => item.name);
  const plain = names(pod.spec?.containers);
  const init = names(pod.spec?.initContainers);
  const ephemeral = names(pod.spec?.ephemeralContainers);
  const asked = request.http.query.get("container") ?? "";
  const container = asked || (plain.length === 1 ? plain[0] : undefined);
  if (container === undefined) {
    const also =
      init.length > 0
        ? ` or one of the init containers: [${init.join(" ")}]`
        : ephemeral.length > 0
          ? ` or one of the ephemeral containers: [${ephemeral.join(" ")}]`
          : "";
    throw statusErrors.badRequest(
      `a container name must be specified for pod ${name}, choose one of: [${plain.join(" ")}]${also}`,
    );
  }
  if (![...plain, ...init, ...ephemeral].includes(container))
    throw statusErrors.badRequest(`container ${container} is not valid for pod ${name}`);
  const { containerStatuses, initContainerStatuses, ephemeralContainerStatuses } = pod.status ?? {};
  const status = [containerStatuses, initContainerStatuses, ephemeralContainerStatuses]
    .flatMap((list) => list ?? [])
    .find((item) => item.name === container);
  return { pod, ref: { namespace, pod: name, uid, node: pod.spec?.nodeName ?? "", container }, status };
}
