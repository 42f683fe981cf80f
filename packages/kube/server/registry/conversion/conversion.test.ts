import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../../testing/index.ts";

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi();
});
afterEach(() => api.close());

describe("events", () => {
  it("are the same in both groups, when read, listed and watched", async () => {
    const path = "/apis/events.k8s.io/v1/namespaces/default/events";
    const watched = api.watch("/api/v1/namespaces/default/events?watch=1&fieldSelector=involvedObject.name%3Dp", 1);
    const made = await api.send("POST", path, {
      metadata: { name: "e" },
      regarding: { kind: "Pod", name: "p", namespace: "default" },
      note: "text",
      reason: "Scheduled",
      type: "Normal",
      action: "Binding",
      eventTime: "2026-01-01T00:00:00.000000Z",
      reportingController: "scheduler",
      reportingInstance: "s-1",
    });
    expect([made.status, made.body["apiVersion"]]).toEqual([201, "events.k8s.io/v1"]);
    const core = await api.send("GET", "/api/v1/namespaces/default/events/e");
    expect(core.body).toMatchObject({
      apiVersion: "v1",
      involvedObject: { kind: "Pod", name: "p" },
      message: "text",
      reportingComponent: "scheduler",
    });
    expect(await watched).toMatchObject([{ type: "ADDED", object: { apiVersion: "v1", message: "text" } }]);
    const listed = await api.send("GET", path);
    expect(listed.body).toMatchObject({
      kind: "EventList",
      items: [{ apiVersion: "events.k8s.io/v1", note: "text", regarding: { name: "p" } }],
    });
  });
});

describe("autoscalers", () => {
  it("show in v1 the CPU target, and keep the rest in annotations both ways", async () => {
    const path = (version: string) => `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers`;
    const resource = (name: string) => ({
      type: "Resource",
      resource: { name, target: { type: "Utilization", averageUtilization: 50 } },
    });
    const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "d" };
    const made = await api.send("POST", path("v2"), {
      metadata: { name: "a" },
      spec: { scaleTargetRef, maxReplicas: 3, metrics: [resource("memory"), resource("cpu")] },
    });
    expect(made.status).toBe(201);
    const old = await api.send("GET", `${path("v1")}/a`);
    expect(old.body["spec"]).toMatchObject({ targetCPUUtilizationPercentage: 50, maxReplicas: 3 });
    expect(JSON.stringify(old.body["metadata"]?.["annotations"])).toContain("memory");
    await api.send(
      "PATCH",
      `${path("v1")}/a`,
      { spec: { maxReplicas: 5 } },
      {
        "content-type": "application/merge-patch+json",
      },
    );
    const again = await api.send("GET", `${path("v2")}/a`);
    expect(again.body["spec"]).toMatchObject({ maxReplicas: 5, metrics: [resource("memory"), resource("cpu")] });
    expect(again.body["metadata"]).not.toHaveProperty("annotations");
  });
});
