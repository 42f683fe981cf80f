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

  it("that come with an answer are shown as they came", async () => {
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
          details: [{ code: "ThingRefused", message: "The thing 'b' is refused: key-of-a." }],
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
    ["a template spec", "d", { properties: { templateLink: { id: "/subscriptions/x" } } }, 400, "InvalidTemplateSpec"],
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
