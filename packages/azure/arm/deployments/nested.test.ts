import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { createTestCloud, thingsProvider, type TestCloud } from "../testing/index.ts";
import { deployIn, machine, template, testGroup as group, thing } from "../testing/deployer.ts";

let cloud: TestCloud;
beforeEach(async () => {
  cloud = await createTestCloud({ providers: [thingsProvider] });
  await cloud.send("PUT", group, { location: "eastus" });
});

const deploy = (properties: JsonObject, name?: string) => deployIn(cloud, properties, name);

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
    expect(missing.body).toMatchObject({ error: { code: "InvalidDeployment" } });
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
