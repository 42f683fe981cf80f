import { createFakeClock } from "@byocni/base/core/testing";
import { describe, expect, it } from "vitest";
import { createEventRecorder } from "./event-recorder.ts";
import { resources } from "./resource.ts";
import { createFakeApi } from "./testing/index.ts";

function setUp() {
  const clock = createFakeClock();
  const api = createFakeApi({ clock });
  const recorder = createEventRecorder({ client: api.client, clock, component: "kubelet", host: "n1" });
  const pod = api.put(resources.pods, {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "p", namespace: "ns" },
    spec: { containers: [] },
  });
  const events = () => api.list(resources.events);
  return { clock, recorder, pod, events, api };
}

describe("createEventRecorder", () => {
  it("writes one Event about the object in its namespace", async () => {
    const { recorder, pod, events } = setUp();
    recorder.event(pod, "Warning", "NetworkNotReady", "network is not ready");
    await recorder.flush();
    expect(events()).toHaveLength(1);
    expect(events()[0]).toMatchObject({
      metadata: { namespace: "ns", name: expect.stringMatching(/^p\.[0-9a-f]{16}$/) as string },
      involvedObject: { kind: "Pod", name: "p", namespace: "ns", uid: pod.metadata.uid, apiVersion: "v1" },
      reason: "NetworkNotReady",
      type: "Warning",
      count: 1,
      source: { component: "kubelet", host: "n1" },
      firstTimestamp: "2026-01-01T00:00:00Z",
      lastTimestamp: "2026-01-01T00:00:00Z",
    });
  });

  it("counts an equal event instead of writing it again, and writes it anew when the first is gone", async () => {
    const { clock, recorder, pod, events, api } = setUp();
    recorder.event(pod, "Normal", "Pulled", "pulled");
    await recorder.flush();
    await clock.advance(60_000);
    recorder.event(pod, "Normal", "Pulled", "pulled");
    await recorder.flush();
    expect(events().map((event) => [event.count, event.firstTimestamp, event.lastTimestamp])).toEqual([
      [2, "2026-01-01T00:00:00Z", "2026-01-01T00:01:00Z"],
    ]);
    api.remove(resources.events, `ns/${events()[0]?.metadata.name ?? ""}`);
    recorder.event(pod, "Normal", "Pulled", "pulled");
    await recorder.flush();
    expect(events().map((event) => event.count)).toEqual([1]);
  });

  it("combines similar events from the tenth message on", async () => {
    const { recorder, pod, events } = setUp();
    for (let number = 1; number <= 12; number++) recorder.event(pod, "Normal", "Pulled", `image ${number}`);
    await recorder.flush();
    expect(events()).toHaveLength(10);
    expect(events().at(-1)).toMatchObject({ message: "(combined from similar events): image 12", count: 3 });
  });

  it("cuts a flood about one object after 25 and gives it one more event each 5 minutes", async () => {
    const { clock, recorder, pod, events } = setUp();
    const total = (): number => events().reduce((sum, event) => sum + (event.count ?? 0), 0);
    for (let number = 0; number < 40; number++) recorder.event(pod, "Normal", "Same", "same");
    await recorder.flush();
    expect(total()).toBe(25);
    await clock.advance(300_000);
    for (let number = 0; number < 5; number++) recorder.event(pod, "Normal", "Same", "same");
    await recorder.flush();
    expect(total()).toBe(26);
  });

  it("about a cluster object goes to the namespace default", async () => {
    const { recorder, events } = setUp();
    recorder.event({ kind: "Node", name: "n1", uid: "n1" }, "Normal", "Starting", "");
    await recorder.flush();
    expect(events()[0]?.metadata.namespace).toBe("default");
  });
});
