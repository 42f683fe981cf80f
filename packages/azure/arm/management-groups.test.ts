import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { createTestCloud, testSubscription, testTenant, thingsProvider, type TestCloud } from "./testing/index.ts";
import { template, thing } from "./testing/deployer.ts";

const base = "/providers/Microsoft.Management/managementGroups";
const version = "api-version=2021-04-01";

let cloud: TestCloud;
beforeEach(async () => {
  cloud = await createTestCloud({ providers: [thingsProvider] });
});

const put = (name: string, properties: JsonObject = {}) =>
  cloud.send("PUT", `${base}/${name}?${version}`, { name, properties });

describe("management groups", () => {
  it("lie below the root, are shown, listed, renamed and removed", async () => {
    const made = await put("platform", { details: { parent: {} } });
    expect(made).toMatchObject({
      status: 200,
      body: {
        id: `${base}/platform`,
        type: "Microsoft.Management/managementGroups",
        name: "platform",
        properties: {
          tenantId: testTenant,
          displayName: "platform",
          details: { parent: { id: `${base}/${testTenant}`, displayName: "Tenant Root Group" } },
        },
      },
    });
    await put("child", { displayName: "Child", details: { parent: { id: `${base}/platform` } } });
    await cloud.send("PUT", `${base}/child/subscriptions/${testSubscription}?${version}`);
    const expanded = await cloud.send("GET", `${base}/platform?$expand=children&$recurse=true&${version}`);
    expect(expanded.body).toMatchObject({
      properties: { children: [{ name: "child", displayName: "Child", children: [{ name: testSubscription }] }] },
    });
    const patched = await cloud.send("PATCH", `${base}/PLATFORM?${version}`, { displayName: "Platform" });
    expect(patched.body).toMatchObject({
      name: "platform",
      properties: { displayName: "Platform", details: { version: 2 } },
    });
    expect((await cloud.send("GET", `${base}?${version}`)).body).toMatchObject({
      value: [{ name: testTenant }, { name: "child" }, { name: "platform" }],
    });
    expect((await cloud.send("DELETE", `${base}/platform?${version}`)).status).toBe(400);
    expect((await cloud.send("DELETE", `${base}/child/subscriptions/${testSubscription}?${version}`)).status).toBe(200);
    expect((await cloud.send("DELETE", `${base}/child?${version}`)).status).toBe(204);
    expect((await cloud.send("DELETE", `${base}/platform?${version}`)).status).toBe(204);
    expect((await cloud.send("DELETE", `${base}/platform?${version}`)).status).toBe(204);
  });

  it.each<[string, string, string, JsonObject | undefined, number, string]>([
    ["one that is not there", "GET", "none", undefined, 404, "NotFound"],
    ["a change of one that is not there", "PATCH", "none", { displayName: "x" }, 404, "NotFound"],
    ["a bad name", "PUT", "a@b", {}, 400, "BadRequest"],
    [
      "a parent that is not there",
      "PUT",
      "a",
      { properties: { details: { parent: { id: `${base}/no` } } } },
      404,
      "NotFound",
    ],
    ["one in itself", "PUT", "a", { properties: { details: { parent: { id: `${base}/b` } } } }, 400, "BadRequest"],
    ["the root's end", "DELETE", testTenant, undefined, 400, "BadRequest"],
    ["the root's change", "PUT", testTenant, {}, 400, "BadRequest"],
    ["another subscription", "PUT", `a/subscriptions/${testTenant}`, undefined, 404, "NotFound"],
    ["descendants", "GET", "a/descendants", undefined, 501, "NotImplemented"],
  ])("refuse %s", async (_what, method, name, body, status, code) => {
    await put("a");
    await put("b", { details: { parent: { id: `${base}/a` } } });
    expect(await cloud.send(method, `${base}/${name}?${version}`, body)).toMatchObject({
      status,
      body: { error: { code } },
    });
  });

  it("need a role of their own", async () => {
    await put("a");
    const other = "00000000-0000-0000-0000-00000000000f";
    expect(await cloud.send("GET", `${base}/a?${version}`, undefined, { as: other })).toMatchObject({
      status: 403,
      body: { error: { code: "AuthorizationFailed" } },
    });
  });
});

