import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../testing/index.ts";
import type { ApiExtension } from "./extension.ts";

const object = (name: string, namespace: string, team: string) => ({
  metadata: { name, namespace, labels: { team } },
  value: name,
});
const all = [object("a", "one", "x"), object("b", "one", "y"), object("c", "two", "x")];
const extension: ApiExtension = {
  group: "metrics.example",
  version: "v1beta1",
  service: { namespace: "default", name: "meter" },
  resources: [
    {
      plural: "samples",
      singular: "sample",
      kind: "Sample",
      namespaced: true,
      list: async (namespace) => all.filter(({ metadata }) => namespace === "" || metadata.namespace === namespace),
    },
  ],
};

const root = "/apis/metrics.example/v1beta1";
let api: TestApi;
beforeEach(async () => {
  api = await createTestApi({ extensions: [extension] });
});
afterEach(() => api.close());

async function endpoint(ready: boolean): Promise<void> {
  await api.send("POST", "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices", {
    metadata: { name: "meter-1", labels: { "kubernetes.io/service-name": "meter" } },
    addressType: "IPv4",
    endpoints: [{ addresses: ["10.244.0.2"], conditions: { ready } }],
    ports: [],
  });
}
const groups = async (): Promise<readonly string[]> => {
  const { body } = await api.send("GET", "/apis");
  return (body["groups"] as unknown as { readonly name: string }[]).map(({ name }) => name);
};

describe("an extension of the API", () => {
  it.each([[undefined], [false]])("is not served while its service has no endpoint (ready: %s)", async (ready) => {
    if (ready !== undefined) await endpoint(ready);
    expect(await groups()).not.toContain(extension.group);
    const { status, body } = await api.send("GET", `${root}/samples`);
    expect([status, body["message"]]).toEqual([503, "the server is currently unable to handle the request"]);
    expect((await api.send("GET", root)).status).toBe(404);
  });

  it("shows in discovery from then on", async () => {
    expect(await groups()).not.toContain(extension.group);
    await endpoint(true);
    expect(await groups()).toContain(extension.group);
    expect((await api.send("GET", root)).body).toMatchObject({
      groupVersion: "metrics.example/v1beta1",
      resources: [
        { name: "samples", singularName: "sample", namespaced: true, kind: "Sample", verbs: ["get", "list"] },
      ],
    });
  });

  it.each([
    ["samples", ["a", "b", "c"]],
    ["namespaces/one/samples", ["a", "b"]],
    ["samples?labelSelector=team%3Dx", ["a", "c"]],
    ["samples?fieldSelector=metadata.namespace%3Dtwo", ["c"]],
  ])("answers %s", async (path, names) => {
    await endpoint(true);
    const { body } = await api.send("GET", `${root}/${path}`);
    expect(body).toMatchObject({ kind: "SampleList", apiVersion: "metrics.example/v1beta1" });
    const items = body["items"] as unknown as { readonly metadata: { readonly name: string } }[];
    expect(items.map(({ metadata }) => metadata.name)).toEqual(names);
  });

  it.each([
    ["GET", "namespaces/one/samples/a", 200],
    ["GET", "namespaces/one/samples/c", 404],
    ["GET", "namespaces/one/samples/a/status", 404],
    ["GET", "others", 404],
    ["DELETE", "namespaces/one/samples/a", 405],
    ["GET", "samples?fieldSelector=value%3Da", 400],
  ])("%s %s: %i", async (method, path, status) => {
    await endpoint(true);
    expect((await api.send(method, `${root}/${path}`)).status).toBe(status);
  });
});
