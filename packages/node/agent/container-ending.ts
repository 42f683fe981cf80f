import { timestamp } from "@byocni/kube/client";
import type { Pod } from "@byocni/kube/client";
import type { ContainerRunner } from "./container-runner.ts";
import { containerReference, type PodHost } from "./pod-host.ts";
import type { ContainerRecord } from "./pod-status.ts";

/** Ends one container of a pod for good, after its hook, and notes how it ended. */
async function endContainer(
  host: PodHost,
  pod: Pod,
  record: ContainerRecord,
  runner: ContainerRunner | undefined,
  graceSeconds: number,
): Promise<void> {
  const container = runner?.current();
  if (!container) return;
  const about = containerReference(pod, record.spec.name, record.init);
  host.event(about, "Normal", "Killing", `Stopping container ${record.spec.name}`);
  const command = record.spec.lifecycle?.preStop?.exec?.command;
  if (command && command.length > 0) {
    const hook = await container.runHook(command).catch(() => undefined);
    if (hook && hook.exitCode !== 0) host.event(about, "Warning", "FailedPreStopHook", "PreStopHook failed");
  }
  await container.stop(graceSeconds);
  const exit = await container.exited;
  const startedAt = record.state.running?.startedAt;
  record.ready = false;
  record.started = false;
  record.state = {
    terminated: {
      exitCode: exit.exitCode,
      reason: exit.reason,
      ...(startedAt === undefined ? {} : { startedAt }),
      finishedAt: timestamp(host.clock.now()),
      containerID: record.containerId,
    },
  };
}

/** Ends all containers in kubelet's order: the pod's own, then sidecars from the last to the first. */
export async function endContainers(
  host: PodHost,
  pod: Pod,
  records: readonly ContainerRecord[],
  runnerOf: (name: string) => ContainerRunner | undefined,
  graceSeconds: number,
): Promise<void> {
  const end = (record: ContainerRecord): Promise<void> =>
    endContainer(host, pod, record, runnerOf(record.spec.name), graceSeconds);
  await Promise.all(records.filter((record) => !record.init).map(end));
  for (const record of records.toReversed()) if (record.sidecar) await end(record);
  await Promise.all(records.filter((record) => record.init && !record.sidecar).map(end));
}
