import { type Deployment, type NewObject, type Pod, type ReplicaSet, resources } from "@byocni/kube/client";
import { type FakeApi, settle } from "@byocni/kube/client/testing";
import { statusErrors } from "@byocni/kube/schema";
import { describe, expect, it } from "vitest";
import { makeNode, makePod, runKubelets, startTestCluster, type TestCluster } from "../testing/index.ts";

const names = ["deployment-controller", "replicaset-controller", "default-scheduler"];
const image = (version: number | string): string => `example.com/web:${version}`;

function makeDeployment(replicas: number, more: Partial<Deployment["spec"]> = {}): NewObject<Deployment> {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", namespace: "default", annotations: { "kubernetes.io/change-cause": "first" } },
    spec: {
      replicas,
      selector: { matchLabels: { app: "web" } },
      template: {
        metadata: { labels: { app: "web" } },
        spec: { containers: [{ name: "main", image: image(1) }] },
      },
      ...more,
    },
  };
}

interface Web extends TestCluster {
  sets(): readonly ReplicaSet[];
  sizes(): Readonly<Record<string, number>>;
  deployment(): Deployment;
  edit(spec: Partial<Deployment["spec"]>): Promise<void>;
  setImage(version: number | string): Promise<void>;
  rounds(count: number, broken?: string): Promise<void>;
  condition(type: string): string;
}

async function start(wanted: NewObject<Deployment>): Promise<Web> {
  const cluster = await startTestCluster(names, (api) => {
    for (const name of ["a", "b"]) api.put(resources.nodes, makeNode(name));
    api.put(resources.deployments, wanted);
  });
  const { api, clock } = cluster;
  const deployment = (): Deployment => {
    const found = api.get(resources.deployments, "default/web");
    if (!found) throw new Error("the deployment is gone");
    return found;
  };
  const imageOf = ({ spec }: ReplicaSet): string => spec.template.spec.containers[0]?.image?.split(":")[1] ?? "";
  const web: Web = {
    ...cluster,
    deployment,
    sets: () => api.list(resources.replicaSets),
    sizes: () => Object.fromEntries(web.sets().map((set) => [imageOf(set), set.spec.replicas ?? 1])),
    async edit(spec) {
      api.change(resources.deployments, "default/web", (old) => ({
        ...old,
        metadata: { ...old.metadata, generation: (old.metadata.generation ?? 0) + 1 },
        spec: { ...old.spec, ...spec },
      }));
      await clock.advance(50);
      await settle();
    },
    setImage(version) {
      const { template } = deployment().spec;
      const containers = [{ name: "main", image: image(version) }];
      return web.edit({ template: { ...template, spec: { ...template.spec, containers } } });
    },
    async rounds(count, broken = "") {
      for (let round = 0; round < count; round++) {
        await runKubelets(api, clock, broken);
        await clock.advance(50);
        await settle();
      }
    },
    condition(type) {
      const found = deployment().status?.conditions?.find((condition) => condition.type === type);
      return found ? `${found.status} ${found.reason}` : "none";
    },
  };
  await clock.advance(50);
  await settle();
  return web;
}

