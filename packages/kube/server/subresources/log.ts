import { type HttpResponse, streamResponse } from "@byocni/base/http";
import { statusErrors } from "@byocni/kube/schema";
import { findContainer, type FoundContainer } from "../connect/find-container.ts";
import { chooseLines, type LogOptions, readLogOptions } from "../connect/log-options.ts";
import type { ContainerLog, LogLine, PodAccess } from "../connect/pod-access.ts";
import { kubeletError, kubeletUrl, noAccess, reachNode } from "../connect/kubelet.ts";
import type { ResourceHandler } from "../endpoints/dispatch.ts";

/** `pods/log`: what a container has written. */
export function logSubresource(access: PodAccess | undefined): ResourceHandler {
  return async (request): Promise<HttpResponse> => {
    const options = readLogOptions(request.http.query, request.core.clock.now());
    const found = await findContainer(request);
    // Nobody has run it: there is nothing to read, and nothing wrong.
    if (!found.ref.node) return respond([]);
    checkStarted(found, options);
    if (!access) throw noAccess("logs cannot be read");
    const { signal, query } = request.http;
    const asked = new URLSearchParams(query);
    asked.delete("container");
    await reachNode(access, found.ref.node, (cause) =>
      statusErrors.unknown(`Get "${kubeletUrl(request, "containerLogs", found.ref, asked)}": ${cause}`),
    );
    const log = await access
      .logs(found.ref, { previous: options.previous, follow: options.follow, signal })
      .catch((error: unknown) => {
        throw kubeletError(error);
      });
    return respond(written(log, options));
  };
}

function respond(chunks: AsyncIterable<Uint8Array> | readonly Uint8Array[]): HttpResponse {
  return streamResponse(200, iterate(chunks), { "content-type": "text/plain" });
}

async function* iterate(chunks: AsyncIterable<Uint8Array> | readonly Uint8Array[]): AsyncGenerator<Uint8Array, void> {
  yield* chunks;
}

/** What a node says of a container that has no log yet. */
function checkStarted({ pod, ref, status }: FoundContainer, { previous }: LogOptions): void {
  const where = `container ${JSON.stringify(ref.container)} in pod ${JSON.stringify(pod.metadata.name ?? "")}`;
  if (previous) {
    if (status?.lastState?.terminated) return;
    throw statusErrors.badRequest(`previous terminated ${where} not found`);
  }
  if (!status) throw statusErrors.badRequest(`${where} is not available`);
  const { waiting, running, terminated } = status.state ?? {};
  if (running || terminated || status.lastState?.terminated) return;
  const reason = waiting?.reason ?? "ContainerCreating";
  const failing = reason === "ErrImagePull" || reason === "ImagePullBackOff";
  throw statusErrors.badRequest(
    `${where} is waiting to start: ${failing ? "trying and failing to pull image" : reason}`,
  );
}

async function* written(log: ContainerLog, options: LogOptions): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  let left = options.limitBytes ?? Number.POSITIVE_INFINITY;
  const encode = ({ time, text }: LogLine): Uint8Array => {
    const bytes = encoder.encode(options.timestamps ? `${time} ${text}\n` : `${text}\n`);
    const cut = bytes.subarray(0, Math.min(bytes.length, left));
    left -= cut.length;
    return cut;
  };
  for (const line of chooseLines(log.lines, options)) {
    if (left <= 0) return;
    yield encode(line);
  }
  if (!log.more) return;
  for await (const line of log.more) {
    if (left <= 0) return;
    yield encode(line);
  }
}
