import type { HttpResponse } from "@byocni/base/http";
import { fieldErrors, statusErrors } from "@byocni/kube/schema";
import { commandProtocols, serveChannels } from "../connect/command-channels.ts";
import { findContainer } from "../connect/find-container.ts";
import { serveCommand, spdyCommandProtocols } from "../connect/spdy/command-streams.ts";
import { isSpdyRequest, upgradeToSpdy } from "../connect/spdy/upgrade.ts";
import { dialError, kubeletError, kubeletUrl, noAccess, reachNode } from "../connect/kubelet.ts";
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
    if (!access) throw noAccess(`${kind} is not possible`);
    if (!access[kind]) throw statusErrors.notImplemented(`byocni does not serve pods/${kind} here`);
    const options = {
      stdin: isTrue(query.get("stdin")),
      stdout: isTrue(query.get("stdout")),
      stderr: isTrue(query.get("stderr")) && !tty,
      tty,
    };
    const run = async (streams: CommandStreams): Promise<number> => {
      const code =
        kind === "exec" ? access.exec?.(ref, { command, tty }, streams) : access.attach?.(ref, { tty }, streams);
      try {
        return (await code) ?? 0;
      } catch (error) {
        throw kubeletError(
          error,
          kind === "exec" ? "error executing command in container: " : "error attaching to container: ",
        );
      }
    };
    // The server itself ends a WebSocket and speaks SPDY to the node: what goes wrong there comes as its own error.
    if (isWebSocketRequest(http))
      return upgradeToWebSocket(http, commandProtocols, (socket) =>
        serveChannels(socket, options, async (streams) => {
          await reachNode(access, ref.node, (cause) =>
            statusErrors.internal(
              `error sending request: Post "${kubeletUrl(request, kind, ref, kubeletQuery(query))}": ${cause}`,
            ),
          );
          return run(streams).catch((error: unknown) => {
            throw kubeletError(new Error(kubeletError(error).message, { cause: error }));
          });
        }),
      );
    if (isSpdyRequest(http)) {
      await reachNode(access, ref.node, dialError);
      return upgradeToSpdy(http, spdyCommandProtocols, (session) => serveCommand(session, options, run));
    }
    throw statusErrors.badRequest("Upgrade request required");
  };
}

/** The API's names of a command's options, and kubelet's. */
const kubeletOptions: Readonly<Record<string, string>> = {
  stdin: "input",
  stdout: "output",
  stderr: "error",
  tty: "tty",
};

function kubeletQuery(query: URLSearchParams): URLSearchParams {
  const result = new URLSearchParams(query.getAll("command").map((word): [string, string] => ["command", word]));
  for (const [name, known] of Object.entries(kubeletOptions)) if (isTrue(query.get(name))) result.append(known, "1");
  return result;
}
