import { type KubeObject, type NewObject, type OwnerReference, type Resource, resources } from "@byocni/kube/client";
import { type FakeApi, settle } from "@byocni/kube/client/testing";
import { describe, expect, it } from "vitest";
import { startTestCluster } from "../testing/index.ts";

const only = ["garbage-collector-controller"];
const maps = resources.configMaps;
const widgets: Resource = { group: "example.com", version: "v1", resource: "widgets" };

function ownedBy(owner: KubeObject, more: Partial<OwnerReference> = {}): OwnerReference {
  const { apiVersion = "", kind = "", metadata } = owner;
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid ?? "", ...more };
}
function object(
  kind: string,
  name: string,
  owners: readonly OwnerReference[] = [],
  namespace = "x",
): NewObject<KubeObject> {
  const apiVersion = kind === "Widget" ? "example.com/v1" : "v1";
  return { apiVersion, kind, metadata: { name, namespace, ...(owners.length > 0 ? { ownerReferences: owners } : {}) } };
}
const names = (api: FakeApi, resource: Resource): readonly string[] =>
  api.list(resource).map(({ metadata }) => metadata.name);
const remove = (api: FakeApi, name: string, propagationPolicy: "Background" | "Foreground" | "Orphan") =>
  api.client.delete({ ...widgets, namespace: "x", name }, { propagationPolicy });

/** Widget `top` owns widget `middle`, which owns config map `bottom`. */
async function startChain(blockOwnerDeletion = true) {
  const cluster = await startTestCluster(only, (api) => {
    const top = api.put(widgets, object("Widget", "top"));
    const middle = api.put(widgets, object("Widget", "middle", [ownedBy(top, { blockOwnerDeletion })]));
    api.put(maps, object("ConfigMap", "bottom", [ownedBy(middle, { blockOwnerDeletion })]));
    api.put(maps, object("ConfigMap", "free"));
  });
  await settle();
  return cluster;
}

describe("garbage-collector-controller", () => {
  it("in the background deletes the owner first, then all below it", async () => {
    await using cluster = await startChain();
    const { api } = cluster;
    await remove(api, "top", "Background");
    expect(names(api, widgets)).toEqual(["middle"]);
    await settle();
    expect(names(api, widgets)).toEqual([]);
    expect(names(api, maps)).toEqual(["free"]);
  });

  it("in the foreground keeps the owner until what blocks it is gone", async () => {
    await using cluster = await startChain();
    const { api } = cluster;
    api.change(maps, "x/bottom", (map) => ({
      ...map,
      metadata: { ...map.metadata, finalizers: ["example.com/keep"] },
    }));
    await remove(api, "top", "Foreground");
    await settle(60);
    expect(names(api, widgets)).toEqual(["top", "middle"]);
    expect(api.list(widgets).every(({ metadata }) => metadata.deletionTimestamp !== undefined)).toBe(true);
    await api.client.patch({ ...maps, namespace: "x", name: "bottom" }, { metadata: { finalizers: null } }, "merge");
    await settle(60);
    expect(names(api, widgets)).toEqual([]);
    expect(names(api, maps)).toEqual(["free"]);
  });

  it("in the foreground does not wait for dependents that do not block", async () => {
    await using cluster = await startChain(false);
    const { api } = cluster;
    api.change(widgets, "x/middle", (item) => ({
      ...item,
      metadata: { ...item.metadata, finalizers: ["example.com/keep"] },
    }));
    await remove(api, "top", "Foreground");
    await settle(60);
    expect(names(api, widgets)).toEqual(["middle"]);
    expect(api.get(widgets, "x/middle")?.metadata.deletionTimestamp).toBeDefined();
  });

  it("orphans what is told to be left", async () => {
    await using cluster = await startChain();
    const { api } = cluster;
    await remove(api, "top", "Orphan");
    await settle(60);
    expect(names(api, widgets)).toEqual(["middle"]);
    expect(api.get(widgets, "x/middle")?.metadata.ownerReferences).toEqual([]);
    expect(names(api, maps)).toEqual(["bottom", "free"]);
  });

  it("takes away only the absent of several owners", async () => {
    await using cluster = await startTestCluster(only, (api) => {
      const first = api.put(widgets, object("Widget", "first"));
      const second = api.put(widgets, object("Widget", "second"));
      api.put(maps, object("ConfigMap", "shared", [ownedBy(first), ownedBy(second)]));
    });
    const { api } = cluster;
    await settle();
    api.remove(widgets, "x/first");
    await settle();
    expect(api.get(maps, "x/shared")?.metadata.ownerReferences?.map(({ name }) => name)).toEqual(["second"]);
    api.remove(widgets, "x/second");
    await settle();
    expect(names(api, maps)).toEqual([]);
  });

  it.each<[string, (api: FakeApi) => void, readonly string[]]>([
    [
      "an owner that was gone before",
      (api) =>
        api.put(
          maps,
          object("ConfigMap", "m", [{ apiVersion: "example.com/v1", kind: "Widget", name: "ghost", uid: "g" }]),
        ),
      [],
    ],
    [
      "an owner of the same name that is another",
      (api) => {
        const owner = api.put(widgets, object("Widget", "w"));
        api.put(maps, object("ConfigMap", "m", [ownedBy(owner, { uid: "former" })]));
      },
      [],
    ],
    [
      "an owner in another namespace",
      (api) => {
        const owner = api.put(widgets, object("Widget", "w", [], "y"));
        api.put(maps, object("ConfigMap", "m", [ownedBy(owner)]));
      },
      [],
    ],
    [
      "an owner of a kind that is not known: left alone",
      (api) =>
        api.put(
          maps,
          object("ConfigMap", "m", [{ apiVersion: "nobody.example.com/v1", kind: "Thing", name: "t", uid: "t" }]),
        ),
      ["m"],
    ],
    [
      "an owner that is there",
      (api) => api.put(maps, object("ConfigMap", "m", [ownedBy(api.put(widgets, object("Widget", "w")))])),
      ["m"],
    ],
  ])("judges %s", async (_, prepare, expected) => {
    await using cluster = await startTestCluster(only, (api) => {
      api.put(widgets, object("Widget", "other"));
      prepare(api);
    });
    await settle(40);
    expect(names(cluster.api, maps)).toEqual(expected);
  });

  it("judges an object whose owner is only on its way into the cache", async () => {
    await using cluster = await startTestCluster(only, (api) => {
      api.put(widgets, object("Widget", "other"));
      api.put(maps, object("ConfigMap", "other"));
    });
    const { api } = cluster;
    await settle();
    const late = api.put(widgets, object("Widget", "late"));
    api.put(maps, object("ConfigMap", "m", [ownedBy(late)]));
    await settle();
    expect(names(api, maps)).toEqual(["other", "m"]);
  });
});
