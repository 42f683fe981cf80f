import { createSeededRandom, type FakeClock } from "@byocni/base/core/testing";
import { type HttpCaller, inProcessCaller } from "@byocni/base/http";
import {
  createKubeClient,
  type DaemonSet,
  type Deployment,
  type KubeClient,
  type KubeObject,
  type NewObject,
  type Resource,
  resources,
} from "@byocni/kube/client";
import { settle } from "@byocni/kube/client/testing";
import { createTestApi } from "@byocni/kube/server/testing";
import { describe, expect, it } from "vitest";
import { type RunningControllers, startControllers } from "./start-controllers.ts";
import { makeNode } from "./testing/index.ts";

/** All controllers on the real API server. */
async function startCluster() {
  const api = await createTestApi();
  const clock: FakeClock = api.clock;
  const caller: HttpCaller = inProcessCaller(api.server.handler, { user: "admin", groups: ["system:masters"] });
  const client = createKubeClient(caller);
  const problems: string[] = [];
  const logger = {
    debug: () => {},
    info: () => {},
    warn: (text: string, fields?: object) =>
      void problems.push(
        `${text} ${JSON.stringify(fields)} ${String((fields as { error?: unknown } | undefined)?.error)}`,
      ),
    error: (text: string) => void problems.push(text),
    with: () => logger,
  };
  const start = (seed: number): RunningControllers =>
    startControllers({
      caller,
      clock,
      logger,
      random: createSeededRandom(seed),
      settings: { rootCertificate: "PEM" },
    });
  let running = start(3);
  await running.synced;
  const list = async <T extends KubeObject>(resource: Resource<T>): Promise<readonly T[]> =>
    (await client.list(resource)).items;
  return {
    api,
    clock,
    client,
    list,
    problems,
    /** Ends the controllers and starts others, as an engine that is started again does. */
    async restart(): Promise<void> {
      await running.close();
      running = start(4);
      await running.synced;
    },
    /** Lets the controllers work until nothing more happens; small delays of theirs pass. */
    async quiet(): Promise<void> {
      for (let round = 0; round < 10; round++) {
        await settle(40);
        await clock.advance(30);
      }
    },
    /** Kubelets: bound pods come up, pods that are deleted go. */
    async kubelets(): Promise<void> {
      const now = new Date(clock.now()).toISOString().replace(/\.\d+Z$/, "Z");
      for (const pod of await list(resources.pods)) {
        const ref = { ...resources.pods, namespace: pod.metadata.namespace ?? "", name: pod.metadata.name };
        if (pod.metadata.deletionTimestamp !== undefined) await client.delete(ref, { gracePeriodSeconds: 0 });
        else if (pod.spec.nodeName && pod.status?.phase === "Pending") {
          const conditions = [{ type: "Ready", status: "True", lastTransitionTime: now }];
          const status = { phase: "Running", podIP: "10.244.0.9", podIPs: [{ ip: "10.244.0.9" }], conditions };
          await client.patch(ref, { status }, "strategic", { subresource: "status" });
        }
      }
    },
    async [Symbol.asyncDispose]() {
      await running.close();
      await api.close();
    },
  };
}

async function addNode(client: KubeClient, name: string, ready: "True" | "False" = "True"): Promise<void> {
  const node = makeNode(name);
  await client.create(resources.nodes, { ...node, spec: {} });
  const status = { ...node.status, conditions: [{ type: "Ready", status: ready }] };
  await client.patch({ ...resources.nodes, name }, { status }, "merge", { subresource: "status" });
}

const template = (app: string, more: object = {}) => ({
  metadata: { labels: { app } },
  spec: { containers: [{ name: "main", image: "example.com/app:1" }], ...more },
});
const daemonSet = (name: string, more: object = {}): NewObject<DaemonSet> => ({
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  metadata: { name, namespace: "default" },
  spec: { selector: { matchLabels: { app: name } }, template: template(name, more) },
});
const deployment = (name: string, replicas: number): NewObject<Deployment> => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name, namespace: "default" },
  spec: { replicas, selector: { matchLabels: { app: name } }, template: template(name) },
});

