import { type NewObject, type Pod, resources, type StatefulSet } from "@byocni/kube/client";
import { settle } from "@byocni/kube/client/testing";
import { describe, expect, it } from "vitest";
import { makeNode, runKubelets, startTestCluster } from "../testing/index.ts";

const names = ["statefulset-controller", "default-scheduler"];

function makeSet(replicas: number, more: Partial<StatefulSet["spec"]> = {}): NewObject<StatefulSet> {
  return {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: { name: "db", namespace: "default" },
    spec: {
      replicas,
      serviceName: "db",
      selector: { matchLabels: { app: "db" } },
      template: { metadata: { labels: { app: "db" } }, spec: { containers: [{ name: "main", image: "db:1" }] } },
      ...more,
    },
  };
}

async function start(set: NewObject<StatefulSet>) {
  const cluster = await startTestCluster(names, (api) => {
    api.put(resources.nodes, makeNode("n"));
    api.put(resources.statefulSets, set);
  });
  const { api, clock } = cluster;
  const live = (): readonly Pod[] => api.list(resources.pods);
  const edit = async (spec: Partial<StatefulSet["spec"]>): Promise<void> => {
    api.change(resources.statefulSets, "default/db", (old) => ({
      ...old,
      metadata: { ...old.metadata, generation: (old.metadata.generation ?? 0) + 1 },
      spec: { ...old.spec, ...spec },
    }));
    await clock.advance(20);
    await settle();
  };
  return {
    ...cluster,
    edit,
    setImage: (image: string) => {
      const containers = [{ name: "main", image }];
      return edit({ template: { metadata: { labels: { app: "db" } }, spec: { containers } } });
    },
    pods: () => live().map(({ metadata }) => metadata.name),
    images: () =>
      Object.fromEntries(live().map(({ metadata, spec }) => [metadata.name, spec.containers[0]?.image ?? ""])),
    status: () => api.get(resources.statefulSets, "default/db")?.status,
    async round(broken = ""): Promise<void> {
      await runKubelets(api, clock, broken);
      await clock.advance(20);
      await settle();
    },
  };
}

describe("statefulset-controller", () => {
  it("makes pods one after the other, each when the one before is ready", async () => {
    await using db = await start(makeSet(3));
    const seen: (readonly string[])[] = [];
    for (let count = 0; count < 4; count++) {
      seen.push(db.pods());
      await db.round();
    }
    expect(seen).toEqual([["db-0"], ["db-0", "db-1"], ["db-0", "db-1", "db-2"], ["db-0", "db-1", "db-2"]]);
    expect(db.status()).toMatchObject({
      replicas: 3,
      readyReplicas: 3,
      availableReplicas: 3,
      currentReplicas: 3,
      updatedReplicas: 3,
    });
    expect(db.status()?.currentRevision).toBe(db.status()?.updateRevision);
    const pod = db.api.get(resources.pods, "default/db-1");
    expect(pod).toMatchObject({
      metadata: {
        labels: {
          app: "db",
          "statefulset.kubernetes.io/pod-name": "db-1",
          "apps.kubernetes.io/pod-index": "1",
          "controller-revision-hash": db.status()?.updateRevision,
        },
        ownerReferences: [{ kind: "StatefulSet", name: "db" }],
      },
      spec: { hostname: "db-1", subdomain: "db" },
    });
    expect(db.events("db")).toEqual(
      [0, 1, 2].map((n) => `SuccessfulCreate: create Pod db-${n} in StatefulSet db successful`),
    );
  });

  it("makes and deletes all at once with Parallel", async () => {
    await using db = await start(makeSet(3, { podManagementPolicy: "Parallel" }));
    expect(db.pods()).toEqual(["db-0", "db-1", "db-2"]);
    await db.round();
    await db.edit({ replicas: 1 });
    await db.round();
    expect(db.pods()).toEqual(["db-0"]);
  });

  it("scales down from the top, one at a time", async () => {
    await using db = await start(makeSet(3));
    for (let count = 0; count < 4; count++) await db.round();
    await db.edit({ replicas: 1 });
    const leaving = (): readonly string[] =>
      db.api.list(resources.pods).flatMap(({ metadata }) => (metadata.deletionTimestamp ? [metadata.name] : []));
    expect(leaving()).toEqual(["db-2"]);
    await db.round();
    expect(db.pods()).toEqual(["db-0", "db-1"]);
    expect(leaving()).toEqual(["db-1"]);
    await db.round();
    expect(db.pods()).toEqual(["db-0"]);
  });

  it("brings back a pod under its name, and replaces one that failed", async () => {
    await using db = await start(makeSet(1));
    await db.round();
    db.api.remove(resources.pods, "default/db-0");
    await settle();
    expect(db.pods()).toEqual(["db-0"]);
    db.api.change(resources.pods, "default/db-0", (pod): Pod => ({ ...pod, status: { phase: "Failed" } }));
    await settle();
    expect(db.events("db")).toContain("RecreatingFailedPod: StatefulSet default/db is recreating failed Pod db-0");
    await db.round();
    expect(db.api.get(resources.pods, "default/db-0")?.status?.phase).not.toBe("Failed");
  });

  it("rolls out from the top down to the partition, and stops at a broken pod", async () => {
    await using db = await start(
      makeSet(3, { updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 1 } } }),
    );
    for (let count = 0; count < 4; count++) await db.round();
    await db.setImage("db:2");
    for (let count = 0; count < 6; count++) await db.round();
    expect(db.images()).toEqual({ "db-0": "db:1", "db-1": "db:2", "db-2": "db:2" });
    expect(db.status()).toMatchObject({ currentReplicas: 1, updatedReplicas: 2 });
    // Below the partition a pod comes back as it was.
    db.api.remove(resources.pods, "default/db-0");
    await settle();
    expect(db.images()).toMatchObject({ "db-0": "db:1" });
    for (let count = 0; count < 2; count++) await db.round();
    await db.setImage("db:broken");
    for (let count = 0; count < 5; count++) await db.round("db:broken");
    expect(db.images()).toEqual({ "db-0": "db:1", "db-1": "db:2", "db-2": "db:broken" });
  });

  it("OnDelete updates only what is deleted", async () => {
    await using db = await start(makeSet(2, { updateStrategy: { type: "OnDelete" } }));
    for (let count = 0; count < 3; count++) await db.round();
    await db.setImage("db:2");
    await db.round();
    expect(db.images()).toEqual({ "db-0": "db:1", "db-1": "db:1" });
    db.api.remove(resources.pods, "default/db-0");
    await settle();
    expect(db.images()).toEqual({ "db-0": "db:2", "db-1": "db:1" });
  });

  it("gives each pod its claims and keeps them", async () => {
    const template = { metadata: { name: "data" } };
    await using db = await start(makeSet(1, { volumeClaimTemplates: [template], ordinals: { start: 5 } }));
    const claims = (): readonly string[] =>
      db.api.list(resources.persistentVolumeClaims).map(({ metadata }) => metadata.name);
    expect(db.pods()).toEqual(["db-5"]);
    expect(claims()).toEqual(["data-db-5"]);
    expect(db.api.get(resources.pods, "default/db-5")?.spec.volumes).toEqual([
      { name: "data", persistentVolumeClaim: { claimName: "data-db-5" } },
    ]);
    db.api.remove(resources.pods, "default/db-5");
    await settle();
    expect(claims()).toEqual(["data-db-5"]);
  });
});
