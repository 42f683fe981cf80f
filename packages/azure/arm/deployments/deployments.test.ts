import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { createTestCloud, testSubscription, thingsProvider, type TestCloud } from "../testing/index.ts";

const group = "/subscriptions/{sub}/resourceGroups/rg";
const deployments = "/subscriptions/{sub}/resourcegroups/rg/providers/Microsoft.Resources/deployments";
const things = `${group}/providers/Test.Things/things`;
const schema = "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#";

let cloud: TestCloud;
beforeEach(async () => {
  cloud = await createTestCloud({ providers: [thingsProvider] });
  await cloud.send("PUT", group, { location: "eastus" });
});

function template(resources: unknown, more: JsonObject = {}): JsonObject {
  return { $schema: schema, contentVersion: "1.0.0.0", resources: resources as JsonObject[], ...more };
}

function thing(name: string, more: JsonObject = {}): JsonObject {
  return {
    type: "Test.Things/things",
    apiVersion: "2024-01-01",
    name,
    location: "[resourceGroup().location]",
    ...more,
  };
}

function machine(name: string, more: JsonObject = {}): JsonObject {
  return { type: "Test.Things/machines", apiVersion: "2024-01-01", name, location: "eastus", ...more };
}

async function deploy(body: JsonObject, name = "d") {
  const put = await cloud.send("PUT", `${deployments}/${name}`, { properties: { mode: "Incremental", ...body } });
  if (put.status >= 400) return put;
  const status = await cloud.finish(put);
  const got = await cloud.send("GET", `${deployments}/${name}`);
  return { ...got, operation: status.body, put };
}

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

