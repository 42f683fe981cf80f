import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { createTestCloud, testSubscription, thingsProvider, type TestCloud } from "../testing/index.ts";
import {
  deployIn,
  machine,
  template,
  templateSchema as schema,
  testDeployments as deployments,
  testGroup as group,
  testThings as things,
  thing,
} from "../testing/deployer.ts";

let cloud: TestCloud;
beforeEach(async () => {
  cloud = await createTestCloud({ providers: [thingsProvider] });
  await cloud.send("PUT", group, { location: "eastus" });
});

const deploy = (properties: JsonObject, name?: string) => deployIn(cloud, properties, name);

describe("a deployment", () => {
  it("makes resources in order, and shows what it did", async () => {
    const answer = await deploy({
      parameters: { name: { value: "one" } },
      template: template(
        [
          thing("two", { dependsOn: ["[resourceId('Test.Things/things', parameters('name'))]"] }),
          thing("[parameters('name')]", { properties: { color: "red" } }),
        ],
        {
          parameters: { name: { type: "string" }, secret: { type: "securestring", defaultValue: "x" } },
          outputs: {
            color: { type: "string", value: "[reference(parameters('name')).color]" },
            keys: { type: "array", value: "[listKeys(resourceId('Test.Things/things', 'two'), '2024-01-01').keys]" },
          },
        },
      ),
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      id: `/subscriptions/${testSubscription}/resourceGroups/rg/providers/Microsoft.Resources/deployments/d`,
      name: "d",
      type: "Microsoft.Resources/deployments",
      properties: {
        provisioningState: "Succeeded",
        mode: "Incremental",
        parameters: { name: { type: "String", value: "one" }, secret: { type: "SecureString" } },
        outputs: { color: { type: "String", value: "red" }, keys: { type: "Array", value: ["key-of-two"] } },
        outputResources: [
          { id: expect.stringContaining("/things/two") },
          { id: expect.stringContaining("/things/one") },
        ],
        providers: [{ namespace: "Test.Things", resourceTypes: [{ resourceType: "things", locations: ["eastus"] }] }],
        dependencies: [
          {
            dependsOn: [
              { id: expect.stringContaining("/things/one"), resourceType: "Test.Things/things", resourceName: "one" },
            ],
            resourceName: "two",
          },
        ],
      },
    });
    expect(String((answer.body["properties"] as JsonObject)["templateHash"])).toMatch(/^\d+$/);
    const operations = await cloud.send("GET", "/subscriptions/{sub}/resourcegroups/rg/deployments/d/operations");
    expect(operations.body["value"]).toHaveLength(3);
    expect(operations.body).toMatchObject({
      value: [
        { properties: { provisioningOperation: "EvaluateDeploymentOutput", statusCode: "OK" } },
        {
          properties: {
            provisioningState: "Succeeded",
            statusCode: "Created",
            targetResource: { resourceType: "Test.Things/things" },
          },
        },
        {},
      ],
    });
    const { operationId } = (operations.body["value"] as JsonObject[])[0] ?? {};
    expect((await cloud.send("GET", `${deployments}/d/operations/${String(operationId)}`)).status).toBe(200);
  });

  it("takes what az sends: no JSON, comments, an unquoted key, no mode", async () => {
    const text = `{"properties": {"parameters": {"n": {"value": "az"}}, template:{"$schema":"${schema}","contentVersion":"1.0.0.0",
 "parameters":{"n":{"type":"string"}},
 // a comment
 "resources":[{"type":"Test.Things/things","apiVersion":"2024-01-01","name":"[parameters('n')]","location":"[resourceGroup().location]"}]}
}}`;
    const validated = await cloud.send("POST", `${deployments}/az/validate`, undefined, { text });
    expect(validated.status).toBe(200);
    expect(validated.body).toMatchObject({
      properties: { validatedResources: [{ id: expect.stringContaining("/things/az") }] },
    });
    expect((await cloud.send("GET", `${things}/az`)).status).toBe(404);
    const put = await cloud.send("PUT", `${deployments}/az`, undefined, { text });
    expect(put.status).toBe(201);
    expect(put.body).toMatchObject({ properties: { provisioningState: "Accepted" } });
    expect(put.headers["azure-asyncoperation"]).toMatch(
      /\/deployments\/az\/operationStatuses\/085\d{17}\?api-version=/,
    );
    expect((await cloud.finish(put)).body).toEqual({ status: "Succeeded" });
    expect((await cloud.send("GET", `${deployments}/`)).body).toMatchObject({ value: [{ name: "az" }] });
  });

  it("waits for operations, and runs what it can side by side", async () => {
    const put = await cloud.send("PUT", `${deployments}/slow`, {
      properties: {
        mode: "Incremental",
        template: template([
          machine("a", { properties: { slowMs: 1000 } }),
          machine("b", { properties: { slowMs: 1000 } }),
          thing("after", { dependsOn: ["a", "b"] }),
        ]),
      },
    });
    await cloud.clock.advance(500);
    const { pathname, search } = new URL(String(put.headers["azure-asyncoperation"]));
    expect(await cloud.send("GET", pathname + search)).toMatchObject({ status: 200, body: { status: "Running" } });
    expect((await cloud.send("GET", `${things}/after`)).status).toBe(404);
    const again = await cloud.send("PUT", `${deployments}/slow`, { properties: { template: template([]) } });
    expect(again).toMatchObject({
      status: 409,
      body: {
        error: {
          code: "DeploymentActive",
          message:
            "Unable to edit or replace deployment 'slow': previous deployment from '1/1/2026 12:00:00 AM' is still active (expiration time is '1/8/2026 12:00:00 AM'). Please see https://aka.ms/arm-deploy for usage details.",
        },
      },
    });
    await cloud.clock.advance(500);
    await cloud.azure.idle();
    expect((await cloud.send("GET", `${deployments}/slow`)).body).toMatchObject({
      properties: { provisioningState: "Succeeded", duration: "PT1S" },
    });
    expect((await cloud.send("GET", `${things}/after`)).status).toBe(200);
  });

  it("goes on after a restart", async () => {
    const put = await cloud.send("PUT", `${deployments}/d`, {
      properties: {
        template: template(
          [
            thing("first"),
            machine("m", { dependsOn: ["first"], properties: { slowMs: 1000 } }),
            thing("last", { dependsOn: ["m"] }),
          ],
          {
            parameters: { id: { type: "string", defaultValue: "[newGuid()]" } },
            outputs: { id: { type: "string", value: "[parameters('id')]" } },
          },
        ),
      },
    });
    await cloud.clock.advance(10);
    const before = (put.body["properties"] as JsonObject)["parameters"] as { readonly id: { readonly value: string } };
    const after = await cloud.restart();
    await after.clock.advance(1000);
    expect((await after.finish(put)).body).toEqual({ status: "Succeeded" });
    expect((await after.send("GET", `${deployments}/d`)).body).toMatchObject({
      properties: { outputs: { id: { value: before.id.value } }, outputResources: [{}, {}, {}] },
    });
  });

  it("is not done before its resources are, wherever the engine was closed", async () => {
    // At once after the answer, the PUT of the machine is still on its way when the engine is gone.
    const put = await cloud.send("PUT", `${deployments}/d`, {
      properties: { template: template([machine("m", { properties: { slowMs: 1000, fail: true } })]) },
    });
    expect(put.status).toBe(201);
    cloud = await cloud.restart();
    await cloud.clock.advance(5000);
    await cloud.azure.idle();
    expect((await cloud.send("GET", `${deployments}/d`)).body).toMatchObject({
      properties: { provisioningState: "Failed" },
    });
  });

  it("can be canceled", async () => {
    const put = await cloud.send("PUT", `${deployments}/d`, {
      properties: {
        template: template([machine("m", { properties: { slowMs: 1000 } }), thing("t", { dependsOn: ["m"] })]),
      },
    });
    await cloud.clock.advance(1);
    expect((await cloud.send("POST", `${deployments}/d/cancel`)).status).toBe(204);
    await cloud.clock.advance(1000);
    expect((await cloud.finish(put)).body).toMatchObject({ status: "Canceled" });
    expect((await cloud.send("GET", `${deployments}/d`)).body).toMatchObject({
      properties: { provisioningState: "Canceled" },
    });
    expect((await cloud.send("GET", `${things}/t`)).status).toBe(404);
    expect((await cloud.send("POST", `${deployments}/d/cancel`)).status).toBe(409);
  });

  it("is exported and deleted without what it made", async () => {
    await deploy({ template: template([thing("x")]) });
    const exported = await cloud.send("POST", `${deployments}/d/exportTemplate`);
    expect(exported.body).toMatchObject({ template: { resources: [{ name: "x" }] } });
    expect((await cloud.send("HEAD", `${deployments}/d`)).status).toBe(204);
    expect((await cloud.send("DELETE", `${deployments}/d`)).status).toBe(204);
    expect((await cloud.send("HEAD", `${deployments}/d`)).status).toBe(404);
    expect((await cloud.send("GET", `${things}/x`)).status).toBe(200);
  });

  it("in mode Complete removes what the template does not name", async () => {
    await cloud.send("PUT", `${things}/old`, { location: "eastus" });
    const body = { mode: "Complete", template: template([thing("new")]) };
    const whatIf = await cloud.finish(await cloud.send("POST", `${deployments}/d/whatIf`, { properties: body }));
    expect(whatIf.body).toMatchObject({
      properties: { changes: [{ changeType: "Create" }, { changeType: "Delete", before: { name: "old" } }] },
    });
    await deploy(body);
    expect((await cloud.send("GET", `${things}/old`)).status).toBe(404);
    expect((await cloud.send("GET", `${things}/new`)).status).toBe(200);
  });
});

