import { beforeEach, describe, expect, it } from "vitest";
import { createRecordingLogger } from "@byocni/base/core/testing";
import type { ResourceProvider } from "./provider.ts";
import { createTestCloud, testSubscription, thingsProvider, type TestCloud } from "./testing/index.ts";

const group = "/subscriptions/{sub}/resourceGroups/rg";
const things = `${group}/providers/Test.Things/things`;
const machines = `${group}/providers/Test.Things/machines`;
const shelves = `${group}/providers/Test.Things/shelves`;

let cloud: TestCloud;
beforeEach(async () => {
  cloud = await createTestCloud({ providers: [thingsProvider] });
  await cloud.send("PUT", "/subscriptions/{sub}/resourcegroups/rg", { location: "East US" });
});

function code(answer: { readonly body: unknown }): string {
  return (answer.body as { error?: { code?: string } }).error?.code ?? "";
}

function message(answer: { readonly body: unknown }): string {
  return (answer.body as { error?: { message?: string } }).error?.message ?? "";
}

describe("a simple resource", () => {
  it("is made, read, changed and removed with the right statuses", async () => {
    const created = await cloud.send("PUT", `${things}/one`, { location: "eastus", tags: { a: "b" }, properties: {} });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      id: `/subscriptions/${testSubscription}/resourceGroups/rg/providers/Test.Things/things/one`,
      name: "one",
      type: "Test.Things/things",
      location: "eastus",
      tags: { a: "b" },
      properties: { size: "small", serial: 1, provisioningState: "Succeeded" },
    });
    expect(created.body).not.toHaveProperty("hidden");
    const updated = await cloud.send("PUT", `${things}/ONE`, { location: "eastus", properties: { size: "big" } });
    expect(updated.status).toBe(200);
    expect(updated.body).toMatchObject({ name: "one", properties: { size: "big" } });
    expect((await cloud.send("GET", things.toLowerCase())).body).toMatchObject({ value: [{ name: "one" }] });
    expect((await cloud.send("DELETE", `${things}/one`)).status).toBe(200);
    expect((await cloud.send("DELETE", `${things}/one`)).status).toBe(204);
    expect((await cloud.send("GET", `${things}/one`)).status).toBe(404);
  });

  it("shows itself as the api-version asked for does", async () => {
    await cloud.send("PUT", `${things}/one`, { location: "eastus" });
    const old = await cloud.send("GET", `${things}/one?api-version=2023-01-01`);
    expect(old.body["properties"]).toEqual({ serial: 1, oldSize: "small", provisioningState: "Succeeded" });
  });

  it("takes null for no tags", async () => {
    const put = await cloud.send("PUT", `${things}/a`, { location: "eastus", tags: null });
    expect(put.body["tags"]).toEqual({});
  });

  it("takes PATCH as a merge where the type says so", async () => {
    await cloud.send("PUT", `${things}/one`, { location: "eastus", properties: { a: 1, b: 2 } });
    const patched = await cloud.send("PATCH", `${things}/one`, { properties: { a: null, b: 3 }, tags: { x: "y" } });
    expect(patched.body).toMatchObject({ tags: { x: "y" }, properties: { b: 3 } });
    expect(patched.body["properties"]).not.toHaveProperty("a");
  });

  it("honours If-Match and If-None-Match", async () => {
    const { body } = await cloud.send("PUT", `${things}/one`, { location: "eastus" });
    const etag = String(body["etag"]);
    const put = (headers: Record<string, string>) =>
      cloud.send("PUT", `${things}/one`, { location: "eastus" }, { headers });
    expect((await put({ "if-match": etag })).status).toBe(200);
    expect(await put({ "if-match": etag })).toMatchObject({
      status: 412,
      body: { error: { code: "PreconditionFailed" } },
    });
    expect((await put({ "if-none-match": "*" })).status).toBe(412);
    expect((await put({ "if-match": "*" })).status).toBe(200);
  });

  it("answers actions, and those that are missing by name", async () => {
    await cloud.send("PUT", `${things}/one`, { location: "eastus" });
    expect((await cloud.send("POST", `${things}/one/LISTKEYS`)).body).toEqual({ keys: ["key-of-one"] });
    const missing = await cloud.send("POST", `${things}/one/explode`);
    expect(missing).toMatchObject({ status: 501, body: { error: { code: "NotImplemented" } } });
    expect(message(missing)).toContain("'explode' of 'Test.Things/things'");
    expect((await cloud.send("POST", `${things}/none/listKeys`)).status).toBe(404);
  });

  it("loses no write of a thousand in parallel", async () => {
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        cloud.send("PUT", `${things}/busy`, { location: "eastus", properties: { index } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(999);
  });
});