describe("deployments above the subscription", () => {
  const inSubscription = {
    type: "Microsoft.Resources/deployments",
    apiVersion: "2022-09-01",
    name: "in-subscription",
    location: "eastus",
    subscriptionId: testSubscription,
    properties: {
      mode: "Incremental",
      expressionEvaluationOptions: { scope: "inner" },
      template: template([
        { type: "Microsoft.Resources/resourceGroups", apiVersion: "2022-09-01", name: "made", location: "eastus" },
        {
          type: "Microsoft.Resources/deployments",
          apiVersion: "2022-09-01",
          name: "in-group",
          resourceGroup: "made",
          dependsOn: ["made"],
          properties: {
            mode: "Incremental",
            expressionEvaluationOptions: { scope: "inner" },
            template: template([thing("t")]),
          },
        },
      ]),
    },
  };

  it.each([
    ["the tenant", "", "[tenant().tenantId]", testTenant],
    ["a management group", `${base}/mg`, "[managementGroup().properties.displayName]", "Everyone"],
  ])("at %s validate, foresee, run, and go down to groups", async (_what, at, value, expected) => {
    await put("mg", { displayName: "Everyone" });
    const path = `${at}/providers/Microsoft.Resources/deployments/d`;
    const body = {
      location: "eastus",
      properties: {
        mode: "Incremental",
        template: template([inSubscription], { outputs: { o: { type: "string", value } } }),
      },
    };
    expect((await cloud.send("POST", `${path}/validate`, body)).status).toBe(200);
    const foreseen = await cloud.finish(await cloud.send("POST", `${path}/whatIf`, body));
    expect(foreseen.body).toMatchObject({
      properties: { changes: [{ changeType: "Create" }, { changeType: "Create" }] },
    });
    const made = await cloud.send("PUT", path, body);
    expect(made.status).toBe(201);
    expect((await cloud.finish(made)).body, JSON.stringify(made.body)).toMatchObject({ status: "Succeeded" });
    const got = await cloud.send("GET", path);
    expect(got.body).toMatchObject({ location: "eastus", properties: { outputs: { o: { value: expected } } } });
    const t = "/subscriptions/{sub}/resourceGroups/made/providers/Test.Things/things/t";
    expect((await cloud.send("GET", t)).status).toBe(200);
    expect((await cloud.send("GET", `${at}/providers/Microsoft.Resources/deployments/`)).body["value"]).toHaveLength(1);
    expect((await cloud.send("GET", `${path}/operations`)).body["value"]).toHaveLength(2);
  });

  it("make management groups, and what-if knows them", async () => {
    const resources = [
      {
        type: "Microsoft.Management/managementGroups",
        apiVersion: "2021-04-01",
        name: "new",
        properties: { displayName: "New", details: { parent: { id: `${base}/${testTenant}` } } },
      },
    ];
    const path = "/providers/Microsoft.Resources/deployments/d";
    const body = (displayName = "New") => ({
      location: "eastus",
      properties: {
        template: template(resources.map((one) => ({ ...one, properties: { ...one.properties, displayName } }))),
      },
    });
    const changes = async (displayName?: string) => {
      const answer = await cloud.finish(await cloud.send("POST", `${path}/whatIf`, body(displayName)));
      return ((answer.body["properties"] as JsonObject)["changes"] as JsonObject[]).map(({ changeType }) => changeType);
    };
    expect(await changes()).toEqual(["Create"]);
    const put = await cloud.send("PUT", path, body());
    expect((await cloud.finish(put)).body).toMatchObject({ status: "Succeeded" });
    expect((await cloud.send("GET", `${base}/new?${version}`)).status).toBe(200);
    expect(await changes()).toEqual(["NoChange"]);
    expect(await changes("Other")).toEqual(["Modify"]);
  });

  it.each([
    ["a management group that is not there", `${base}/none`, { location: "eastus" }, 404, "ManagementGroupNotFound"],
    ["no location", "", {}, 400, "InvalidDeployment"],
    ["mode Complete", "", { location: "eastus", mode: "Complete" }, 400, "InvalidDeploymentMode"],
  ])("with %s are refused", async (_what, at, { mode = "Incremental", ...body }: JsonObject, status, code) => {
    const path = `${at}/providers/Microsoft.Resources/deployments/d`;
    const answer = await cloud.send("PUT", path, { ...body, properties: { mode, template: template([]) } });
    expect(answer).toMatchObject({ status, body: { error: { code } } });
  });
});