describe("failures", () => {
  it("are found before anything is made, all at once", async () => {
    const answer = await deploy({
      template: template([
        thing("good"),
        thing("9bad"),
        thing("bad", { properties: { refuse: "just so" } }),
        { type: "Test.Nothing/x", apiVersion: "2024-01-01", name: "x" },
        { type: "Test.Things/rockets", apiVersion: "2024-01-01", name: "x" },
        { type: "Test.Things/nothings", apiVersion: "2024-01-01", name: "x" },
        { type: "Test.Things/things", apiVersion: "2011-01-01", name: "x", location: "eastus" },
      ]),
    });
    expect(answer.status).toBe(400);
    const error = answer.body["error"] as {
      readonly code: string;
      readonly message: string;
      readonly details: { code: string }[];
    };
    expect(error.code).toBe("InvalidTemplateDeployment");
    expect(error.message).toMatch(
      /^The template deployment 'd' is not valid according to the validation procedure\. The tracking id is '[0-9a-f-]{36}'\. See inner errors for details\.$/,
    );
    expect(error.details.map(({ code }) => code)).toEqual([
      "ThingRefused",
      "ThingRefused",
      "InvalidResourceNamespace",
      "NotImplemented",
      "InvalidResourceType",
      "NoRegisteredProviderFound",
    ]);
    expect((await cloud.send("GET", `${things}/good`)).status).toBe(404);
    expect((await cloud.send("GET", `${deployments}/d`)).body).toMatchObject({
      error: { code: "DeploymentNotFound", message: "Deployment 'd' could not be found." },
    });
  });

  it("see each other in preflight: a child of a parent that the template makes", async () => {
    const answer = await deploy({
      template: template([
        { type: "Test.Things/shelves", apiVersion: "2024-01-01", name: "s", location: "eastus" },
        {
          type: "Test.Things/shelves/boards",
          apiVersion: "2024-01-01",
          name: "s/b",
          dependsOn: ["s"],
          properties: { w: 1 },
        },
        { type: "Test.Things/shelves/labels", apiVersion: "2024-01-01", name: "s/l", dependsOn: ["s"], properties: {} },
      ]),
    });
    expect(answer.body).toMatchObject({ properties: { provisioningState: "Succeeded" } });
    expect((await cloud.send("GET", `${group}/providers/Test.Things/shelves/s/boards/b`)).status).toBe(200);
  });

  it("name the cause alone: what waits for something refused is judged when that is there", async () => {
    const answer = await deploy({
      template: template([
        thing("cause", { type: "Test.Things/rockets" }),
        thing("effect", {
          dependsOn: ["[resourceId('Test.Things/rockets', 'cause')]"],
          properties: { refuse: "no cause" },
        }),
        thing("unknown", { type: "Test.Things/nothing", dependsOn: ["effect"] }),
        thing("aside", { properties: { refuse: "itself" } }),
      ]),
    });
    const { details = [] } = (answer.body as { error: { details?: readonly JsonObject[] } }).error;
    expect(details.map(({ code }) => code)).toEqual(["NotImplemented", "ThingRefused", "InvalidResourceType"]);
  });

  it.each([
    ["itself", ["inner"], "nested more than 20 levels deep"],
    ["itself twice", ["left", "right"], "nested more than 20 levels deep"],
    ["itself 100 times", Array.from({ length: 100 }, (_, index) => `n${index}`), "nested more than 20 levels deep"],
  ])("a linked template that links %s is refused at once", async (_what, names, message) => {
    const uri = "https://templates.example/t.json";
    const text = JSON.stringify(
      template(
        names.map((name) => ({
          type: "Microsoft.Resources/deployments",
          apiVersion: "2024-03-01",
          name: `[concat('${name}-', uniqueString(deployment().name))]`,
          properties: { mode: "Incremental", templateLink: { uri } },
        })),
      ),
    );
    cloud = await createTestCloud({
      providers: [thingsProvider],
      deps: { readContent: () => Promise.resolve(text) },
    });
    await cloud.send("PUT", group, { location: "eastus" });
    const answer = await cloud.send("PUT", `${deployments}/d`, { properties: { templateLink: { uri } } });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: {
          code: "InvalidTemplateDeployment",
          details: [{ code: "InvalidTemplate", message: expect.stringContaining(message) }],
        },
      },
    });
  });

  it("end a linked template that links itself under names that only the run knows", async () => {
    const uri = "https://templates.example/t.json";
    const key = "[listKeys(resourceId('Test.Things/things', 't'), '2024-01-01').keys[0]]";
    const again = {
      type: "Microsoft.Resources/deployments",
      apiVersion: "2024-03-01",
      name: "[concat('inner-', uniqueString(deployment().name, parameters('key')))]",
      dependsOn: ["t"],
      properties: { mode: "Incremental", templateLink: { uri }, parameters: { key: { value: key } } },
    };
    const parameters = { key: { type: "string", defaultValue: "" } };
    const text = JSON.stringify(template([thing("t"), again], { parameters }));
    cloud = await createTestCloud({ providers: [thingsProvider], deps: { readContent: () => Promise.resolve(text) } });
    await cloud.send("PUT", group, { location: "eastus" });
    const put = await cloud.send("PUT", `${deployments}/d`, { properties: { templateLink: { uri } } });
    expect(put.status).toBe(201);
    const ended = await cloud.finish(put);
    expect(ended.body["status"]).toBe("Failed");
    expect(JSON.stringify(ended.body)).toContain("is nested more than 20 levels deep");
    const { body } = await cloud.send("GET", deployments);
    expect(body["value"]).toHaveLength(20);
  });

  it("take a nested deployment that hands on what only the run knows", async () => {
    const answer = await deploy({
      template: template(
        [
          thing("a"),
          {
            type: "Microsoft.Resources/deployments",
            apiVersion: "2024-03-01",
            name: "inner",
            dependsOn: ["a"],
            properties: {
              mode: "Incremental",
              expressionEvaluationOptions: { scope: "inner" },
              parameters: { key: { value: "[listKeys(resourceId('Test.Things/things','a'),'2024-01-01').keys[0]]" } },
              template: template([], {
                parameters: { key: { type: "string" } },
                outputs: { key: { type: "string", value: "[parameters('key')]" } },
              }),
            },
          },
        ],
        { outputs: { key: { type: "string", value: "[reference('inner').outputs.key.value]" } } },
      ),
    });
    expect(answer.body).toMatchObject({ properties: { outputs: { key: { value: "key-of-a" } } } });
  });

  it("of operations are nested as Azure nests them, and stop only what depends on them", async () => {
    const answer = await deploy({
      template: template([
        machine("broken", { properties: { fail: true } }),
        thing("after", { dependsOn: ["broken"] }),
        thing("aside"),
      ]),
    });
    const target = `/subscriptions/${testSubscription}/resourceGroups/rg/providers/Test.Things/machines/broken`;
    const expected = {
      code: "DeploymentFailed",
      target: `/subscriptions/${testSubscription}/resourceGroups/rg/providers/Microsoft.Resources/deployments/d`,
      message:
        "At least one resource deployment operation failed. Please list deployment operations for details. Please see https://aka.ms/arm-deployment-operations for usage details.",
      details: [
        {
          code: "ResourceDeploymentFailure",
          target,
          message:
            "The resource write operation failed to complete successfully, because it reached terminal provisioning state 'Failed'.",
          details: [{ code: "BuildFailed", message: "The machine 'broken' could not be built." }],
        },
      ],
    };
    expect(answer.body).toMatchObject({ properties: { provisioningState: "Failed", error: expected } });
    expect((answer as unknown as { operation: JsonObject }).operation).toEqual({ status: "Failed", error: expected });
    expect((await cloud.send("GET", `${things}/after`)).status).toBe(404);
    expect((await cloud.send("GET", `${things}/aside`)).status).toBe(200);
  });

  it("of Resource Manager itself are shown as they are", async () => {
    // A parent that nobody makes: no provider is asked.
    const put = await cloud.send("PUT", `${deployments}/d`, {
      properties: {
        template: template([
          machine("m", { properties: { slowMs: 1000 } }),
          {
            type: "Test.Things/shelves/labels",
            apiVersion: "2024-01-01",
            name: "gone/l",
            dependsOn: ["m"],
            properties: {},
          },
        ]),
      },
    });
    await cloud.clock.advance(1000);
    expect((await cloud.finish(put)).body).toMatchObject({
      error: { details: [{ code: "ParentResourceNotFound", message: expect.stringContaining("'shelves/labels'") }] },
    });
  });

  it("that come with an answer are shown as text", async () => {
    // What the expression gives is known only while the deployment runs: preflight cannot see the refusal.
    const answer = await deploy({
      template: template([
        thing("a", { properties: { no: "late" } }),
        thing("b", {
          dependsOn: ["a"],
          properties: { refuse: "[listKeys(resourceId('Test.Things/things','a'),'2024-01-01').keys[0]]" },
        }),
      ]),
    });
    expect(answer.body).toMatchObject({
      properties: {
        provisioningState: "Failed",
        error: {
          details: [
            {
              code: "BadRequest",
              message:
                '{\r\n  "error": {\r\n    "code": "ThingRefused",\r\n    "message": "The thing \'b\' is refused: key-of-a."\r\n  }\r\n}',
            },
          ],
        },
      },
    });
  });

  it.each([
    ["a name of 65 characters", "x".repeat(65), {}, 400, "DeploymentNameLengthLimitExceeded"],
    ["a name with a slash-like character", "a%20b", {}, 400, "InvalidDeploymentName"],
    ["no properties", "d", { properties: undefined }, 400, "InvalidRequestContent"],
    ["no template", "d", { properties: {} }, 400, "InvalidRequestContent"],
    ["an unknown mode", "d", { properties: { mode: "Sometimes", template: {} } }, 400, "InvalidRequestContent"],
    ["a link", "d", { properties: { templateLink: { uri: "https://example.org/t.json" } } }, 400, "InvalidContentLink"],
    ["a template spec", "d", { properties: { templateLink: { id: "/subscriptions/x" } } }, 501, "NotImplemented"],
    ["a template without a schema", "d", { properties: { template: { resources: [] } } }, 400, "InvalidTemplate"],
  ])("with %s are refused", async (_, name, body, status, expected) => {
    const answer = await cloud.send("PUT", `${deployments}/${name}`, {
      properties: { template: template([]) },
      ...body,
    });
    expect([answer.status, (answer.body["error"] as { code: string }).code]).toEqual([status, expected]);
  });

  it("carry line and column of a bad template", async () => {
    const text = `{"properties": {"mode": "Incremental", template:{"$schema":"${schema}","contentVersion":"1.0.0.0",\n"resources":[{"type":"Test.Things/things","apiVersion":"2024-01-01","name":"[nope('x')]"}]}}}`;
    const answer = await cloud.send("POST", `${deployments}/d/validate`, undefined, { text });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: { code: "InvalidTemplate", additionalInfo: [{ type: "TemplateViolation", info: { lineNumber: 2 } }] },
      },
    });
    expect((await cloud.send("PUT", `${deployments}/d`, undefined, { text: "{" })).status).toBe(400);
  });

  it("refuses a body beyond 4 MB", async () => {
    const answer = await cloud.send("PUT", `${deployments}/d`, undefined, { text: `{"a":"${"x".repeat(5_000_000)}"}` });
    expect(answer).toMatchObject({ status: 413, body: { error: { code: "RequestContentTooLarge" } } });
  });

  it("of a missing group and a missing deployment are told apart", async () => {
    const nowhere = "/subscriptions/{sub}/resourcegroups/no/providers/Microsoft.Resources/deployments/d";
    expect((await cloud.send("GET", nowhere)).body).toMatchObject({ error: { code: "ResourceGroupNotFound" } });
    expect((await cloud.send("GET", `${deployments}/nope`)).body).toMatchObject({
      error: { code: "DeploymentNotFound" },
    });
  });
});

