import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import {
  createTestCloud,
  testSubscription,
  thingsProvider,
  type TestAnswer,
  type TestCloud,
} from "../testing/index.ts";

const group = "/subscriptions/{sub}/resourceGroups/rg";
const things = `${group}/providers/Test.Things/things`;
const shelves = `${group}/providers/Test.Things/shelves`;

let cloud: TestCloud;
beforeEach(async () => {
  cloud = await createTestCloud({ providers: [thingsProvider] });
  await cloud.send("PUT", group, { location: "eastus" });
});

function code(answer: TestAnswer): string {
  return (answer.body["error"] as { code?: string } | undefined)?.code ?? "";
}

describe("the generic list", () => {
  it("filters, expands and pages", async () => {
    for (const name of ["a", "b", "c"])
      await cloud.send("PUT", `${things}/${name}`, { location: "eastus", tags: { n: name } });
    await cloud.send("PUT", `${shelves}/s`, { location: "eastus", properties: { boards: [{ name: "x" }] } });
    const filter = encodeURIComponent("resourceGroup eq 'RG' and resourceType eq 'Test.Things/things'");
    const all = await cloud.send(
      "GET",
      `/subscriptions/{sub}/resources?$filter=${filter}&$expand=createdTime%2CchangedTime%2CprovisioningState`,
    );
    expect(all.body["value"]).toHaveLength(3);
    expect(all.body).toMatchObject({
      value: [{ name: "a", createdTime: "2026-01-01T00:00:00.000Z", provisioningState: "Succeeded" }, {}, {}],
    });
    const page = await cloud.send("GET", `${group}/resources?$top=3`);
    expect(page.body["value"]).toHaveLength(3);
    const { pathname, search } = new URL(String(page.body["nextLink"]));
    expect((await cloud.send("GET", pathname + search)).body).toMatchObject({ value: [{ name: "c" }] });
    const tag = encodeURIComponent("tagName eq 'n' and tagValue eq 'b'");
    expect((await cloud.send("GET", `${group}/resources?$filter=${tag}`)).body).toMatchObject({
      value: [{ name: "b" }],
    });
    expect(code(await cloud.send("GET", `${group}/resources?$filter=name%20is%20a`))).toBe(
      "InvalidFilterInQueryString",
    );
    expect(code(await cloud.send("GET", `${group}/resources?$top=0`))).toBe("InvalidTopInQueryString");
  });

  it.each([
    ["tagName eq 'env' and tagValue eq 'dev'", "a"],
    ["resourceType eq 'test.things/THINGS'", "a,b,c"],
    ["resourceType ne 'Test.Things/things'", ""],
    ["resourceType eq 'Test.Things/things' or resourceType eq 'x'", "a,b,c"],
    ["substringof('A', name)", "a"],
    ["startswith(name, 'b')", "b"],
    ["not (name eq 'a') and location eq 'West US'", "c"],
    ["name eq 'a' or (name eq 'b' and location ne 'eastus')", "a"],
  ])("$filter=%s finds %s", async (filter, names) => {
    for (const name of ["a", "b", "c"]) {
      const tags = { env: name === "a" ? "dev" : "prod" };
      await cloud.send("PUT", `${things}/${name}`, { location: name === "c" ? "westus" : "eastus", tags });
    }
    const { body } = await cloud.send("GET", `/subscriptions/{sub}/resources?$filter=${encodeURIComponent(filter)}`);
    const found = body["value"] as readonly JsonObject[];
    expect(found.map(({ name }) => name).join(",")).toBe(names);
    expect(found.some((resource) => "tags" in resource)).toBe(names !== "" && !filter.includes("tag"));
  });

  it.each(["nope eq 'a'", "name eq", "name is 'a'", "foo(name)"])("refuses $filter=%s", async (filter) => {
    const path = `/subscriptions/{sub}/resources?$filter=${encodeURIComponent(filter)}`;
    await cloud.send("PUT", `${things}/a`, { location: "eastus" });
    expect(await cloud.send("GET", path)).toMatchObject({
      status: 400,
      body: { error: { code: "InvalidFilterInQueryString" } },
    });
  });
});