describe("refusals", () => {
  it.each([
    ["GET", `${things}/none`, undefined, 404, "ResourceNotFound"],
    [
      "GET",
      "/subscriptions/{sub}/resourceGroups/nope/providers/Test.Things/things/x",
      undefined,
      404,
      "ResourceGroupNotFound",
    ],
    [
      "PUT",
      "/subscriptions/{sub}/resourceGroups/nope/providers/Test.Things/things/x",
      {},
      404,
      "ResourceGroupNotFound",
    ],
    ["PUT", `${things}/x`, {}, 400, "LocationRequired"],
    ["PUT", `${things}/x`, { location: "atlantis" }, 400, "LocationNotAvailableForResourceType"],
    ["PUT", `${things}/x`, { location: "eastus", name: "y" }, 400, "MismatchingResourceName"],
    ["PUT", `${things}/x`, { location: "eastus", type: "A/b" }, 400, "MismatchingResourceType"],
    ["PUT", `${things}/x`, { location: "eastus", properties: [] }, 400, "InvalidRequestContent"],
    ["PUT", `${things}/x`, { location: "eastus", tags: { a: {} } }, 400, "InvalidRequestContent"],
    ["PUT", `${things}/x`, [], 400, "InvalidRequestContent"],
    ["PUT", `${things}/x`, undefined, 400, "InvalidRequestContent"],
    ["PUT", `${things}/9lives`, { location: "eastus" }, 400, "ThingRefused"],
    ["PUT", `${things}/x`, { location: "eastus", properties: { refuse: "no" } }, 400, "ThingRefused"],
    ["GET", `${group}/providers/Test.Nothing/things/x`, undefined, 404, "InvalidResourceNamespace"],
    ["GET", `${group}/providers/Test.Things/nothings/x`, undefined, 404, "InvalidResourceType"],
    ["GET", `${group}/providers/Test.Things/rockets/x`, undefined, 501, "NotImplemented"],
    ["GET", `${group}/providers/Test.Things/rockets/x/stages/1`, undefined, 501, "NotImplemented"],
    ["GET", `${things}/x?api-version=2020-01-01`, undefined, 400, "InvalidResourceType"],
    ["PUT", `${things}/x?api-version=2020-01-01`, { location: "eastus" }, 400, "NoRegisteredProviderFound"],
    ["GET", "/subscriptions/{sub}/providers/Microsoft.Storage", undefined, 501, "NotImplemented"],
    ["POST", "/subscriptions/{sub}/providers/Microsoft.Storage/register", undefined, 501, "NotImplemented"],
    ["POST", "/providers/Microsoft.ResourceGraph/resources", {}, 501, "NotImplemented"],
    ["GET", `${things}/x?api-version=`, undefined, 400, "MissingApiVersionParameter"],
    ["GET", `${things}/x?api-version=latest`, undefined, 400, "InvalidApiVersionParameter"],
    ["GET", `${group}/../providers/Test.Things/things/x`, undefined, 400, "InvalidRequestUri"],
    ["GET", `${things}/a%2Fb`, undefined, 400, "InvalidRequestUri"],
    ["GET", `${group}?api-version=2011-01-01`, undefined, 400, "InvalidApiVersionParameter"],
    [
      "PUT",
      `${things}/none/providers/Microsoft.Authorization/locks/l?api-version=2020-05-01`,
      { properties: { level: "ReadOnly" } },
      404,
      "ResourceNotFound",
    ],
    ["GET", "/subscriptions/not-a-guid/resourceGroups/rg", undefined, 400, "InvalidSubscriptionId"],
    [
      "GET",
      "/subscriptions/00000000-0000-0000-0000-0000000000ff/resourceGroups/rg",
      undefined,
      404,
      "SubscriptionNotFound",
    ],
    ["PUT", `${shelves}/none/boards/b`, {}, 404, "ParentResourceNotFound"],
    ["PUT", "/subscriptions/{sub}/providers/Test.Things/things/x", { location: "eastus" }, 400, "InvalidScope"],
    ["DELETE", things, undefined, 405, "MethodNotAllowed"],
    ["GET", "/nothing/here", undefined, 404, "NotFound"],
  ])("%s %s %j: %d %s", async (method, path, body, status, expected) => {
    const answer = await cloud.send(method, path, body);
    expect([answer.status, code(answer)]).toEqual([status, expected]);
  });

  it("says what Azure says", async () => {
    expect(message(await cloud.send("GET", `${things}/x`))).toBe(
      "The Resource 'Test.Things/things/x' under resource group 'rg' was not found. For more details please go to https://aka.ms/ARMResourceNotFoundFix",
    );
    expect(message(await cloud.send("GET", "/subscriptions/{sub}/resourcegroups/X"))).toBe(
      "Resource group 'X' could not be found.",
    );
    expect(message(await cloud.send("GET", `${things}/x?api-version=2020-01-01`))).toBe(
      "The resource type 'things' could not be found in the namespace 'Test.Things' for api version '2020-01-01'. The supported api-versions are '2024-01-01,2023-01-01'.",
    );
    await cloud.send("PUT", `${things}/x`, { location: "eastus" });
    for (const method of ["GET", "DELETE", "PATCH"]) {
      const body = method === "PATCH" ? {} : undefined;
      expect(message(await cloud.send(method, `${things}/x?api-version=2020-01-01`, body))).toMatch(
        /^No registered resource provider found for location 'eastus' and API version '2020-01-01' for type 'things'\. The supported api-versions are '2023-01-01, 2024-01-01'\. The supported locations are 'eastus, /,
      );
    }
  });

  it("takes an api-version newer than it knows", async () => {
    const answer = await cloud.send("PUT", `${things}/x?api-version=2031-01-01`, { location: "eastus" });
    expect(answer.status).toBe(201);
  });

  it("refuses text that is not JSON, and bodies beyond 4 MB", async () => {
    const broken = await cloud.send("PUT", `${things}/x`, undefined, { text: '{"location":' });
    expect([broken.status, code(broken)]).toEqual([400, "InvalidRequestContent"]);
    const big = await cloud.send("PUT", `${things}/x`, undefined, { text: `{"a":"${"x".repeat(5_000_000)}"}` });
    expect([big.status, code(big)]).toEqual([413, "RequestContentTooLarge"]);
    expect((await cloud.send("GET", group)).status).toBe(200);
  });

  it("refuses another location for a resource that exists", async () => {
    await cloud.send("PUT", `${things}/x`, { location: "eastus" });
    expect(code(await cloud.send("PUT", `${things}/x`, { location: "westeurope" }))).toBe("InvalidResourceLocation");
  });
});