describe("what a deployment leaves behind", () => {
  it("has no secret in it", async () => {
    await deploy({
      parameters: { secret: { value: "top-secret-value" } },
      template: template([thing("x")], { parameters: { secret: { type: "securestring" } } }),
    });
    const { entries } = await cloud.store.list("deployment");
    expect(JSON.stringify(entries)).not.toContain("top-secret-value");
  });

  it("goes with its group", async () => {
    await deploy({ template: template([thing("x")]) });
    await cloud.finish(await cloud.send("DELETE", group));
    expect((await cloud.store.list("deployment")).entries).toEqual([]);
  });

  it("respects locks in mode Complete", async () => {
    await cloud.send("PUT", `${things}/kept`, { location: "eastus" });
    await cloud.send("PUT", `${things}/kept/providers/Microsoft.Authorization/locks/l?api-version=2020-05-01`, {
      properties: { level: "CanNotDelete" },
    });
    const answer = await deploy({ mode: "Complete", template: template([thing("new")]) });
    expect(answer.body).toMatchObject({
      properties: {
        provisioningState: "Failed",
        error: { code: "DeploymentFailed", details: [{ code: "ScopeLocked" }] },
      },
    });
    expect((await cloud.send("GET", `${things}/kept`)).status).toBe(200);
  });
});