describe("providers", () => {
  const provider = "/subscriptions/{sub}/providers/Test.Things";
  const stateOf = async () => (await cloud.send("GET", provider)).body["registrationState"];

  it("are registered, and can be unregistered when nothing of them is left", async () => {
    await cloud.send("PUT", `${things}/a`, { location: "eastus" });
    expect((await cloud.send("POST", `${provider}/unregister`)).status).toBe(409);
    await cloud.send("DELETE", `${things}/a`);
    expect((await cloud.send("POST", `${provider}/unregister`)).body["registrationState"]).toBe("Unregistered");
    const refused = await cloud.send("PUT", `${things}/a`, { location: "eastus" });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        error: {
          code: "MissingSubscriptionRegistration",
          message:
            "The subscription is not registered to use namespace 'Test.Things'. See https://aka.ms/rps-not-found for how to register subscriptions.",
          details: [{ target: "Test.Things" }],
        },
      },
    });
    expect((await cloud.send("POST", `${provider}/register`)).body["registrationState"]).toBe("Registered");
    expect(await stateOf()).toBe("Registered");
    expect((await cloud.send("PUT", `${things}/a`, { location: "eastus" })).status).toBe(201);
    const own = await cloud.send("POST", "/subscriptions/{sub}/providers/Microsoft.Resources/unregister");
    expect(own.body["registrationState"]).toBe("Registered");
  });

  it("answer what Resource Manager works out", async () => {
    const template = { $schema: "s", contentVersion: "1.0.0.0", resources: [] };
    const hash = await cloud.send("POST", "/providers/Microsoft.Resources/calculateTemplateHash", template);
    expect(hash.body).toMatchObject({ minifiedTemplate: JSON.stringify(template) });
    expect(String(hash.body["templateHash"])).toMatch(/^\d+$/);
    const peers = await cloud.send("POST", "/subscriptions/{sub}/providers/Microsoft.Resources/checkZonePeers", {
      location: "eastus",
      subscriptionIds: [`subscriptions/${testSubscription}`],
    });
    expect(peers.body).toMatchObject({
      location: "eastus",
      availabilityZonePeers: [
        { availabilityZone: "1", peers: [{ subscriptionId: testSubscription, availabilityZone: "1" }] },
        {},
        {},
      ],
    });
    expect(code(await cloud.send("POST", "/providers/Microsoft.Resources/calculateTemplateHash", []))).toBe(
      "InvalidRequestContent",
    );
    expect(
      code(await cloud.send("POST", "/subscriptions/{sub}/providers/Microsoft.Resources/checkZonePeers", {})),
    ).toBe("InvalidRequestContent");
  });

  it("name deployment stacks, scripts and policies as what is not there", async () => {
    for (const path of [
      `${group}/providers/Microsoft.Resources/deploymentStacks/s`,
      "/subscriptions/{sub}/providers/Microsoft.Resources/deploymentStacks/s",
      "/providers/Microsoft.Management/managementGroups/m/providers/Microsoft.Resources/deploymentStacks/s",
      `${group}/providers/Microsoft.Resources/deploymentScripts/s`,
      `${group}/providers/Microsoft.Authorization/policyAssignments/p`,
      "/subscriptions/{sub}/providers/Microsoft.Authorization/policyDefinitions/p",
    ]) {
      expect(await cloud.send("PUT", path, {}), path).toMatchObject({
        status: 501,
        body: { error: { code: "NotImplemented" } },
      });
    }
  });
});

describe("preview features", () => {
  it("are registered and looked up", async () => {
    const feature = "/subscriptions/{sub}/providers/Microsoft.Features/providers/Test.Things/features/NewThings";
    expect((await cloud.send("GET", feature)).body).toMatchObject({ properties: { state: "NotRegistered" } });
    expect((await cloud.send("POST", `${feature}/register`)).body).toMatchObject({
      name: "Test.Things/NewThings",
      properties: { state: "Registered" },
    });
    expect((await cloud.send("GET", feature)).body).toMatchObject({ properties: { state: "Registered" } });
    const all = "/subscriptions/{sub}/providers/Microsoft.Features/features";
    expect((await cloud.send("GET", all)).body["value"]).toHaveLength(1);
    await cloud.send("POST", `${feature}/unregister`);
    expect((await cloud.send("GET", all)).body["value"]).toHaveLength(0);
  });
});