describe("controllers on the API server", () => {
  it("bring up daemon sets on NotReady nodes, and the rest when the nodes are Ready", async () => {
    await using cluster = await startCluster();
    const { client, list } = cluster;
    for (const name of ["a", "b"]) await addNode(client, name, "False");
    await client.create(
      resources.daemonSets,
      daemonSet("cni", { hostNetwork: true, tolerations: [{ operator: "Exists" }] }),
    );
    await client.create(resources.deployments, deployment("web", 3));
    await cluster.quiet();
    const placed = async (app: string): Promise<readonly (string | undefined)[]> =>
      (await list(resources.pods))
        .filter(({ metadata }) => metadata.labels?.["app"] === app)
        .map(({ spec }) => spec.nodeName);
    expect((await placed("cni")).toSorted()).toEqual(["a", "b"]);
    expect(await placed("web")).toEqual([undefined, undefined, undefined]);
    const events = (await list(resources.events)).filter(({ reason }) => reason === "FailedScheduling");
    expect(events.map(({ message }) => message)).toContain(
      "0/2 nodes are available: 2 node(s) had untolerated taint {node.kubernetes.io/not-ready: }. " +
        "preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.",
    );
    await cluster.kubelets();
    for (const name of ["a", "b"]) {
      const status = { conditions: [{ type: "Ready", status: "True" }] };
      await client.patch({ ...resources.nodes, name }, { status }, "strategic", { subresource: "status" });
    }
    await cluster.quiet();
    expect((await placed("web")).every((node) => node !== undefined)).toBe(true);
    await cluster.kubelets();
    await cluster.quiet();
    const web = await client.get({ ...resources.deployments, namespace: "default", name: "web" });
    expect(web.status).toMatchObject({ replicas: 3, readyReplicas: 3, availableReplicas: 3, updatedReplicas: 3 });
    expect(web.metadata.annotations).toMatchObject({ "deployment.kubernetes.io/revision": "1" });
    const cni = await client.get({ ...resources.daemonSets, namespace: "default", name: "cni" });
    expect(cni.status).toMatchObject({ desiredNumberScheduled: 2, numberReady: 2, numberAvailable: 2 });
    expect(cluster.problems).toEqual([]);
  });

  it("roll out a change and undo it", async () => {
    await using cluster = await startCluster();
    const { client, list } = cluster;
    await addNode(client, "a");
    await client.create(resources.deployments, deployment("web", 2));
    const rounds = async (): Promise<void> => {
      for (let count = 0; count < 5; count++) {
        await cluster.quiet();
        await cluster.kubelets();
      }
      await cluster.quiet();
    };
    await rounds();
    const ref = { ...resources.deployments, namespace: "default", name: "web" };
    const setImage = (image: string) =>
      client.patch(ref, { spec: { template: { spec: { containers: [{ name: "main", image }] } } } }, "strategic");
    await setImage("example.com/app:2");
    await rounds();
    const sizes = async (): Promise<readonly (number | undefined)[]> =>
      (await list(resources.replicaSets)).map(({ spec }) => spec.replicas).toSorted();
    expect(await sizes()).toEqual([0, 2]);
    await setImage("example.com/app:1");
    await rounds();
    const web = await client.get(ref);
    expect(web.metadata.annotations?.["deployment.kubernetes.io/revision"]).toBe("3");
    expect(web.status).toMatchObject({ replicas: 2, availableReplicas: 2, updatedReplicas: 2 });
    expect(cluster.problems).toEqual([]);
  });

  it("delete all below a deployment, and empty a namespace", async () => {
    await using cluster = await startCluster();
    const { client, list } = cluster;
    await addNode(client, "a");
    await client.create(resources.namespaces, { apiVersion: "v1", kind: "Namespace", metadata: { name: "team" } });
    await cluster.quiet();
    expect((await list(resources.serviceAccounts)).map(({ metadata }) => metadata.namespace)).toContain("team");
    const wanted = deployment("web", 2);
    for (const namespace of ["default", "team"]) {
      await client.create(resources.deployments, { ...wanted, metadata: { ...wanted.metadata, namespace } });
    }
    await cluster.quiet();
    await cluster.kubelets();
    expect(await list(resources.pods)).toHaveLength(4);
    await client.delete({ ...resources.deployments, namespace: "default", name: "web" });
    await client.delete({ ...resources.namespaces, name: "team" });
    for (let count = 0; count < 4; count++) {
      await cluster.quiet();
      await cluster.kubelets();
    }
    await cluster.clock.advance(3000);
    await cluster.quiet();
    expect(await list(resources.replicaSets)).toEqual([]);
    expect(await list(resources.pods)).toEqual([]);
    expect((await list(resources.namespaces)).map(({ metadata }) => metadata.name)).not.toContain("team");
    expect(cluster.problems).toEqual([]);
  });

  it("run stateful sets, jobs, cron jobs, services and budgets, and then are quiet", async () => {
    await using cluster = await startCluster();
    const { client, list } = cluster;
    await addNode(client, "a");
    const metadata = (name: string) => ({ name, namespace: "default" });
    await client.create(resources.services, {
      apiVersion: "v1",
      kind: "Service",
      metadata: metadata("web"),
      spec: { selector: { app: "web" }, ports: [{ port: 80 }] },
    });
    await client.create(resources.deployments, deployment("web", 2));
    await client.create(resources.podDisruptionBudgets, {
      apiVersion: "policy/v1",
      kind: "PodDisruptionBudget",
      metadata: metadata("web"),
      spec: { maxUnavailable: 1, selector: { matchLabels: { app: "web" } } },
    });
    await client.create(resources.statefulSets, {
      apiVersion: "apps/v1",
      kind: "StatefulSet",
      metadata: metadata("db"),
      spec: { replicas: 2, serviceName: "db", selector: { matchLabels: { app: "db" } }, template: template("db") },
    });
    const work = { template: template("work", { restartPolicy: "Never" }) };
    await client.create(resources.jobs, {
      apiVersion: "batch/v1",
      kind: "Job",
      metadata: metadata("once"),
      spec: work,
    });
    await client.create(resources.cronJobs, {
      apiVersion: "batch/v1",
      kind: "CronJob",
      metadata: metadata("often"),
      spec: { schedule: "*/5 * * * *", jobTemplate: { spec: work } },
    });
    for (let count = 0; count < 4; count++) {
      await cluster.quiet();
      await cluster.kubelets();
    }
    await cluster.quiet();
    const web = await client.get({ ...resources.endpoints, namespace: "default", name: "web" });
    expect(web.subsets?.[0]?.addresses).toHaveLength(2);
    const slices = (await list(resources.endpointSlices)).filter(
      ({ metadata: { labels } }) => labels?.["kubernetes.io/service-name"] === "web",
    );
    expect(slices.flatMap(({ endpoints }) => endpoints ?? [])).toHaveLength(2);
    const db = await client.get({ ...resources.statefulSets, namespace: "default", name: "db" });
    expect(db.status).toMatchObject({ replicas: 2, readyReplicas: 2, availableReplicas: 2, updatedReplicas: 2 });
    const budget = await client.get({ ...resources.podDisruptionBudgets, namespace: "default", name: "web" });
    expect(budget.status).toMatchObject({
      disruptionsAllowed: 1,
      expectedPods: 2,
      currentHealthy: 2,
      desiredHealthy: 1,
    });

    const [pod] = (await list(resources.pods)).filter(({ metadata: { labels } }) => labels?.["job-name"] === "once");
    const ref = { ...resources.pods, namespace: "default", name: pod?.metadata.name ?? "" };
    await client.patch(ref, { status: { phase: "Succeeded" } }, "strategic", { subresource: "status" });
    await cluster.quiet();
    const once = await client.get({ ...resources.jobs, namespace: "default", name: "once" });
    expect(once.status).toMatchObject({ succeeded: 1 });
    expect((await client.get(ref)).metadata.finalizers ?? []).toEqual([]);

    await cluster.clock.advance(300_000);
    const status = { conditions: [{ type: "Ready", status: "True", lastHeartbeatTime: "2026-01-01T00:05:00Z" }] };
    await client.patch({ ...resources.nodes, name: "a" }, { status }, "strategic", { subresource: "status" });
    await cluster.quiet();
    expect((await list(resources.jobs)).filter(({ metadata: { name } }) => name.startsWith("often-"))).toHaveLength(1);
    await cluster.kubelets();
    await cluster.quiet();

    // Nothing that a controller writes makes it write again.
    const before = await cluster.api.store.revision();
    await cluster.quiet();
    expect(await cluster.api.store.revision()).toBe(before);
    // Nor does a restart.
    await cluster.restart();
    await cluster.quiet();
    expect(await cluster.api.store.revision()).toBe(before);
    expect(cluster.problems).toEqual([]);
  });

  it("collect what custom resources own, and empty namespaces of them", async () => {
    await using cluster = await startCluster();
    const { client, list } = cluster;
    const definitions: Resource = {
      group: "apiextensions.k8s.io",
      version: "v1",
      resource: "customresourcedefinitions",
    };
    const definition = {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "widgets.example.com" },
      spec: {
        group: "example.com",
        scope: "Namespaced",
        names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
      },
    };
    await client.create(definitions, definition);
    await client.create(resources.namespaces, { apiVersion: "v1", kind: "Namespace", metadata: { name: "team" } });
    await cluster.quiet();
    const widgets: Resource = { group: "example.com", version: "v1", resource: "widgets", namespace: "team" };
    const make = async (name: string): Promise<void> => {
      const widget = await client.create(widgets, { apiVersion: "example.com/v1", kind: "Widget", metadata: { name } });
      const owner = { apiVersion: "example.com/v1", kind: "Widget", name, uid: widget.metadata.uid ?? "" };
      await client.create(
        { ...resources.configMaps, namespace: "team" },
        { apiVersion: "v1", kind: "ConfigMap", metadata: { name, ownerReferences: [owner] } },
      );
    };
    await make("first");
    await make("second");
    await cluster.quiet();
    const maps = async (): Promise<readonly string[]> =>
      (await list(resources.configMaps)).flatMap(({ metadata: { name, namespace } }) =>
        namespace === "team" && name !== "kube-root-ca.crt" ? [name] : [],
      );
    expect(await maps()).toEqual(["first", "second"]);
    await client.delete({ ...widgets, name: "first" });
    await cluster.quiet();
    expect(await maps()).toEqual(["second"]);
    await client.delete({ ...resources.namespaces, name: "team" });
    await cluster.quiet();
    expect((await list(resources.namespaces)).map(({ metadata }) => metadata.name)).not.toContain("team");
    await client.delete({ ...definitions, name: "widgets.example.com" });
    await cluster.quiet();
    expect(await list(definitions)).toEqual([]);
    expect(cluster.problems).toEqual([]);
  });
});