describe("onErrorDeployment", () => {
  const good = (color: string) => template([thing("t", { properties: { color } })]);
  const bad = template([thing("extra"), machine("m", { properties: { fail: true } })]);
  const colorOf = async () => (await cloud.send("GET", `${things}/t`)).body["properties"] as JsonObject;

  it.each([
    [{ type: "LastSuccessful" }, "second", "blue"],
    [{ type: "SpecificDeployment", deploymentName: "first" }, "first", "red"],
  ])("%j runs an earlier deployment again, in mode Complete", async (onErrorDeployment, name, color) => {
    await deploy({ template: good("red") }, "first");
    await cloud.clock.advance(1000);
    await deploy({ template: good("blue") }, "second");
    await cloud.clock.advance(1000);
    const failed = await deploy({ template: bad, onErrorDeployment }, "third");
    expect(failed.put?.body).toMatchObject({
      properties: { onErrorDeployment: { type: onErrorDeployment.type, deploymentName: name } },
    });
    expect(failed.body).toMatchObject({
      properties: {
        provisioningState: "Failed",
        error: { code: "DeploymentFailed" },
        onErrorDeployment: { deploymentName: name, provisioningState: "Succeeded" },
      },
    });
    expect(await colorOf()).toMatchObject({ color });
    expect((await cloud.send("GET", `${things}/extra`)).status, "mode Complete").toBe(404);
    expect((await cloud.send("GET", `${deployments}/${name}`)).body).toMatchObject({
      properties: { provisioningState: "Succeeded", mode: "Complete" },
    });
  });

  it("does nothing when the deployment succeeds, and shows the name that it found", async () => {
    await deploy({ template: good("red") }, "first");
    const onErrorDeployment = { type: "LastSuccessful" };
    const validated = await cloud.send("POST", `${deployments}/second/validate`, {
      properties: { template: good("blue"), onErrorDeployment },
    });
    expect(validated.body).toMatchObject({ properties: { onErrorDeployment: { deploymentName: "first" } } });
    const answer = await deploy({ template: good("blue"), onErrorDeployment }, "second");
    expect(answer.body).toMatchObject({
      properties: {
        provisioningState: "Succeeded",
        onErrorDeployment: { type: "LastSuccessful", deploymentName: "first" },
      },
    });
    expect(await colorOf()).toMatchObject({ color: "blue" });
  });

  it("goes back after a restart too", async () => {
    await deploy({ template: good("red") }, "first");
    const slow = template([machine("m", { properties: { slowMs: 1000, fail: true } })]);
    const put = await cloud.send("PUT", `${deployments}/second`, {
      properties: { template: slow, onErrorDeployment: { type: "LastSuccessful" } },
    });
    expect(put.status).toBe(201);
    await cloud.clock.advance(1);
    cloud = await cloud.restart();
    await cloud.clock.advance(5000);
    await cloud.azure.idle();
    expect((await cloud.send("GET", `${deployments}/second`)).body).toMatchObject({
      properties: { provisioningState: "Failed", onErrorDeployment: { provisioningState: "Succeeded" } },
    });
    expect((await cloud.send("GET", `${group}/providers/Test.Things/machines/m`)).status).toBe(404);
  });

  it.each<[string, unknown, RegExp]>([
    ["no earlier one", { type: "LastSuccessful" }, /no earlier deployment/],
    ["an unknown one", { type: "SpecificDeployment", deploymentName: "nope" }, /no earlier deployment 'nope'/],
    ["no name", { type: "SpecificDeployment" }, /not valid/],
    ["an unknown type", { type: "Sometimes" }, /not valid/],
  ])("with %s is refused", async (_what, onErrorDeployment, message) => {
    const answer = await deploy({ template: good("red"), onErrorDeployment } as JsonObject);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: "InvalidOnErrorDeployment", message: expect.stringMatching(message) } },
    });
  });

  it("does not go back to a deployment with a secret that is not kept", async () => {
    const parameters = { secret: { type: "securestring" } };
    await deploy({ parameters: { secret: { value: "s3cret" } }, template: template([], { parameters }) }, "first");
    const answer = await deploy({ template: bad, onErrorDeployment: { type: "LastSuccessful" } }, "second");
    expect(answer.body).toMatchObject({ error: { message: expect.stringContaining("secure parameter 'secret'") } });
  });
});