describe("nested deployments", () => {
  const inner = template([thing("inner")], {
    outputs: { name: { type: "string", value: "[reference('inner').size]" } },
  });

  it("go to another group, and give their outputs", async () => {
    await cloud.send("PUT", "/subscriptions/{sub}/resourceGroups/other", { location: "westeurope" });
    const answer = await deploy({
      template: template(
        [
          {
            type: "Microsoft.Resources/deployments",
            apiVersion: "2022-09-01",
            name: "nested",
            resourceGroup: "other",
            properties: { mode: "Incremental", expressionEvaluationOptions: { scope: "inner" }, template: inner },
          },
        ],
        { outputs: { size: { type: "string", value: "[reference('nested').outputs.name.value]" } } },
      ),
    });
    expect(answer.body).toMatchObject({
      properties: { provisioningState: "Succeeded", outputs: { size: { value: "small" } } },
    });
    const made = await cloud.send(
      "GET",
      "/subscriptions/{sub}/resourceGroups/other/providers/Test.Things/things/inner",
    );
    expect(made.body).toMatchObject({ location: "westeurope" });
  });

  it("are looked into by preflight, and nest their errors", async () => {
    const nested = (properties: JsonObject): JsonObject => ({
      type: "Microsoft.Resources/deployments",
      apiVersion: "2022-09-01",
      name: "nested",
      properties: { mode: "Incremental", template: template([properties]) },
    });
    const refused = await deploy({ template: template([nested(thing("x", { properties: { refuse: "no" } }))]) });
    expect(refused.body).toMatchObject({
      error: { code: "InvalidTemplateDeployment", details: [{ code: "ThingRefused" }] },
    });
    const failed = await deploy({ template: template([nested(machine("x", { properties: { fail: true } }))]) });
    expect(failed.body).toMatchObject({
      properties: {
        error: {
          code: "DeploymentFailed",
          details: [
            {
              code: "ResourceDeploymentFailure",
              details: [
                {
                  code: "DeploymentFailed",
                  details: [{ code: "ResourceDeploymentFailure", details: [{ code: "BuildFailed" }] }],
                },
              ],
            },
          ],
        },
      },
    });
  });

  it("of a subscription deployment go into the group that it makes", async () => {
    const path = "/subscriptions/{sub}/providers/Microsoft.Resources/deployments/s";
    const body = {
      location: "westus2",
      properties: {
        mode: "Incremental",
        template: {
          $schema: "https://schema.management.azure.com/schemas/2018-05-01/subscriptionDeploymentTemplate.json#",
          contentVersion: "1.0.0.0",
          resources: [
            {
              type: "Microsoft.Resources/resourceGroups",
              apiVersion: "2022-09-01",
              name: "made",
              location: "northeurope",
            },
            {
              type: "Microsoft.Resources/deployments",
              apiVersion: "2022-09-01",
              name: "in",
              resourceGroup: "made",
              dependsOn: ["[subscriptionResourceId('Microsoft.Resources/resourceGroups', 'made')]"],
              properties: {
                mode: "Incremental",
                expressionEvaluationOptions: { scope: "inner" },
                template: template([thing("deep")]),
              },
            },
          ],
        },
      },
    };
    expect(await cloud.send("POST", `${path}/validate`, body)).toMatchObject({ status: 200 });
    const whatIf = await cloud.finish(await cloud.send("POST", `${path}/whatIf`, body));
    expect(whatIf.body).toMatchObject({
      properties: {
        changes: [{ changeType: "Create" }, { changeType: "Create", after: { location: "northeurope" } }],
      },
    });
    const put = await cloud.send("PUT", path, body);
    expect(put.status).toBe(201);
    expect((await cloud.finish(put)).body).toEqual({ status: "Succeeded" });
    expect(
      (await cloud.send("GET", "/subscriptions/{sub}/resourceGroups/made/providers/Test.Things/things/deep")).status,
    ).toBe(200);
    const missing = await cloud.send("PUT", path, { ...body, location: undefined });
    expect(missing.body).toMatchObject({ error: { code: "LocationRequired" } });
  });
});

