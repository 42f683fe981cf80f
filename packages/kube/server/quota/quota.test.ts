import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../testing/index.ts";

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi();
  await api.send("POST", "/api/v1/namespaces/default/serviceaccounts", { metadata: { name: "default" } });
});
afterEach(() => api.close());

const path = (plural: string) => `/api/v1/namespaces/default/${plural}`;
const pod = (name: string, resources: object = {}, more: object = {}) => ({
  metadata: { name },
  spec: { containers: [{ name: "c", image: "i", resources }], ...more },
});
const quotaStatus = async () => (await api.send("GET", `${path("resourcequotas")}/q`)).body["status"];

async function quota(hard: Record<string, string>, more: object = {}): Promise<void> {
  await api.send("POST", path("resourcequotas"), { metadata: { name: "q" }, spec: { hard, ...more } });
  await expect.poll(quotaStatus).toMatchObject({ hard });
}

describe("resource quotas", () => {
  it("count what there is, let in what fits, and give back what goes", async () => {
    await api.send("POST", path("pods"), pod("a"));
    await quota({ pods: "2", "count/configmaps": "1" });
    expect(await quotaStatus()).toMatchObject({ used: { pods: "1", "count/configmaps": "0" } });
    const replies = await Promise.all(["b", "c", "d"].map((name) => api.send("POST", path("pods"), pod(name))));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 403, 403]);
    expect(replies.find(({ status }) => status === 403)?.body["message"]).toMatch(
      /^pods "[bcd]" is forbidden: exceeded quota: q, requested: pods=1, used: pods=2, limited: pods=2$/,
    );
    await api.send("DELETE", `${path("pods")}/a`);
    await expect.poll(async () => (await quotaStatus())?.["used"]).toMatchObject({ pods: "1" });
    expect((await api.send("POST", path("pods"), pod("e"))).status).toBe(201);
  });

  it("ask for what they limit", async () => {
    await quota({ "limits.cpu": "2", "requests.memory": "1Gi" });
    const silent = await api.send("POST", path("pods"), pod("a"));
    expect(silent.body["message"]).toBe(
      'pods "a" is forbidden: failed quota: q: must specify limits.cpu for: c; requests.memory for: c',
    );
    const fits = await api.send("POST", path("pods"), pod("a", { limits: { cpu: "1500m", memory: "512Mi" } }));
    expect(fits.status).toBe(201);
    expect(await quotaStatus()).toMatchObject({ used: { "limits.cpu": "1500m", "requests.memory": "512Mi" } });
    const over = await api.send("POST", path("pods"), pod("b", { limits: { cpu: "1", memory: "1Mi" } }));
    expect(over.body["message"]).toContain("requested: limits.cpu=1, used: limits.cpu=1500m, limited: limits.cpu=2");
  });

  it("see only what their scopes are about", async () => {
    await quota({ pods: "0" }, { scopes: ["BestEffort"] });
    expect((await api.send("POST", path("pods"), pod("a"))).status).toBe(403);
    expect((await api.send("POST", path("pods"), pod("b", { requests: { cpu: "1" } }))).status).toBe(201);
  });

  it("count services by what they take", async () => {
    await quota({ "services.loadbalancers": "0", "services.nodeports": "1" });
    const service = (type: string) => ({
      metadata: { name: type.toLowerCase() },
      spec: { type, ports: [{ port: 80 }] },
    });
    expect((await api.send("POST", path("services"), service("LoadBalancer"))).status).toBe(403);
    expect((await api.send("POST", path("services"), service("NodePort"))).status).toBe(201);
    expect((await api.send("POST", path("services"), service("ClusterIP"))).status).toBe(201);
  });
});

describe("limit ranges", () => {
  const range = (limits: object[]) =>
    api.send("POST", path("limitranges"), { metadata: { name: "l" }, spec: { limits } });

  it("fill in what containers leave out", async () => {
    await range([{ type: "Container", default: { cpu: "500m" }, defaultRequest: { cpu: "100m", memory: "64Mi" } }]);
    const { body } = await api.send("POST", path("pods"), pod("a", { requests: { memory: "1Mi" } }));
    expect(body).toMatchObject({
      metadata: {
        annotations: {
          "kubernetes.io/limit-ranger":
            "LimitRanger plugin set: cpu request for container c; cpu limit for container c",
        },
      },
      spec: { containers: [{ resources: { limits: { cpu: "500m" }, requests: { cpu: "100m", memory: "1Mi" } } }] },
    });
  });

  it.each<[object, object, string]>([
    [
      { type: "Container", min: { cpu: "100m" } },
      { requests: { cpu: "50m" } },
      "minimum cpu usage per Container is 100m, but request is 50m",
    ],
    [{ type: "Pod", max: { memory: "1Gi" } }, {}, "maximum memory usage per Pod is 1Gi. No limit is specified"],
    [{ type: "Pod", max: { cpu: "1" } }, { limits: { cpu: "2" } }, "maximum cpu usage per Pod is 1, but limit is 2"],
    [
      { type: "Pod", maxLimitRequestRatio: { cpu: "2" } },
      { requests: { cpu: "1" }, limits: { cpu: "3" } },
      "cpu max limit to request ratio per Pod is 2, but provided ratio is 3.000000",
    ],
  ])("refuse by %j a container with %j", async (item, resources, cause) => {
    await range([item]);
    const { status, body } = await api.send("POST", path("pods"), pod("a", resources));
    expect([status, body["message"]]).toEqual([403, `pods "a" is forbidden: ${cause}`]);
  });
});
