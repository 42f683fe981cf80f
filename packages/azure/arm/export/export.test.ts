import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { createTestCloud, testSubscription, thingsProvider, type TestCloud } from "../testing/index.ts";
import { changesIn, deployIn, testGroup as group, testThings as things } from "../testing/deployer.ts";

const idOf = (path: string): string => path.replace("{sub}", testSubscription);

let cloud: TestCloud;
beforeEach(async () => {
  cloud = await createTestCloud({ providers: [thingsProvider] });
  await cloud.send("PUT", group, { location: "eastus" });
  await cloud.send("PUT", "/subscriptions/{sub}/resourceGroups/other", { location: "eastus" });
  await cloud.send("PUT", "/subscriptions/{sub}/resourceGroups/other/providers/Test.Things/things/far", {
    location: "eastus",
  });
  await cloud.send("PUT", `${things}/a-1`, { location: "eastus", tags: { t: "[odd]" } });
  await cloud.send("PUT", `${things}/b`, {
    location: "eastus",
    properties: {
      near: idOf(`${things}/a-1`),
      far: idOf("/subscriptions/{sub}/resourceGroups/other/providers/Test.Things/things/far/parts/p"),
      text: "it's",
    },
  });
  await cloud.send("PUT", `${group}/providers/Test.Things/shelves/s`, { location: "eastus" });
  await cloud.send("PUT", `${group}/providers/Test.Things/shelves/s/boards/top`, { properties: { wood: "oak" } });
  await cloud.send("PUT", `${group}/providers/Test.Things/shelves/s/labels/l`, { properties: {} });
});

async function exported(body: JsonObject): Promise<JsonObject> {
  const started = await cloud.send("POST", `${group}/exportTemplate`, body);
  expect(started.status).toBe(202);
  return (await cloud.finish(started)).body;
}

describe("the export of a group", () => {
  it("has parameters for names and far ids, and resourceId for what is near", async () => {
    const { template, error } = await exported({ resources: ["*"], options: "IncludeParameterDefaultValue" });
    expect(error).toBeUndefined();
    expect(template).toEqual({
      $schema: "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
      contentVersion: "1.0.0.0",
      parameters: {
        shelves_s_name: { defaultValue: "s", type: "String" },
        things_a_1_name: { defaultValue: "a-1", type: "String" },
        things_b_name: { defaultValue: "b", type: "String" },
        things_far_externalid: {
          defaultValue: idOf("/subscriptions/{sub}/resourceGroups/other/providers/Test.Things/things/far"),
          type: "String",
        },
      },
      variables: {},
      resources: [
        {
          type: "Test.Things/shelves",
          apiVersion: "2024-01-01",
          name: "[parameters('shelves_s_name')]",
          location: "eastus",
          properties: {
            boards: [
              {
                name: "top",
                id: "[resourceId('Test.Things/shelves/boards', parameters('shelves_s_name'), 'top')]",
                type: "Test.Things/shelves/boards",
                properties: { wood: "oak" },
              },
            ],
          },
        },
        {
          type: "Test.Things/shelves/boards",
          apiVersion: "2024-01-01",
          name: "[concat(parameters('shelves_s_name'), '/top')]",
          dependsOn: ["[resourceId('Test.Things/shelves', parameters('shelves_s_name'))]"],
          properties: { wood: "oak" },
        },
        {
          type: "Test.Things/shelves/labels",
          apiVersion: "2024-01-01",
          name: "[concat(parameters('shelves_s_name'), '/l')]",
          dependsOn: ["[resourceId('Test.Things/shelves', parameters('shelves_s_name'))]"],
          properties: {},
        },
        {
          type: "Test.Things/things",
          apiVersion: "2024-01-01",
          name: "[parameters('things_a_1_name')]",
          location: "eastus",
          tags: { t: "[[odd]" },
          properties: { size: "small", serial: 1 },
        },
        {
          type: "Test.Things/things",
          apiVersion: "2024-01-01",
          name: "[parameters('things_b_name')]",
          location: "eastus",
          dependsOn: ["[resourceId('Test.Things/things', parameters('things_a_1_name'))]"],
          properties: {
            size: "small",
            serial: 1,
            near: "[resourceId('Test.Things/things', parameters('things_a_1_name'))]",
            far: "[concat(parameters('things_far_externalid'), '/parts/p')]",
            text: "it's",
          },
        },
      ],
    });
  });

  it("is what the group is: what-if of it finds nothing, here and in a group made from it", async () => {
    const { template } = await exported({ resources: ["*"], options: "IncludeParameterDefaultValue" });
    const found = await changesIn(cloud, { template: template as JsonObject, mode: "Complete" });
    expect(found.filter(({ changeType }) => changeType !== "NoChange")).toEqual([]);
    const answer = await deployIn(cloud, { template: template as JsonObject });
    expect(answer.body).toMatchObject({ properties: { provisioningState: "Succeeded" } });
  });

  it.each([
    [
      "SkipResourceNameParameterization",
      { things_a_1_externalid: { type: "String" }, things_far_externalid: { type: "String" } },
      "b",
    ],
    ["SkipAllParameterization", {}, "b"],
  ])("with %s", async (options, parameters, name) => {
    const { template } = await exported({ resources: [idOf(`${things}/b`)], options });
    expect(template).toMatchObject({ parameters, resources: [{ name }] });
    expect((template as JsonObject)["parameters"]).toEqual(parameters);
  });

  it.each<[JsonObject, number, string]>([
    [{}, 400, "InvalidRequestContent"],
    [{ resources: ["x"] }, 400, "InvalidRequestContent"],
    [{ resources: [idOf(`${things}/none`)] }, 404, "ResourceNotFound"],
  ])("refuses %j", async (body, status, code) => {
    expect(await cloud.send("POST", `${group}/exportTemplate`, body)).toMatchObject({
      status,
      body: { error: { code } },
    });
  });
});
