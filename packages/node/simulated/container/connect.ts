import { cidrContains, parseAddress, parseCidr } from "@byocni/base/core";
import type { NodeContext } from "../node-context.ts";
import type { ProgramCall } from "../shell/index.ts";

/** Daemons that make service addresses work on a node. */
const serviceProxies = ["kube-proxy", "service-proxy"];

function isServiceAddress(host: string, serviceCidr: string): boolean {
  const address = parseAddress(host);
  const range = parseCidr(serviceCidr);
  return address.ok && range.ok && cidrContains(range.value.cidr, address.value);
}

/**
 * Whether the API server can be reached from a container. By name it always can; by its service address only where
 * kube-proxy, or what replaces it, runs on the node: it is waited for as clients do.
 *
 * @returns the client's error, or undefined
 */
export function connectToApi(node: NodeContext, call: ProgramCall, timeoutMs = 30_000): Promise<string | undefined> {
  const host = call.environment.get("KUBERNETES_SERVICE_HOST") ?? "";
  const port = call.environment.get("KUBERNETES_SERVICE_PORT") ?? "443";
  const reachable = (): boolean =>
    !isServiceAddress(host, node.cluster.serviceCidr) || serviceProxies.some((name) => node.daemons.has(name));
  if (reachable()) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const end = (result: string | undefined): void => {
      stop();
      timer.cancel();
      call.signal.removeEventListener("abort", killed);
      resolve(result);
    };
    const killed = (): void => {
      stop();
      timer.cancel();
      reject(call.signal.reason as Error);
    };
    const stop = node.onDaemon(() => reachable() && end(undefined));
    const timer = call.clock.setTimer(timeoutMs, () => end(`dial tcp ${host}:${port}: i/o timeout`));
    call.signal.addEventListener("abort", killed, { once: true });
  });
}
