import type { HttpCall, HttpReply } from "@byocni/base/http";
import { isStatusError, StatusError, statusErrors } from "@byocni/kube/schema";
import { describe, expect, it } from "vitest";
import { createKubeClient, type KubeClient } from "./client.ts";
import { isConflict, isExpired, isNotFound } from "./errors.ts";
import { inNamespace, resources } from "./resource.ts";

function setUp(status = 200, value: unknown = {}, stream: readonly unknown[] = []) {
  const calls: HttpCall[] = [];
  const client = createKubeClient(
    (call): Promise<HttpReply> => {
      calls.push(call);
      return Promise.resolve({
        status,
        headers: {},
        json: () => (value === undefined ? Promise.reject(new SyntaxError("no JSON")) : Promise.resolve(value)),
        text: () => Promise.resolve(""),
        bytes: () => Promise.resolve(new Uint8Array()),
        async *jsonStream() {
          yield* stream;
        },
      });
    },
    { fieldManager: "tester" },
  );
  return { client, calls };
}

const configMap = { metadata: { name: "a b", namespace: "ns" } };

describe("createKubeClient", () => {
  it.each<[string, (client: KubeClient) => Promise<unknown>, string, string]>([
    ["get", (c) => c.get({ ...resources.nodes, name: "n1" }), "GET", "/api/v1/nodes/n1"],
    ["list", (c) => c.list(inNamespace(resources.daemonSets, "x")), "GET", "/apis/apps/v1/namespaces/x/daemonsets"],
    [
      "list with selectors",
      (c) => c.list(resources.pods, { fieldSelector: "spec.nodeName=n1", limit: 5 }),
      "GET",
      "/api/v1/pods?fieldSelector=spec.nodeName%3Dn1&limit=5",
    ],
    [
      "create takes the namespace of the object",
      (c) => c.create(resources.configMaps, configMap),
      "POST",
      "/api/v1/namespaces/ns/configmaps?fieldManager=tester",
    ],
    [
      "update of a subresource",
      (c) => c.update(resources.configMaps, configMap, { subresource: "status" }),
      "PUT",
      "/api/v1/namespaces/ns/configmaps/a%20b/status?fieldManager=tester",
    ],
    [
      "patch",
      (c) => c.patch({ ...resources.nodes, name: "n" }, {}, "apply", { force: true, dryRun: true }),
      "PATCH",
      "/api/v1/nodes/n?fieldManager=tester&dryRun=All&force=true",
    ],
    [
      "binding",
      (c) => c.createSub({ ...resources.pods, namespace: "x", name: "p" }, "binding", {}),
      "POST",
      "/api/v1/namespaces/x/pods/p/binding?fieldManager=tester",
    ],
    ["delete", (c) => c.delete({ ...resources.nodes, name: "n" }), "DELETE", "/api/v1/nodes/n"],
    [
      "deleteCollection",
      (c) => c.deleteCollection(inNamespace(resources.pods, "x"), { labelSelector: "a=b" }),
      "DELETE",
      "/api/v1/namespaces/x/pods?labelSelector=a%3Db",
    ],
  ])("%s", async (_, act, method, path) => {
    const { client, calls } = setUp();
    await act(client);
    expect(calls.map((call) => [call.method, call.path])).toEqual([[method, path]]);
  });

  it.each([
    ["merge", "application/merge-patch+json"],
    ["json", "application/json-patch+json"],
    ["strategic", "application/strategic-merge-patch+json"],
    ["apply", "application/apply-patch+yaml"],
  ] as const)("a %s patch is sent as %s", async (type, contentType) => {
    const { client, calls } = setUp();
    await client.patch({ ...resources.nodes, name: "n" }, { a: 1 }, type);
    expect(calls[0]?.headers?.["content-type"]).toBe(contentType);
    expect(calls[0]?.body).toEqual({ json: { a: 1 } });
  });

  it("sends delete options only when there are some", async () => {
    const { client, calls } = setUp();
    await client.delete({ ...resources.nodes, name: "n" });
    await client.delete({ ...resources.nodes, name: "n" }, { gracePeriodSeconds: 0, preconditions: { uid: "u" } });
    expect(calls[0]?.body).toBeUndefined();
    expect(calls[1]?.body).toEqual({
      json: { kind: "DeleteOptions", apiVersion: "v1", gracePeriodSeconds: 0, preconditions: { uid: "u" } },
    });
  });

  it("throws a Status as StatusError, and classifies it", async () => {
    const refusal = statusErrors.notFound({ group: "", resource: "nodes" }, "n");
    const { client } = setUp(404, refusal.status);
    const error: unknown = await client.get({ ...resources.nodes, name: "n" }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StatusError);
    expect([isNotFound(error), isConflict(error), isExpired(error)]).toEqual([true, false, false]);
    expect((error as Error).message).toBe('nodes "n" not found');
  });

  it("makes a StatusError of an answer that is no Status", async () => {
    const { client } = setUp(503, undefined);
    const error: unknown = await client.list(resources.nodes).catch((reason: unknown) => reason);
    expect(isStatusError(error, "ServiceUnavailable") && error.code).toBe(503);
  });

  it("gives list items the kind that the server leaves out", async () => {
    const { client } = setUp(200, { kind: "PodList", apiVersion: "v1", metadata: {}, items: [configMap] });
    const { items } = await client.list(resources.pods);
    expect(items[0]).toMatchObject({ kind: "Pod", apiVersion: "v1" });
  });

  it("throws the Status of an ERROR event", async () => {
    const error = { type: "ERROR", object: statusErrors.expired("too old").status };
    const { client } = setUp(200, undefined, [{ type: "ADDED", object: configMap }, error]);
    const seen: string[] = [];
    const run = async (): Promise<void> => {
      for await (const event of client.watch(resources.configMaps)) seen.push(event.type);
    };
    const reason: unknown = await run().catch((thrown: unknown) => thrown);
    expect(seen).toEqual(["ADDED"]);
    expect(isExpired(reason)).toBe(true);
  });
});
