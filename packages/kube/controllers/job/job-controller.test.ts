import { type Job, type NewObject, type Pod, resources } from "@byocni/kube/client";
import { settle } from "@byocni/kube/client/testing";
import { describe, expect, it } from "vitest";
import { startTestCluster } from "../testing/index.ts";
import { formatIndexes, parseIndexes } from "./indexes.ts";

const names = ["job-controller", "ttl-after-finished-controller"];

function makeJob(spec: Partial<Job["spec"]> = {}): NewObject<Job> {
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name: "job", namespace: "default" },
    spec: {
      selector: { matchLabels: { job: "job" } },
      template: {
        metadata: { labels: { job: "job" } },
        spec: { restartPolicy: "Never", containers: [{ name: "main", image: "job:1" }] },
      },
      ...spec,
    },
  };
}

async function start(spec: Partial<Job["spec"]> = {}) {
  const cluster = await startTestCluster(names, (api) => void api.put(resources.jobs, makeJob(spec)));
  const { api, clock } = cluster;
  const running = (): readonly Pod[] =>
    api
      .list(resources.pods)
      .filter(({ status, metadata }) => status?.phase === "Pending" && !metadata.deletionTimestamp);
  return {
    ...cluster,
    running,
    status: () => api.get(resources.jobs, "default/job")?.status,
    conditions: () =>
      (api.get(resources.jobs, "default/job")?.status?.conditions ?? []).map(
        ({ type, status, reason }) => `${type}=${status} ${reason}`,
      ),
    /** Ends some of the running pods. */
    async end(count: number, phase: "Succeeded" | "Failed"): Promise<void> {
      for (const pod of running().slice(0, count)) {
        api.change(resources.pods, `default/${pod.metadata.name}`, (old): Pod => ({
          ...old,
          status: {
            phase,
            containerStatuses: [
              {
                name: "main",
                image: "job:1",
                imageID: "",
                ready: false,
                restartCount: 0,
                state: { terminated: { exitCode: 1, finishedAt: new Date(clock.now()).toISOString() } },
              },
            ],
          },
        }));
      }
      await settle();
      await clock.advance(100);
      await settle();
    },
    async edit(change: Partial<Job["spec"]>): Promise<void> {
      api.change(resources.jobs, "default/job", (job) => ({
        ...job,
        metadata: { ...job.metadata, generation: (job.metadata.generation ?? 0) + 1 },
        spec: { ...job.spec, ...change },
      }));
      await settle();
    },
  };
}

