import type { HttpResponse } from "@byocni/base/http";
import { fieldErrors, statusErrors } from "@byocni/kube/schema";
import { commandProtocols, serveChannels } from "../connect/command-channels.ts";
import { findContainer } from "../connect/find-container.ts";
import { serveCommand, spdyCommandProtocols } from "../connect/spdy/command-streams.ts";
import { isSpdyRequest, upgradeToSpdy } from "../connect/spdy/upgrade.ts";
import type { CommandStreams, PodAccess } from "../connect/pod-access.ts";
import { isWebSocketRequest, upgradeToWebSocket } from "../connect/web-socket.ts";
import type { ResourceHandler } from "../endpoints/dispatch.ts";
import { isTrue } from "../request/request-info.ts";

/** `pods/exec` and `pods/attach`: a command, or the container's own process, with its streams. */
export function commandSubresource(access: PodAccess | undefined, kind: "attach" | "exec"): ResourceHandler {
  return async (request): Promise<HttpResponse> => {
    const { http } = request;
    const { query } = http;
    const command = query.getAll("command");
    if (kind === "exec" && command.length === 0)
      throw statusErrors.invalid({ group: "", kind: "PodExecOptions" }, "", [fieldErrors.required("command")]);
    const { pod, ref, status } = await findContainer(request);
    const name = pod.metadata.name ?? "";
    if (pod.status?.phase === "Succeeded" || pod.status?.phase === "Failed")
      throw statusErrors.badRequest(
        `cannot ${kind} into a container in a completed pod; current phase is ${pod.status.phase}`,
      );
    if (!ref.node) throw statusErrors.badRequest(`pod ${name} does not have a host assigned`);
    if (!status?.state?.running)
      throw statusErrors.internal(
        `unable to upgrade connection: container not found (${JSON.stringify(ref.container)})`,
      );
    const tty = isTrue(query.get("tty"));
    const { exec, attach } = access ?? {};
    if (!access || !(kind === "exec" ? exec : attach))
      throw statusErrors.notImplemented(`this cluster gives no access to its nodes: ${kind} is not possible`);
    const options = {
      stdin: isTrue(query.get("stdin")),
      stdout: isTrue(query.get("stdout")),
      stderr: isTrue(query.get("stderr")) && !tty,
      tty,
    };
    const run = async (streams: CommandStreams): Promise<number> => {
      const code =
        kind === "exec" ? access.exec?.(ref, { command, tty }, streams) : access.attach?.(ref, { tty }, streams);
      return (await code) ?? 0;
    };
    if (isWebSocketRequest(http))
      return upgradeToWebSocket(http, commandProtocols, (socket) => serveChannels(socket, options, run));
    if (isSpdyRequest(http))
      return upgradeToSpdy(http, spdyCommandProtocols, (session) => serveCommand(session, options, run));
    throw statusErrors.badRequest("Upgrade request required");
  };
}
