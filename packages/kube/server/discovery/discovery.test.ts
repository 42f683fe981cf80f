import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestApi, type JsonAny, type TestApi } from "../testing/index.ts";
import { compareVersions } from "./version-order.ts";

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi();
});
afterEach(() => api.close());

const list = (value: JsonAny | undefined): JsonAny[] => value as unknown as JsonAny[];

describe("discovery", () => {
  it("tells everything at once to those who ask for it so", async () => {
    const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json";
    const first = await api.send("GET", "/apis", undefined, { accept });
    expect(first.headers["content-type"]).toBe("application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList");
    const apps = list(first.body["items"]).find((item) => item["metadata"]?.["name"] === ("apps" as unknown));
    const deployments = list(list(apps?.["versions"])[0]?.["resources"]).find(
      (item) => item["resource"] === ("deployments" as unknown),
    );
    expect(deployments).toMatchObject({
      responseKind: { group: "apps", version: "v1", kind: "Deployment" },
      scope: "Namespaced",
      singularResource: "deployment",
      shortNames: ["deploy"],
      categories: ["all"],
      subresources: [
        { subresource: "scale", responseKind: { group: "autoscaling", version: "v1", kind: "Scale" } },
        { subresource: "status", verbs: ["get", "patch", "update"] },
      ],
    });
    const again = await api.call({
      method: "GET",
      path: "/apis",
      headers: { accept, "if-none-match": first.headers["etag"] ?? "" },
    });
    expect(again.status).toBe(304);
    const core = await api.send("GET", "/api", undefined, { accept });
    expect(list(core.body["items"])).toHaveLength(1);
  });

  it("tells step by step to the others", async () => {
    expect((await api.send("GET", "/api")).body).toMatchObject({ kind: "APIVersions", versions: ["v1"] });
    const groups = await api.send("GET", "/apis");
    const autoscaling = list(groups.body["groups"]).find((item) => item["name"] === ("autoscaling" as unknown));
    expect(autoscaling?.["preferredVersion"]).toEqual({ groupVersion: "autoscaling/v2", version: "v2" });
    const resources = await api.send("GET", "/api/v1");
    const names = list(resources.body["resources"]).map((item) => item["name"]);
    expect(names).toEqual(expect.arrayContaining(["pods", "pods/exec", "pods/log", "nodes/status", "namespaces"]));
    for (const path of ["/api/v2", "/apis/nope", "/apis/apps/v9", "/api/v1/nope", "/nope"])
      expect((await api.send("GET", path)).status).toBe(404);
  });

  it("answers for itself", async () => {
    expect((await api.send("GET", "/version")).body).toMatchObject({ gitVersion: "v1.34.0", minor: "34" });
    const ready = await api.call({ method: "GET", path: "/readyz?verbose" });
    expect(await ready.text()).toBe("[+]ping ok\n[+]log ok\n[+]etcd ok\nreadyz check passed\n");
    const live = await api.call({ method: "GET", path: "/livez" });
    expect(await live.text()).toBe("ok");
    expect((await api.call({ method: "GET", path: "/healthz/ping" })).status).toBe(200);
    const index = await api.send("GET", "/openapi/v3");
    const url = String(index.body["paths"]?.["apis/apps/v1"]?.["serverRelativeURL"]);
    expect((await api.send("GET", url)).body).toMatchObject({ openapi: "3.0.0" });
    const stale = await api.call({ method: "GET", path: "/openapi/v3/apis/apps/v1?hash=OLD" });
    expect([stale.status, stale.headers["location"]]).toEqual([301, url]);
  });
});

describe("compareVersions", () => {
  it("puts stable and high versions first", () => {
    const versions = ["v1beta1", "foo", "v10", "v2", "v1alpha2", "v1", "v1beta2", "v11alpha1", "bar"];
    expect(versions.sort(compareVersions)).toEqual([
      "v10",
      "v2",
      "v1",
      "v1beta2",
      "v1beta1",
      "v11alpha1",
      "v1alpha2",
      "bar",
      "foo",
    ]);
  });
});