describe("job-controller", () => {
  it("runs one pod to its end, and lets it go only when it is counted", async () => {
    await using job = await start();
    const [pod] = job.running();
    expect(pod?.metadata.finalizers).toEqual(["batch.kubernetes.io/job-tracking"]);
    expect(job.status()).toMatchObject({ active: 1, startTime: "2026-01-01T00:00:00Z" });
    await job.end(1, "Succeeded");
    expect(job.status()).toMatchObject({
      succeeded: 1,
      uncountedTerminatedPods: {},
      completionTime: "2026-01-01T00:00:00Z",
    });
    expect(job.status()?.active).toBeUndefined();
    expect(job.conditions()).toEqual([
      "SuccessCriteriaMet=True CompletionsReached",
      "Complete=True CompletionsReached",
    ]);
    expect(job.api.list(resources.pods)[0]?.metadata.finalizers).toEqual([]);
    expect(job.events("job").at(-1)).toBe("Completed: Job completed");
  });

  it("keeps `parallelism` pods running until `completions` have succeeded", async () => {
    await using job = await start({ parallelism: 2, completions: 5 });
    const active: number[] = [];
    for (let count = 0; count < 4; count++) {
      active.push(job.running().length);
      await job.end(2, "Succeeded");
    }
    expect(active).toEqual([2, 2, 1, 0]);
    expect(job.status()).toMatchObject({ succeeded: 5 });
    expect(job.conditions()).toContain("Complete=True CompletionsReached");
  });

  it("counts a pod that vanishes after it was counted once, not twice nor never", async () => {
    await using job = await start({ parallelism: 1, completions: 3 });
    for (let count = 0; count < 3; count++) {
      const [pod] = job.running();
      await job.end(1, "Succeeded");
      job.api.remove(resources.pods, `default/${pod?.metadata.name}`);
      await settle();
    }
    expect(job.status()).toMatchObject({ succeeded: 3 });
    expect(job.api.calls.filter((call) => call.startsWith("POST") && call.endsWith("/pods"))).toHaveLength(3);
  });

  it("waits longer after each failure, and gives up over the limit", async () => {
    await using job = await start({ backoffLimit: 2 });
    await job.end(1, "Failed");
    expect(job.running()).toHaveLength(0);
    await job.clock.advance(9_000);
    expect(job.running()).toHaveLength(0);
    await job.clock.advance(1_000);
    await settle();
    expect(job.running()).toHaveLength(1);
    await job.end(1, "Failed");
    await job.clock.advance(19_000);
    expect(job.running()).toHaveLength(0);
    await job.clock.advance(1_000);
    await settle();
    await job.end(1, "Failed");
    expect(job.status()).toMatchObject({ failed: 3 });
    expect(job.conditions()).toEqual(["FailureTarget=True BackoffLimitExceeded", "Failed=True BackoffLimitExceeded"]);
    expect(job.events("job").at(-1)).toBe("BackoffLimitExceeded: Job has reached the specified backoff limit");
  });

  it("ends at its deadline and takes its pods away", async () => {
    await using job = await start({ activeDeadlineSeconds: 30 });
    await job.clock.advance(30_000);
    await settle();
    expect(job.conditions()).toContain("Failed=True DeadlineExceeded");
    expect(job.running()).toHaveLength(0);
  });

  it("gives every index to one pod at a time", async () => {
    await using job = await start({ completionMode: "Indexed", parallelism: 2, completions: 4 });
    const indexes = (): readonly (string | undefined)[] =>
      job.running().map(({ metadata }) => metadata.annotations?.["batch.kubernetes.io/job-completion-index"]);
    expect(indexes()).toEqual(["0", "1"]);
    expect(job.running()[1]?.spec.hostname).toBe("job-1");
    expect(job.running()[1]?.spec.containers[0]?.env).toEqual([
      {
        name: "JOB_COMPLETION_INDEX",
        valueFrom: { fieldRef: { fieldPath: "metadata.labels['batch.kubernetes.io/job-completion-index']" } },
      },
    ]);
    await job.end(1, "Succeeded");
    expect(indexes()).toEqual(["1", "2"]);
    expect(job.status()).toMatchObject({ completedIndexes: "0", succeeded: 1 });
    await job.end(2, "Succeeded");
    await job.end(2, "Succeeded");
    expect(job.status()).toMatchObject({ completedIndexes: "0-3", succeeded: 4 });
  });

  it("takes its pods away while suspended and starts over after", async () => {
    await using job = await start({ parallelism: 2, completions: 2 });
    await job.edit({ suspend: true });
    expect(job.running()).toHaveLength(0);
    expect(job.conditions()).toEqual(["Suspended=True JobSuspended"]);
    expect(job.status()?.startTime).toBeUndefined();
    for (const pod of job.api.list(resources.pods)) job.api.remove(resources.pods, `default/${pod.metadata.name}`);
    await job.edit({ suspend: false });
    await settle();
    expect(job.running()).toHaveLength(2);
    expect(job.status()?.failed).toBeUndefined();
    expect(job.conditions()).toEqual(["Suspended=False JobResumed"]);
    expect(job.events("job").filter((text) => text.includes("suspended") || text.includes("resumed"))).toEqual([
      "Suspended: Job suspended",
      "Resumed: Job resumed",
    ]);
  });

  it("is deleted when its time after the end is over", async () => {
    await using job = await start({ ttlSecondsAfterFinished: 60 });
    await job.end(1, "Succeeded");
    await job.clock.advance(59_000);
    expect(job.api.get(resources.jobs, "default/job")?.metadata.deletionTimestamp).toBeUndefined();
    await job.clock.advance(2_000);
    await settle();
    expect(job.api.get(resources.jobs, "default/job")?.metadata.deletionTimestamp).toBeDefined();
  });
});

describe("indexes", () => {
  it.each<[string, readonly number[]]>([
    ["", []],
    ["3", [3]],
    ["1,2", [1, 2]],
    ["1-3", [1, 2, 3]],
    ["0,2-4,6,7,9-12", [0, 2, 3, 4, 6, 7, 9, 10, 11, 12]],
  ])("%j", (text, indexes) => {
    expect(formatIndexes(indexes.toReversed())).toBe(text);
    expect([...parseIndexes(text)]).toEqual(indexes);
  });
});
