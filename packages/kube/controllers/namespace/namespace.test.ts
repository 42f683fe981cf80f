import { type KubeObject, type NewObject, type Resource, resources } from "@byocni/kube/client";
import { type FakeApi, settle } from "@byocni/kube/client/testing";
import { describe, expect, it } from "vitest";
import { makePod, startTestCluster } from "../testing/index.ts";

const names = ["namespace-controller", "serviceaccount-controller", "root-ca-certificate-publisher"];
const widgets: Resource = { group: "example.com", version: "v1", resource: "widgets" };

const namespace = (name: string) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
const inside = (
  kind: string,
  apiVersion: string,
  name: string,
  finalizers?: readonly string[],
): NewObject<KubeObject> => ({
  apiVersion,
  kind,
  metadata: { name, namespace: "team", ...(finalizers ? { finalizers } : {}) },
});
const conditionsOf = (api: FakeApi): readonly string[] =>
  (api.get(resources.namespaces, "team")?.status?.conditions ?? [])
    .filter(({ status }) => status === "True")
    .map(({ reason, message }) => `${reason}: ${message}`);

describe("namespace controllers", () => {
  it("give every namespace its default service account and CA bundle, and give them again", async () => {
    await using cluster = await startTestCluster(names, (api) => void api.put(resources.namespaces, namespace("a")), {
      rootCertificate: "PEM",
    });
    const { api } = cluster;
    api.put(resources.namespaces, namespace("b"));
    await settle();
    const keys = (resource: Resource): readonly string[] =>
      api.list(resource).map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
    expect(keys(resources.serviceAccounts)).toEqual(["a/default", "b/default"]);
    expect(keys(resources.configMaps)).toEqual(["a/kube-root-ca.crt", "b/kube-root-ca.crt"]);
    expect(api.get(resources.configMaps, "a/kube-root-ca.crt")?.data).toEqual({ "ca.crt": "PEM" });
    api.remove(resources.serviceAccounts, "a/default");
    api.remove(resources.configMaps, "a/kube-root-ca.crt");
    api.change(resources.configMaps, "b/kube-root-ca.crt", (map) => ({ ...map, data: { x: "y" } }));
    await settle();
    expect(keys(resources.serviceAccounts)).toEqual(["b/default", "a/default"]);
    expect(api.get(resources.configMaps, "a/kube-root-ca.crt")?.data).toEqual({ "ca.crt": "PEM" });
    expect(api.get(resources.configMaps, "b/kube-root-ca.crt")?.data).toEqual({ "ca.crt": "PEM" });
  });

  it("empty a namespace that is deleted, of every kind, and let it go; others are left alone", async () => {
    await using cluster = await startTestCluster(names, (api) => {
      for (const name of ["team", "other"]) api.put(resources.namespaces, namespace(name));
      api.put(resources.configMaps, inside("ConfigMap", "v1", "c"));
      api.put(widgets, inside("Widget", "example.com/v1", "w"));
      api.put(resources.pods, makePod("p"));
    });
    const { api } = cluster;
    await api.client.delete({ ...resources.namespaces, name: "team" });
    await settle();
    expect(api.list(resources.namespaces).map(({ metadata }) => metadata.name)).toEqual(["other"]);
    expect(api.list(resources.configMaps)).toEqual([]);
    expect(api.list(widgets)).toEqual([]);
    expect(api.list(resources.serviceAccounts).map(({ metadata }) => metadata.namespace)).toEqual(["other"]);
    expect(api.list(resources.pods)).toHaveLength(1);
  });

  it("wait for running pods before they touch the rest, and say so", async () => {
    await using cluster = await startTestCluster(names, (api) => {
      api.put(resources.namespaces, namespace("team"));
      api.put(resources.configMaps, inside("ConfigMap", "v1", "c"));
      const pod = makePod("p", { nodeName: "n" });
      api.put(resources.pods, { ...pod, metadata: { ...pod.metadata, namespace: "team" } });
    });
    const { api } = cluster;
    await api.client.delete({ ...resources.namespaces, name: "team" });
    await settle();
    expect(conditionsOf(api)).toEqual([
      "SomeResourcesRemain: Some resources are remaining: pods. has 1 resource instances",
    ]);
    expect(api.list(resources.configMaps)).toHaveLength(1);
    api.remove(resources.pods, "team/p");
    await settle();
    expect(api.list(resources.namespaces)).toEqual([]);
    expect(api.list(resources.configMaps)).toEqual([]);
  });

  it("wait for finalizers that others hold, and say so", async () => {
    await using cluster = await startTestCluster(names, (api) => {
      api.put(resources.namespaces, namespace("team"));
      api.put(widgets, inside("Widget", "example.com/v1", "w", ["example.com/keep"]));
    });
    const { api, clock } = cluster;
    await api.client.delete({ ...resources.namespaces, name: "team" });
    await settle();
    expect(conditionsOf(api)).toEqual([
      "SomeResourcesRemain: Some resources are remaining: widgets.example.com has 1 resource instances",
      "SomeFinalizersRemain: Some content in the namespace has finalizers remaining: example.com/keep in 1 resource instances",
    ]);
    await api.client.patch({ ...widgets, namespace: "team", name: "w" }, { metadata: { finalizers: null } }, "merge");
    await clock.advance(1100);
    await settle();
    expect(api.list(resources.namespaces)).toEqual([]);
  });
});
