import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ContainerLog, PodAccess } from "../connect/pod-access.ts";
import { createTestApi, type TestApi } from "../testing/index.ts";

const lines = [
  { time: "2025-12-31T23:59:00Z", text: "old" },
  { time: "2025-12-31T23:59:59.5Z", text: "one" },
  { time: "2026-01-01T00:00:00Z", text: "two" },
];
const podAccess: PodAccess = {
  exec: async () => 0,
  reach: async (node) => {
    if (node === "lost") throw new Error("No agent available");
  },
  logs: async ({ container }, { follow, previous }): Promise<ContainerLog> => {
    if (container === "broken") throw new Error("connection refused");
    if (previous) return { lines: [{ time: "2025-12-31T00:00:00Z", text: "before" }] };
    return { lines, ...(follow ? { more: more() } : {}) };
  },
};
async function* more() {
  yield { time: "2026-01-01T00:00:01Z", text: "three" };
}

const pods = "/api/v1/namespaces/default/pods";
let api: TestApi;
beforeEach(async () => {
  api = await createTestApi({ podAccess });
  await api.send("POST", "/api/v1/namespaces/default/serviceaccounts", { metadata: { name: "default" } });
  const containers = ["c", "broken", "waiting"].map((name) => ({ name, image: "i" }));
  await api.send("POST", pods, { metadata: { name: "p" }, spec: { nodeName: "n", containers } });
  const status = (name: string, state: object, more: object = {}) => ({
    name,
    image: "i",
    imageID: "",
    ready: true,
    restartCount: 0,
    state,
    ...more,
  });
  await api.send(
    "PATCH",
    `${pods}/p/status`,
    {
      status: {
        containerStatuses: [
          status("c", { running: {} }, { lastState: { terminated: { exitCode: 1 } } }),
          status("broken", { running: {} }),
          status("waiting", { waiting: { reason: "ContainerCreating" } }),
        ],
      },
    },
    { "content-type": "application/merge-patch+json" },
  );
});
afterEach(() => api.close());

async function log(query: string) {
  const reply = await api.call({ method: "GET", path: `${pods}/p/log?${query}` });
  return [reply.status, await reply.text()];
}

describe("pods/log", () => {
  it.each([
    ["container=c", "old\none\ntwo\n"],
    ["container=c&tailLines=1", "two\n"],
    ["container=c&tailLines=0", ""],
    ["container=c&sinceSeconds=5", "one\ntwo\n"],
    ["container=c&sinceTime=2026-01-01T00:00:00Z", "two\n"],
    ["container=c&timestamps=true&tailLines=1", "2026-01-01T00:00:00Z two\n"],
    ["container=c&limitBytes=6", "old\non"],
    ["container=c&follow=true&tailLines=1", "two\nthree\n"],
    ["container=c&previous=true", "before\n"],
  ])("%s", async (query, text) => expect(await log(query)).toEqual([200, text]));

  it.each([
    ["", 400, "a container name must be specified for pod p, choose one of: [c broken waiting]"],
    ["container=x", 400, "container x is not valid for pod p"],
    ["container=waiting", 400, 'container \\"waiting\\" in pod \\"p\\" is waiting to start: ContainerCreating'],
    ["container=broken&previous=true", 400, 'previous terminated container \\"broken\\" in pod \\"p\\" not found'],
    ["container=broken", 500, "Internal error occurred: connection refused"],
    ["container=c&tailLines=-1", 422, "must be greater than or equal to 0"],
    ["container=c&sinceSeconds=1&sinceTime=2026-01-01T00:00:00Z", 422, "at most one of"],
  ])("refuses %j", async (query, code, text) => {
    const [status, body] = await log(query);
    expect(status).toBe(code);
    expect(body).toContain(text);
  });

  describe("of a node that cannot be reached", () => {
    beforeEach(async () => {
      const lost = {
        metadata: { name: "lost" },
        status: { addresses: [{ type: "InternalIP", address: "10.224.0.9" }] },
      };
      await api.send("POST", "/api/v1/nodes", lost);
      await api.send("POST", pods, {
        metadata: { name: "far" },
        spec: { nodeName: "lost", containers: [{ name: "c", image: "i" }] },
      });
      const containerStatuses = [
        { name: "c", image: "i", imageID: "", ready: true, restartCount: 0, state: { running: {} } },
      ];
      const merge = { "content-type": "application/merge-patch+json" };
      await api.send("PATCH", `${pods}/far/status`, { status: { containerStatuses } }, merge);
    });
    const spdy = { connection: "upgrade", upgrade: "SPDY/3.1", "x-stream-protocol-version": "v4.channel.k8s.io" };

    it.each([
      [
        "log?follow=true&container=c",
        {},
        'Get "https://10.224.0.9:10250/containerLogs/default/far/c?follow=true": No agent available',
      ],
      ["exec?command=ls&stdout=true", spdy, "error dialing backend: No agent available"],
      ["portforward", spdy, "error dialing backend: No agent available"],
    ])("%s", async (path, headers, message) => {
      const { status, body } = await api.send("GET", `${pods}/far/${path}`, undefined, headers);
      expect([status, body["reason"], body["message"]]).toEqual([500, undefined, message]);
    });
  });

  it.each(["attach?container=c", "portforward"])("says of %s that this cluster does not do it", async (path) => {
    const { status, body } = await api.send("GET", `${pods}/p/${path}`);
    expect([status, body["reason"]]).toEqual([501, "NotImplemented"]);
  });
});