describe("deployment-controller", () => {
  it("makes a replica set as upstream does, and its pods", async () => {
    await using web = await start(makeDeployment(2));
    const [set] = web.sets();
    const hash = set?.metadata.labels?.["pod-template-hash"];
    expect(hash).toMatch(/^[bcdfghjklmnpqrstvwxz2456789]+$/);
    expect(set).toMatchObject({
      metadata: {
        name: `web-${hash}`,
        labels: { app: "web" },
        annotations: {
          "deployment.kubernetes.io/revision": "1",
          "deployment.kubernetes.io/desired-replicas": "2",
          "deployment.kubernetes.io/max-replicas": "3",
          "kubernetes.io/change-cause": "first",
        },
        ownerReferences: [{ kind: "Deployment", name: "web", controller: true }],
      },
      spec: { selector: { matchLabels: { app: "web", "pod-template-hash": hash } }, replicas: 2 },
    });
    expect(web.events("web")).toEqual([`ScalingReplicaSet: Scaled up replica set web-${hash} from 0 to 2`]);
    expect(web.condition("Available")).toBe("False MinimumReplicasUnavailable");
    await web.rounds(2);
    expect(web.deployment().metadata.annotations?.["deployment.kubernetes.io/revision"]).toBe("1");
    expect(web.deployment().status).toMatchObject({
      replicas: 2,
      updatedReplicas: 2,
      readyReplicas: 2,
      availableReplicas: 2,
      observedGeneration: 1,
    });
    expect(web.condition("Available")).toBe("True MinimumReplicasAvailable");
    expect(web.condition("Progressing")).toBe("True NewReplicaSetAvailable");
    const progressing = web.deployment().status?.conditions?.find(({ type }) => type === "Progressing");
    expect(progressing?.message).toBe(`ReplicaSet "web-${hash}" has successfully progressed.`);
  });

  it("rolls within maxSurge and maxUnavailable, step by step", async () => {
    const strategy = { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } } as const;
    await using web = await start(makeDeployment(4, { strategy }));
    await web.rounds(2);
    await web.setImage(2);
    // 5 pods at most, 3 available at least.
    expect(web.sizes()).toEqual({ 1: 3, 2: 2 });
    const extremes = { most: 0, least: 9 };
    for (let round = 0; round < 8; round++) {
      await web.rounds(1);
      const pods = web.api.list(resources.pods).filter(({ metadata }) => metadata.deletionTimestamp === undefined);
      extremes.most = Math.max(extremes.most, pods.length);
      extremes.least = Math.min(extremes.least, web.deployment().status?.availableReplicas ?? 0);
    }
    expect(web.sizes()).toEqual({ 1: 0, 2: 4 });
    expect(extremes.most).toBeLessThanOrEqual(5);
    expect(extremes.least).toBeGreaterThanOrEqual(3);
    expect(web.deployment().metadata.annotations?.["deployment.kubernetes.io/revision"]).toBe("2");
  });

  it("stops at a broken revision, says when the deadline passes, and goes back to the old one", async () => {
    await using web = await start(makeDeployment(4, { progressDeadlineSeconds: 60 }));
    await web.rounds(2);
    await web.setImage("broken");
    await web.rounds(4, image("broken"));
    // 25 % of 4: one more, one fewer.
    expect(web.sizes()).toEqual({ 1: 3, broken: 2 });
    expect(web.condition("Progressing")).toBe("True ReplicaSetUpdated");
    await web.clock.advance(62_000);
    await settle();
    expect(web.condition("Progressing")).toBe("False ProgressDeadlineExceeded");
    expect(web.condition("Available")).toBe("True MinimumReplicasAvailable");
    await web.setImage(1);
    await web.rounds(6);
    expect(web.sizes()).toEqual({ 1: 4, broken: 0 });
    expect(web.condition("Progressing")).toBe("True NewReplicaSetAvailable");
    const first = web.sets().find((set) => set.spec.replicas === 4);
    expect(first?.metadata.annotations).toMatchObject({
      "deployment.kubernetes.io/revision": "3",
      "deployment.kubernetes.io/revision-history": "1",
    });
  });

  it("Recreate waits until the last old pod is gone", async () => {
    await using web = await start(makeDeployment(2, { strategy: { type: "Recreate" } }));
    await web.rounds(2);
    await web.setImage(2);
    expect(web.sizes()).toEqual({ 1: 0 });
    const [pod] = web.api.list(resources.pods);
    web.api.remove(resources.pods, `default/${pod?.metadata.name}`);
    await settle();
    expect(web.sizes()).toEqual({ 1: 0 });
    await web.rounds(3);
    expect(web.sizes()).toEqual({ 1: 0, 2: 2 });
    expect(web.condition("Progressing")).toBe("True NewReplicaSetAvailable");
  });

  it("scales up and down, and in the middle of a rollout by shares", async () => {
    await using web = await start(
      makeDeployment(10, { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 3, maxUnavailable: 2 } } }),
    );
    await web.rounds(2);
    await web.edit({ replicas: 12 });
    await web.rounds(1);
    expect(web.sizes()).toEqual({ 1: 12 });
    await web.edit({ replicas: 10 });
    await web.rounds(2);
    await web.setImage("broken");
    await web.rounds(3, image("broken"));
    expect(web.sizes()).toEqual({ 1: 8, broken: 5 });
    await web.edit({ replicas: 15 });
    // The example of the Kubernetes documentation: 5 more, spread 3 and 2.
    expect(web.sizes()).toEqual({ 1: 11, broken: 7 });
  });

  it("while paused only scales, and rolls out when resumed", async () => {
    await using web = await start(makeDeployment(2));
    await web.rounds(2);
    await web.edit({ paused: true });
    expect(web.condition("Progressing")).toBe("Unknown DeploymentPaused");
    await web.setImage(2);
    await web.edit({ replicas: 3 });
    await web.rounds(2);
    expect(web.sizes()).toEqual({ 1: 3 });
    await web.edit({ paused: false });
    await web.rounds(6);
    expect(web.sizes()).toEqual({ 1: 0, 2: 3 });
    expect(web.condition("Progressing")).toBe("True NewReplicaSetAvailable");
  });

  it("keeps as many old replica sets as it is told", async () => {
    await using web = await start(makeDeployment(1, { revisionHistoryLimit: 1 }));
    for (const version of [2, 3, 4]) {
      await web.rounds(3);
      await web.setImage(version);
    }
    await web.rounds(4);
    expect(web.sizes()).toEqual({ 3: 0, 4: 1 });
  });

  it("shows a replica set's failure to make pods, and that it is over", async () => {
    await using web = await start(makeDeployment(0));
    const stop = web.api.intercept((call) =>
      call.method === "POST" && call.path.includes("/pods?")
        ? statusErrors.forbidden({ group: "", resource: "pods" }, "web-", "exceeded quota: q")
        : undefined,
    );
    await web.edit({ replicas: 2 });
    expect(web.condition("ReplicaFailure")).toBe("True FailedCreate");
    expect(web.sizes()).toEqual({ 1: 2 });
    stop();
    await web.clock.advance(2000);
    await web.rounds(2);
    expect(web.condition("ReplicaFailure")).toBe("none");
    expect(web.condition("Available")).toBe("True MinimumReplicasAvailable");
  });

  it("waits minReadySeconds before it goes on", async () => {
    await using web = await start(makeDeployment(1, { minReadySeconds: 30 }));
    await web.rounds(2);
    expect(web.deployment().status).toMatchObject({ readyReplicas: 1, unavailableReplicas: 1 });
    await web.clock.advance(31_000);
    await settle();
    expect(web.deployment().status).toMatchObject({ availableReplicas: 1 });
  });
});

