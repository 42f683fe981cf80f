import type { HttpResponse } from "@byocni/base/http";
import { type corev1, statusErrors } from "@byocni/kube/schema";
import { dialError, noAccess, reachNode } from "../connect/kubelet.ts";
import type { PodAccess } from "../connect/pod-access.ts";
import { portForwardProtocol, servePortForward, tunnelProtocol } from "../connect/port-forward.ts";
import { createSpdySession } from "../connect/spdy/session.ts";
import { webSocketTransport } from "../connect/spdy/transport.ts";
import { isSpdyRequest, upgradeToSpdy } from "../connect/spdy/upgrade.ts";
import { isWebSocketRequest, upgradeToWebSocket } from "../connect/web-socket.ts";
import type { ResourceHandler } from "../endpoints/dispatch.ts";
import { findObject } from "../endpoints/get.ts";

/** `pods/portforward`: connections to ports of a pod. */
export function portForwardSubresource(access: PodAccess | undefined): ResourceHandler {
  return async (request): Promise<HttpResponse> => {
    const { http } = request;
    await request.core.storage.current();
    const { metadata, spec } = findObject(request).value as unknown as corev1.Pod;
    const { name = "", namespace = "", uid = "" } = metadata;
    const node = spec?.nodeName;
    if (!node) throw statusErrors.badRequest(`pod ${name} does not have a host assigned`);
    if (!access) throw noAccess("ports cannot be forwarded");
    await reachNode(access, node, dialError);
    const forward = access.portForward;
    if (!forward)
      throw statusErrors.notImplemented("byocni does not forward ports here: the containers of these nodes have none");
    const serve = servePortForward((port) => forward({ namespace, pod: name, uid, node }, port));
    if (isWebSocketRequest(http))
      return upgradeToWebSocket(http, [tunnelProtocol], (socket) => {
        createSpdySession(webSocketTransport(socket), serve);
      });
    if (isSpdyRequest(http)) return upgradeToSpdy(http, [portForwardProtocol], () => serve);
    throw statusErrors.badRequest("Upgrade request required");
  };
}