describe("children inside a parent", () => {
  beforeEach(async () => {
    await cloud.send("PUT", `${shelves}/s`, {
      location: "eastus",
      properties: { boards: [{ name: "A", properties: { width: 1 } }] },
    });
  });

  it("are seen from both sides", async () => {
    const put = await cloud.send("PUT", `${shelves}/s/boards/b`, { properties: { width: 2 } });
    expect(put.status).toBe(201);
    const { body } = await cloud.send("GET", `${shelves}/s`);
    const base = `/subscriptions/${testSubscription}/resourceGroups/rg/providers/Test.Things/shelves/s/boards`;
    expect(body["properties"]).toEqual({
      boards: [
        {
          id: `${base}/A`,
          name: "A",
          type: "Test.Things/shelves/boards",
          properties: { width: 1, provisioningState: "Succeeded" },
        },
        {
          id: `${base}/b`,
          name: "b",
          type: "Test.Things/shelves/boards",
          properties: { width: 2, provisioningState: "Succeeded" },
        },
      ],
      provisioningState: "Succeeded",
    });
    expect((await cloud.send("GET", `${shelves}/s/boards/a`)).body).toMatchObject({
      name: "A",
      properties: { width: 1 },
    });
    expect((await cloud.send("GET", `${shelves}/s/boards`)).body["value"]).toHaveLength(2);
  });

  it("come back unchanged when the parent is sent back as it was shown", async () => {
    const { body } = await cloud.send("GET", `${shelves}/s`);
    await cloud.send("PUT", `${shelves}/s`, body);
    expect((await cloud.send("GET", `${shelves}/s`)).body).toEqual(body);
  });

  it("go one by one", async () => {
    expect((await cloud.send("DELETE", `${shelves}/s/boards/a`)).status).toBe(200);
    expect((await cloud.send("GET", `${shelves}/s/boards/A`)).status).toBe(404);
    expect((await cloud.send("GET", `${shelves}/s`)).status).toBe(200);
  });

  it("of a type of their own go with the parent", async () => {
    await cloud.send("PUT", `${shelves}/s/labels/l`, { properties: { text: "x" } });
    expect((await cloud.send("GET", `${shelves}/s/labels`)).body["value"]).toHaveLength(1);
    await cloud.send("DELETE", `${shelves}/s`);
    await cloud.send("PUT", `${shelves}/s`, { location: "eastus" });
    expect((await cloud.send("GET", `${shelves}/s/labels/l`)).status).toBe(404);
  });

  it("lose nothing when many are written at once", async () => {
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        cloud.send("PUT", `${shelves}/s/boards/n${index}`, { properties: { index } }),
      ),
    );
    expect((await cloud.send("GET", `${shelves}/s/boards`)).body["value"]).toHaveLength(51);
  });
});