describe("replicaset-controller", () => {
  const makeSet = (replicas: number): NewObject<ReplicaSet> => ({
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: { name: "rs", namespace: "default" },
    spec: {
      replicas,
      selector: { matchLabels: { app: "rs" } },
      template: { metadata: { labels: { app: "rs" } }, spec: { containers: [{ name: "main", image: image(1) }] } },
    },
  });
  const podNames = (api: FakeApi): readonly string[] =>
    api
      .list(resources.pods)
      .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
      .map(({ metadata }) => metadata.name);

  it("counts a matching orphan as its own and replaces a pod that finished", async () => {
    await using cluster = await startTestCluster(["replicaset-controller"], (api) => {
      api.put(resources.pods, makePod("orphan", { labels: { app: "rs" } }));
      api.put(resources.replicaSets, makeSet(2));
    });
    const { api } = cluster;
    expect(podNames(api)).toHaveLength(2);
    expect(api.get(resources.pods, "default/orphan")?.metadata.ownerReferences).toMatchObject([{ kind: "ReplicaSet" }]);
    api.change(resources.pods, "default/orphan", (pod): Pod => ({ ...pod, status: { phase: "Failed" } }));
    await settle();
    expect(podNames(api)).toHaveLength(3);
    expect(api.get(resources.replicaSets, "default/rs")?.status).toMatchObject({
      replicas: 2,
      fullyLabeledReplicas: 2,
    });
  });

  it("deletes first what serves least", async () => {
    await using cluster = await startTestCluster(["replicaset-controller"], (api) => {
      const ready = (status: "True" | "False") => ({
        phase: "Running" as const,
        conditions: [{ type: "Ready", status }],
      });
      const put = (name: string, nodeName: string | undefined, status: Pod["status"], cost?: string): void => {
        const pod = makePod(name, { labels: { app: "rs" }, ...(nodeName ? { nodeName } : {}) });
        const annotations = cost ? { annotations: { "controller.kubernetes.io/pod-deletion-cost": cost } } : {};
        api.put(resources.pods, {
          ...pod,
          metadata: { ...pod.metadata, ...annotations },
          ...(status ? { status } : {}),
        });
      };
      put("good", "a", ready("True"));
      put("cheap", "b", ready("True"), "-1");
      put("crowded", "c", ready("True"));
      put("crowded-too", "c", ready("True"));
      put("unready", "a", ready("False"));
      put("pending", "a", undefined);
      put("unassigned", undefined, undefined);
      api.put(resources.replicaSets, makeSet(7));
    });
    const { api, clock } = cluster;
    const order: string[] = [];
    for (let size = 6; size > 0; size--) {
      const before = new Set(podNames(api));
      api.change(resources.replicaSets, "default/rs", (set) => ({
        ...set,
        metadata: { ...set.metadata, generation: (set.metadata.generation ?? 0) + 1 },
        spec: { ...set.spec, replicas: size },
      }));
      await clock.advance(20);
      await settle();
      const after = new Set(podNames(api));
      order.push(...[...before].filter((name) => !after.has(name)));
    }
    expect(order.slice(0, 4)).toEqual(["unassigned", "pending", "unready", "cheap"]);
    expect(order[4]).toMatch(/^crowded/);
    expect(podNames(api)).toHaveLength(1);
  });
});