describe("looking ahead", () => {
  it("hands outputs of one module to the next, as the run will", async () => {
    const module = (
      name: string,
      parameters: JsonObject,
      resources: JsonObject[],
      outputs: JsonObject,
    ): JsonObject => ({
      type: "Microsoft.Resources/deployments",
      apiVersion: "2022-09-01",
      name,
      properties: {
        mode: "Incremental",
        expressionEvaluationOptions: { scope: "inner" },
        parameters,
        template: template(resources, {
          parameters: Object.fromEntries(Object.keys(parameters).map((key) => [key, { type: "string" }])),
          outputs,
        }),
      },
    });
    const answer = await deploy({
      template: template([
        module(
          "second",
          { why: { value: "[reference('first').outputs.size.value]" } },
          [thing("b", { properties: { refuse: "[parameters('why')]" } })],
          {},
        ),
        module("first", {}, [thing("a")], { size: { type: "string", value: "[reference('a').size]" } }),
      ]),
    });
    expect(answer.body).toMatchObject({
      error: {
        code: "InvalidTemplateDeployment",
        details: [{ code: "ThingRefused", message: "The thing 'b' is refused: small." }],
      },
    });
  });

  it("goes in rounds, so that what only happens to be first is there", async () => {
    const answer = await deploy({
      template: template([
        thing("late", { dependsOn: ["waits"] }),
        // Waits for something else, not for the shelf that it stands on: Azure makes the shelf first all the same.
        {
          type: "Test.Things/shelves/labels",
          apiVersion: "2024-01-01",
          name: "s/l",
          dependsOn: ["aside"],
          properties: {},
        },
        thing("waits", { dependsOn: ["[resourceId('Test.Things/shelves/labels', 's', 'l')]"] }),
        thing("aside"),
        { type: "Test.Things/shelves", apiVersion: "2024-01-01", name: "s", location: "eastus" },
      ]),
    });
    expect(answer.body).toMatchObject({ properties: { provisioningState: "Succeeded" } });
  });

  it("names what Azure has and byocni has not", async () => {
    const answer = await deploy({
      template: template([
        { type: "Microsoft.Storage/storageAccounts", apiVersion: "2023-01-01", name: "x", location: "eastus" },
        { type: "Microsoft.Resources/deploymentScripts", apiVersion: "2023-08-01", name: "x", location: "eastus" },
      ]),
    });
    const { details } = answer.body["error"] as {
      readonly details: { readonly code: string; readonly message: string }[];
    };
    expect(details.map(({ code }) => code)).toEqual(["NotImplemented", "NotImplemented"]);
    expect(details[0]?.message).toContain("the resource provider 'Microsoft.Storage'");
    expect(details[1]?.message).toContain("'Microsoft.Resources/deploymentScripts'");
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

describe("what-if", () => {
  async function changes(resources: unknown) {
    const started = await cloud.send("POST", `${deployments}/d/whatIf`, {
      properties: {
        mode: "Incremental",
        template: template(resources),
        whatIfSettings: { resultFormat: "FullResourcePayloads" },
      },
    });
    expect(started.status).toBe(202);
    expect(started.headers["location"]).toContain("/operationresults/");
    const { body } = await cloud.finish(started);
    expect(body["status"]).toBe("Succeeded");
    return (body["properties"] as JsonObject)["changes"] as readonly JsonObject[];
  }

  it("tells create, modify, no change and ignore apart, without server defaults", async () => {
    await cloud.send("PUT", `${things}/same`, { location: "eastus", tags: { a: "1" } });
    await cloud.send("PUT", `${things}/more`, {
      location: "eastus",
      tags: { Owner: "A" },
      properties: { size: "small", list: [1, 2] },
    });
    await cloud.send("PUT", `${things}/aside`, { location: "eastus" });
    const result = await changes([
      thing("new", { properties: { color: "red" } }),
      thing("same", { tags: { a: "1" } }),
      thing("more", { tags: {}, properties: { size: "big", list: [1] } }),
    ]);
    expect(result.map(({ resourceId, changeType }) => [String(resourceId).split("/").at(-1), changeType])).toEqual([
      ["aside", "Ignore"],
      ["more", "Modify"],
      ["new", "Create"],
      ["same", "NoChange"],
    ]);
    expect(result[2]).toMatchObject({
      after: {
        apiVersion: "2024-01-01",
        id: expect.stringContaining("/things/new"),
        location: "eastus",
        name: "new",
        resourceGroup: "rg",
        type: "Test.Things/things",
        properties: { color: "red" },
      },
    });
    expect((result[2] as unknown as { after: JsonObject }).after["properties"]).toEqual({ color: "red" });
    expect(result[1]?.["delta"]).toEqual([
      { path: "tags.Owner", propertyChangeType: "Delete", before: "A" },
      { path: "properties.size", propertyChangeType: "Modify", before: "small", after: "big" },
      {
        path: "properties.list",
        propertyChangeType: "Array",
        children: [{ path: "1", propertyChangeType: "Delete", before: 2 }],
      },
    ]);
    expect((await cloud.send("GET", `${things}/new`)).status).toBe(404);
  });

  it("measures a child against what is there, though its parent in the template does not name it", async () => {
    const shelves = `${group}/providers/Test.Things/shelves`;
    await cloud.send("PUT", `${shelves}/s`, { location: "eastus" });
    await cloud.send("PUT", `${shelves}/s/boards/b`, { properties: { wood: "oak" } });
    const child = { type: "Test.Things/shelves/boards", apiVersion: "2024-01-01", name: "s/b", dependsOn: ["s"] };
    const result = await changes([
      {
        type: "Test.Things/shelves",
        apiVersion: "2024-01-01",
        name: "s",
        location: "eastus",
        properties: { boards: [] },
      },
      { ...child, properties: { wood: "oak" } },
    ]);
    expect(result.map(({ resourceId, changeType }) => [String(resourceId).split("/").at(-1), changeType])).toEqual([
      ["s", "Modify"],
      ["b", "NoChange"],
    ]);
  });

  it("does not report what is known only while the deployment runs", async () => {
    await cloud.send("PUT", `${things}/a`, { location: "eastus", properties: { key: "old" } });
    const [change] = await changes([
      thing("a", { properties: { key: "[listKeys(resourceId('Test.Things/things','b'),'2024-01-01').keys[0]]" } }),
      thing("b"),
    ]);
    expect(change).toMatchObject({ changeType: "Deploy" });
    expect(change).not.toHaveProperty("delta");
  });
});