describe("operations", () => {
  it("are announced with absolute URLs, show states, and end", async () => {
    const put = await cloud.send("PUT", `${machines}/m`, { location: "eastus", properties: {} });
    expect(put.status).toBe(201);
    expect(put.body).toMatchObject({ properties: { provisioningState: "Creating" } });
    expect(put.headers["azure-asyncoperation"]).toMatch(
      /^https:\/\/localhost:8443\/subscriptions\/[^/]+\/providers\/Test\.Things\/locations\/eastus\/operations\/[0-9a-f-]{36}\?api-version=2016-03-30$/,
    );
    expect(put.headers["retry-after"]).toBe("1");
    const end = await cloud.finish(put);
    expect(end.body).toMatchObject({ status: "Succeeded", startTime: "2026-01-01T00:00:00.000Z" });
    expect(end.headers).not.toHaveProperty("retry-after");
    expect((await cloud.send("GET", `${machines}/m`)).body).toMatchObject({
      properties: { provisioningState: "Succeeded", built: 1 },
    });
  });

  it("fail with the provider's error in the operation and in the state", async () => {
    const put = await cloud.send("PUT", `${machines}/m`, { location: "eastus", properties: { fail: true } });
    expect((await cloud.finish(put)).body).toMatchObject({
      status: "Failed",
      error: { code: "BuildFailed", message: "The machine 'm' could not be built." },
    });
    expect((await cloud.send("GET", `${machines}/m`)).body).toMatchObject({
      properties: { provisioningState: "Failed" },
    });
  });

  it("keep others away, with the provider's own conflict", async () => {
    await cloud.send("PUT", `${machines}/m`, { location: "eastus", properties: { slowMs: 1000 } });
    for (const [method, path] of [
      ["PUT", `${machines}/m`],
      ["PUT", `${machines}/m/parts/p`],
      ["DELETE", `${machines}/m`],
      ["POST", `${machines}/m/stop`],
    ] as const) {
      const answer = await cloud.send(method, path, method === "PUT" ? { location: "eastus" } : undefined);
      expect([answer.status, code(answer)]).toEqual([409, "OperationNotAllowed"]);
    }
    await cloud.clock.advance(1000);
    await cloud.azure.idle();
    expect((await cloud.send("POST", `${machines}/m/stop`)).status).toBe(202);
  });

  it("let one of a thousand parallel writers in", async () => {
    const answers = await Promise.all(
      Array.from({ length: 1000 }, () =>
        cloud.send("PUT", `${machines}/m`, { location: "eastus", properties: { slowMs: 1000 } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(999);
  });

  it("can be canceled by the provider's own action", async () => {
    const put = await cloud.send("PUT", `${machines}/m`, { location: "eastus", properties: { slowMs: 1000 } });
    expect((await cloud.send("POST", `${machines}/m/abort`)).status).toBe(204);
    expect((await cloud.finish(put)).body).toMatchObject({ status: "Canceled", error: { code: "OperationCanceled" } });
    expect((await cloud.send("GET", `${machines}/m`)).body).toMatchObject({
      properties: { provisioningState: "Canceled" },
    });
    expect((await cloud.send("POST", `${machines}/m/abort`)).status).toBe(200);
    expect((await cloud.send("PUT", `${machines}/m`, { location: "eastus", properties: {} })).status).toBe(200);
  });

  it("on different children run side by side, and stop the parent", async () => {
    await cloud.send("PUT", `${machines}/m`, { location: "eastus", properties: {} });
    await cloud.azure.idle();
    const both = await Promise.all(
      ["p1", "p2"].map((name) => cloud.send("PUT", `${machines}/m/parts/${name}`, { properties: { slowMs: 10 } })),
    );
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    const { body } = await cloud.send("GET", `${machines}/m`);
    expect(body["properties"]).toMatchObject({
      parts: [
        { name: "p1", count: 1, provisioningState: "Creating" },
        { name: "p2", count: 1, provisioningState: "Creating" },
      ],
      provisioningState: "Succeeded",
    });
    expect(await cloud.send("PUT", `${machines}/M`, { location: "eastus" })).toMatchObject({
      status: 409,
      body: { error: { message: "Operation is not allowed: Creating of m/p1 in progress." } },
    });
    expect(await cloud.send("DELETE", `${machines}/m/parts/P2`)).toMatchObject({
      status: 409,
      body: { error: { message: "Operation is not allowed: Creating of m/p2 in progress." } },
    });
    await cloud.clock.advance(10);
    await cloud.azure.idle();
    expect((await cloud.send("GET", `${machines}/m/parts/p1`)).body).toMatchObject({
      properties: { count: 1, provisioningState: "Succeeded" },
    });
  });

  it("of actions and deletes answer 202 with both URLs and are gone in the end", async () => {
    await cloud.finish(await cloud.send("PUT", `${machines}/m`, { location: "eastus", properties: {} }));
    const stop = await cloud.send("POST", `${machines}/m/stop`);
    expect(stop.status).toBe(202);
    expect(stop.headers["location"]).toContain("/operationresults/");
    expect((await cloud.finish(stop)).body).toMatchObject({ status: "Succeeded", properties: { stopped: true } });
    const { pathname, search } = new URL(String(stop.headers["location"]));
    expect(await cloud.send("GET", pathname + search)).toMatchObject({ status: 200, body: { stopped: true } });
    const gone = await cloud.send("DELETE", `${machines}/m`);
    expect(gone.status).toBe(202);
    expect((await cloud.finish(gone)).body).toMatchObject({ status: "Succeeded" });
    expect((await cloud.send("GET", `${machines}/m`)).status).toBe(404);
  });

  it("survive a restart: what was under way goes on", async () => {
    const put = await cloud.send("PUT", `${machines}/m`, { location: "eastus", properties: { slowMs: 60_000 } });
    const after = await cloud.restart();
    expect((await after.send("GET", `${machines}/m`)).body).toMatchObject({
      properties: { provisioningState: "Creating" },
    });
    await after.clock.advance(60_000);
    expect((await after.finish(put)).body).toMatchObject({ status: "Succeeded" });
    expect((await after.send("GET", `${machines}/m`)).body).toMatchObject({ properties: { built: 1 } });
  });

  it("take the time that Azure takes, when asked to", async () => {
    const slow = await createTestCloud({ providers: [thingsProvider], settings: { latency: "azure" } });
    await slow.send("PUT", group, { location: "eastus" });
    const put = await slow.send("PUT", `${machines}/m`, { location: "eastus", properties: {} });
    const { pathname, search } = new URL(String(put.headers["azure-asyncoperation"]));
    const early = await slow.send("GET", pathname + search);
    expect(early.body["status"]).toBe("InProgress");
    expect(early.headers["retry-after"]).toBe("1");
    await slow.clock.advance(60_000);
    expect((await slow.finish(put)).body["status"]).toBe("Succeeded");
  });

  it("do not exist under other ids", async () => {
    const path =
      "/subscriptions/{sub}/providers/Test.Things/locations/eastus/operations/00000000-0000-0000-0000-0000000000aa";
    expect(await cloud.send("GET", path)).toMatchObject({
      status: 404,
      body: { error: { code: "OperationNotFound" } },
    });
  });
});

describe("computed types and provider actions", () => {
  it("are answered", async () => {
    await cloud.finish(await cloud.send("PUT", `${machines}/m`, { location: "eastus", properties: {} }));
    expect((await cloud.send("GET", `${machines}/m/profiles/default`)).body).toEqual({ name: "default", machine: "m" });
    expect((await cloud.send("GET", `${machines}/m/profiles/other`)).status).toBe(404);
    const orphan = await cloud.send("GET", `${machines}/none/profiles/default`);
    expect(message(orphan)).toBe(
      `Failed to perform 'read' on resource(s) of type 'machines/profiles', because the parent resource '/subscriptions/${testSubscription}/resourceGroups/rg/providers/Test.Things/machines/none' could not be found.`,
    );
    expect(code(await cloud.send("GET", `${machines}/none/parts`))).toBe("ParentResourceNotFound");
    expect(code(await cloud.send("GET", `${machines}/none/parts/p`))).toBe("ParentResourceNotFound");
    const sizes = await cloud.send("GET", "/subscriptions/{sub}/providers/Test.Things/locations/eastus/sizes");
    expect(sizes.body).toEqual({ values: ["eastus"] });
    const check = "/subscriptions/{sub}/providers/Test.Things/checkNameAvailability";
    expect((await cloud.send("POST", check, { name: "taken" })).body).toEqual({ nameAvailable: false });
  });
});

describe("names and calls that are not there", () => {
  it.each([
    ["GET", `${group}/providers/Microsoft.Storage/storageAccounts/x`, 501, "NotImplemented"],
    ["GET", `${group}/providers/Microsoft.Sturage/storageAccounts/x`, 404, "InvalidResourceNamespace"],
    ["POST", `${group}/nothing`, 404, "NotFound"],
    ["PUT", `${things}/a%3Cb`, 400, "InvalidResourceName"],
    ["PUT", `${things}/${"x".repeat(300)}`, 400, "InvalidResourceName"],
    ["TRACE", `${things}/x`, 405, "MethodNotAllowed"],
  ])("%s %s: %d %s", async (method, path, status, expected) => {
    const answer = await cloud.send(method, path, method === "PUT" ? { location: "eastus" } : undefined);
    expect([answer.status, code(answer)]).toEqual([status, expected]);
  });

  it("answer bugs with 500 and go on", async () => {
    const broken: ResourceProvider = {
      namespace: "Test.Broken",
      resourceTypes: [
        {
          kind: "stored",
          name: "bugs",
          apiVersions: ["2024-01-01"],
          prepare: () => {
            throw new TypeError("a bug");
          },
        },
      ],
    };
    const logger = createRecordingLogger();
    const other = await createTestCloud({ providers: [broken], logger });
    await other.send("PUT", group, { location: "eastus" });
    const answer = await other.send("PUT", `${group}/providers/Test.Broken/bugs/x`, { location: "eastus" });
    expect([answer.status, code(answer)]).toEqual([500, "InternalServerError"]);
    expect(JSON.stringify(answer.body)).not.toContain("a bug");
    expect(logger.records).toMatchObject([{ level: "error", text: "a request failed on a bug" }]);
    expect((await other.send("GET", group)).status).toBe(200);
  });
});
