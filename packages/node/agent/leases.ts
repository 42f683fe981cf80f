import type { Clock, Logger, Timer } from "@byocni/base/core";
import { isAlreadyExists, isNotFound, type KubeClient, microTimestamp, resources } from "@byocni/kube/client";
import type { WriteQueue } from "./write-queue.ts";

/** Renews the leases of many nodes, spread evenly over the interval. */
export interface LeaseKeeper {
  add(node: string, uid: string | undefined): void;
  remove(node: string): void;
  close(): void;
}

const namespace = "kube-node-lease";
const durationSeconds = 40;

export function createLeaseKeeper(
  client: KubeClient,
  clock: Clock,
  writes: WriteQueue,
  logger: Logger,
  intervalMs: number,
  /** Called for a node now and then: every so many renewals of its lease. */
  onRenewed: (node: string, count: number) => void,
): LeaseKeeper {
  const leases = new Map<string, { readonly uid: string | undefined; due: number; count: number; exists: boolean }>();
  const stepMs = Math.max(100, intervalMs / 20);
  let timer: Timer | undefined;
  let closed = false;

  async function renew(node: string): Promise<void> {
    const lease = leases.get(node);
    if (!lease) return;
    const renewTime = microTimestamp(clock.now());
    const ref = { ...resources.leases, namespace, name: node };
    try {
      if (!lease.exists) {
        await client.create(
          { ...resources.leases, namespace },
          {
            apiVersion: "coordination.k8s.io/v1",
            kind: "Lease",
            metadata: {
              name: node,
              namespace,
              ...(lease.uid === undefined
                ? {}
                : { ownerReferences: [{ apiVersion: "v1", kind: "Node", name: node, uid: lease.uid }] }),
            },
            spec: { holderIdentity: node, leaseDurationSeconds: durationSeconds, renewTime },
          },
        );
      } else await client.patch(ref, { spec: { renewTime } }, "merge");
      lease.exists = true;
      onRenewed(node, ++lease.count);
    } catch (error) {
      if (isAlreadyExists(error)) {
        lease.exists = true;
        lease.due = clock.now();
      } else if (isNotFound(error)) lease.exists = false;
      else logger.debug("lease not renewed", { node, error });
    }
  }
  function tick(): void {
    const now = clock.now();
    for (const [node, lease] of leases) {
      if (lease.due > now) continue;
      lease.due = now + intervalMs;
      void writes.run(() => renew(node));
    }
    schedule();
  }
  function schedule(): void {
    if (!closed && leases.size > 0) timer = clock.setTimer(stepMs, tick);
    else timer = undefined;
  }

  return {
    add(node, uid) {
      // The first renewals are spread, so that nodes that came together do not renew together for ever.
      const spread = (leases.size % 20) * (intervalMs / 20);
      leases.set(node, { uid, due: clock.now() + intervalMs - spread, count: 0, exists: false });
      void writes.run(() => renew(node));
      if (!timer) schedule();
    },
    remove: (node) => void leases.delete(node),
    close() {
      closed = true;
      timer?.cancel();
      leases.clear();
    },
  };
}
