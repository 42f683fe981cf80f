import { type NewObject, type PodDisruptionBudget, type ReplicaSet, resources } from "@byocni/kube/client";
import { type FakeApi, settle } from "@byocni/kube/client/testing";
import { describe, expect, it } from "vitest";
import { makePod, startTestCluster } from "../testing/index.ts";

type Spec = NonNullable<PodDisruptionBudget["spec"]>;

async function start(spec: Spec, ready: number, unready: number, replicas?: number) {
  const cluster = await startTestCluster(["disruption-controller"], (api) => {
    const set =
      replicas === undefined
        ? undefined
        : api.put(resources.replicaSets, {
            apiVersion: "apps/v1",
            kind: "ReplicaSet",
            metadata: { name: "rs", namespace: "default" },
            spec: { replicas, selector: {}, template: { spec: { containers: [] } } },
          } satisfies NewObject<ReplicaSet>);
    for (let number = 0; number < ready + unready; number++) {
      const pod = makePod(`p${number}`, { labels: { app: "web" } });
      const owner = {
        apiVersion: "apps/v1",
        kind: "ReplicaSet",
        name: "rs",
        uid: set?.metadata.uid ?? "",
        controller: true,
      };
      const status = number < ready ? ("True" as const) : ("False" as const);
      api.put(resources.pods, {
        ...pod,
        metadata: { ...pod.metadata, ...(set ? { ownerReferences: [owner] } : {}) },
        status: { phase: "Running", conditions: [{ type: "Ready", status }] },
      });
    }
    api.put(resources.podDisruptionBudgets, {
      apiVersion: "policy/v1",
      kind: "PodDisruptionBudget",
      metadata: { name: "pdb", namespace: "default" },
      spec: { selector: { matchLabels: { app: "web" } }, ...spec },
    });
  });
  return { ...cluster, status: () => statusOf(cluster.api) };
}
const statusOf = (api: FakeApi) => api.get(resources.podDisruptionBudgets, "default/pdb")?.status;

describe("disruption-controller", () => {
  it.each<[string, Spec, number, number, number | undefined, readonly number[], string]>([
    // allowed, healthy, desired, expected
    ["minAvailable as a count", { minAvailable: 2 }, 3, 0, undefined, [1, 3, 2, 3], "SufficientPods"],
    ["too few healthy", { minAvailable: 2 }, 1, 2, undefined, [0, 1, 2, 3], "InsufficientPods"],
    ["minAvailable as a share, rounded up", { minAvailable: "50%" }, 5, 0, 5, [2, 5, 3, 5], "SufficientPods"],
    ["maxUnavailable of the wanted size", { maxUnavailable: 1 }, 3, 1, 5, [0, 3, 4, 5], "InsufficientPods"],
    ["maxUnavailable as a share, rounded up", { maxUnavailable: "30%" }, 5, 0, 5, [2, 5, 3, 5], "SufficientPods"],
    ["pods that nobody manages", { maxUnavailable: 1 }, 2, 0, undefined, [0, 2, 0, 0], "SyncFailed"],
    ["no pods", { minAvailable: 0 }, 0, 0, undefined, [0, 0, 0, 0], "InsufficientPods"],
  ])("%s", async (_, spec, ready, unready, replicas, [allowed, healthy, desired, expected], reason) => {
    await using cluster = await start(spec, ready, unready, replicas);
    expect(cluster.status()).toMatchObject({
      disruptionsAllowed: allowed,
      currentHealthy: healthy,
      desiredHealthy: desired,
      expectedPods: expected,
      observedGeneration: 1,
      conditions: [{ type: "DisruptionAllowed", reason }],
    });
  });

  it("does not count a pod whose eviction was granted, until it is too late", async () => {
    await using cluster = await start({ minAvailable: 1 }, 3, 0);
    const { api, clock } = cluster;
    api.change(resources.podDisruptionBudgets, "default/pdb", (budget) => ({
      ...budget,
      status: {
        ...statusOf(api),
        disruptedPods: { p0: "2026-01-01T00:00:00Z", gone: "2026-01-01T00:00:00Z" },
      } as NonNullable<PodDisruptionBudget["status"]>,
    }));
    await settle();
    expect(cluster.status()).toMatchObject({ currentHealthy: 2, disruptionsAllowed: 1 });
    expect(Object.keys(cluster.status()?.disruptedPods ?? {})).toEqual(["p0"]);
    await clock.advance(121_000);
    await settle();
    expect(cluster.status()).toMatchObject({ currentHealthy: 3, disruptionsAllowed: 2 });
    expect(cluster.status()?.disruptedPods).toBeUndefined();
  });
});
