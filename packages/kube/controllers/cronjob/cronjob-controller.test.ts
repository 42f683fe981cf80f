import { type CronJob, type Job, type NewObject, resources } from "@byocni/kube/client";
import { settle } from "@byocni/kube/client/testing";
import { describe, expect, it } from "vitest";
import { startTestCluster } from "../testing/index.ts";

const minute = 60_000;

async function start(spec: Partial<CronJob["spec"]> = {}) {
  const cron: NewObject<CronJob> = {
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: { name: "cron", namespace: "default" },
    spec: {
      schedule: "*/10 * * * *",
      jobTemplate: { metadata: { labels: { a: "b" } }, spec: { template: { spec: { containers: [] } } } },
      ...spec,
    },
  };
  const cluster = await startTestCluster(["cronjob-controller"], (api) => void api.put(resources.cronJobs, cron));
  const { api, clock } = cluster;
  return {
    ...cluster,
    jobs: () => api.list(resources.jobs).map(({ metadata }) => metadata.name),
    status: () => api.get(resources.cronJobs, "default/cron")?.status,
    async pass(minutes: number): Promise<void> {
      await clock.advance(minutes * minute + 200);
      await settle();
    },
    async end(type: "Complete" | "Failed"): Promise<void> {
      for (const { metadata, status } of api.list(resources.jobs)) {
        if (status?.conditions) continue;
        api.change(resources.jobs, `default/${metadata.name}`, (job): Job => ({
          ...job,
          status: {
            conditions: [{ type, status: "True" }],
            startTime: new Date(clock.now()).toISOString(),
            ...(type === "Complete" ? { completionTime: new Date(clock.now()).toISOString() } : {}),
          },
        }));
      }
      await settle();
    },
  };
}
const named = (time: string): string => `cron-${Date.parse(time) / minute}`;

describe("cronjob-controller", () => {
  it("starts a job at each time, named for it, and follows it", async () => {
    await using cron = await start();
    expect(cron.jobs()).toEqual([]);
    await cron.pass(10);
    expect(cron.jobs()).toEqual([named("2026-01-01T00:10:00Z")]);
    const [job] = cron.api.list(resources.jobs);
    expect(job?.metadata).toMatchObject({
      labels: { a: "b" },
      annotations: { "batch.kubernetes.io/cronjob-scheduled-timestamp": "2026-01-01T00:10:00Z" },
      ownerReferences: [{ kind: "CronJob", name: "cron", controller: true }],
    });
    expect(cron.status()).toMatchObject({
      active: [{ kind: "Job", name: job?.metadata.name }],
      lastScheduleTime: "2026-01-01T00:10:00Z",
    });
    await cron.end("Complete");
    expect(cron.status()?.active).toBeUndefined();
    expect(cron.status()?.lastSuccessfulTime).toBeDefined();
    await cron.pass(10);
    expect(cron.jobs()).toHaveLength(2);
    expect(cron.events("cron")).toEqual([
      `SuccessfulCreate: Created job ${named("2026-01-01T00:10:00Z")}`,
      `SawCompletedJob: Saw completed job: ${named("2026-01-01T00:10:00Z")}, condition: Complete`,
      `SuccessfulCreate: Created job ${named("2026-01-01T00:20:00Z")}`,
    ]);
  });

  it.each<[NonNullable<CronJob["spec"]["concurrencyPolicy"]>, readonly string[]]>([
    ["Allow", [named("2026-01-01T00:10:00Z"), named("2026-01-01T00:20:00Z")]],
    ["Forbid", [named("2026-01-01T00:10:00Z")]],
    ["Replace", [named("2026-01-01T00:20:00Z")]],
  ])("while a job runs, %s", async (concurrencyPolicy, expected) => {
    await using cron = await start({ concurrencyPolicy });
    await cron.pass(10);
    await cron.pass(10);
    expect(cron.jobs()).toEqual(expected);
  });

  it("keeps the last three that succeeded and the last one that failed", async () => {
    await using cron = await start();
    for (const type of ["Failed", "Failed", "Complete", "Complete", "Complete", "Complete"] as const) {
      await cron.pass(10);
      await cron.end(type);
    }
    expect(cron.jobs()).toEqual(["00:20", "00:40", "00:50", "01:00"].map((time) => named(`2026-01-01T${time}:00Z`)));
  });

  it("does nothing while suspended, and starts the latest missed time once when resumed", async () => {
    await using cron = await start({ suspend: true });
    await cron.pass(35);
    expect(cron.jobs()).toEqual([]);
    cron.api.change(resources.cronJobs, "default/cron", (old) => ({ ...old, spec: { ...old.spec, suspend: false } }));
    await settle();
    expect(cron.jobs()).toEqual([named("2026-01-01T00:30:00Z")]);
  });

  it("lets a time go by that is too long ago", async () => {
    await using cron = await start({ suspend: true, startingDeadlineSeconds: 60 });
    await cron.pass(35);
    cron.api.change(resources.cronJobs, "default/cron", (old) => ({ ...old, spec: { ...old.spec, suspend: false } }));
    await settle();
    expect(cron.jobs()).toEqual([]);
  });

  it("complains about a schedule that it cannot read", async () => {
    await using cron = await start({ schedule: "often" });
    expect(cron.events("cron")[0]).toMatch(/^InvalidSchedule: invalid schedule: often : /);
  });
});
