import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { createTestCloud, thingsProvider, type TestCloud } from "../testing/index.ts";
import {
  changesIn,
  deployIn,
  machine,
  template,
  testGroup as group,
  testThings as things,
  thing,
} from "../testing/deployer.ts";

let cloud: TestCloud;
beforeEach(async () => {
  cloud = await createTestCloud({ providers: [thingsProvider] });
  await cloud.send("PUT", group, { location: "eastus" });
});

describe("what-if", () => {
  const changes = (resources: unknown, more: JsonObject = {}) =>
    changesIn(cloud, { template: template(resources), ...more });

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

  it("knows every kind of change", async () => {
    await cloud.send("PUT", `${things}/stays`, { location: "eastus" });
    await cloud.send("PUT", `${things}/changes`, { location: "eastus", properties: { color: "red" } });
    await cloud.send("PUT", `${things}/goes`, { location: "eastus" });
    await cloud.send("PUT", `${things}/waits`, { location: "eastus", properties: { key: "old" } });
    const resources = [
      thing("comes"),
      thing("stays"),
      thing("changes", { properties: { color: "blue" } }),
      thing("waits", { properties: { key: "[listKeys('comes', '2024-01-01').keys[0]]" } }),
      { type: "Microsoft.Resources/tags", apiVersion: "2022-09-01", name: "default", properties: { tags: { a: "b" } } },
    ];
    const kinds = async (mode: string) => {
      const found = await changes(resources, { mode });
      return Object.fromEntries(found.map((one) => [String(one["resourceId"]).split("/").at(-1), one["changeType"]]));
    };
    const same = {
      comes: "Create",
      stays: "NoChange",
      changes: "Modify",
      waits: "Deploy",
      default: "Modify",
    };
    expect(await kinds("Incremental")).toEqual({ ...same, goes: "Ignore" });
    expect(await kinds("Complete")).toEqual({ ...same, goes: "Delete" });
    const ids = await changes(resources, { whatIfSettings: { resultFormat: "ResourceIdOnly" } });
    expect(ids).toContainEqual({
      resourceId: expect.stringMatching(/\/things\/changes$/) as string,
      changeType: "Deploy",
    });
  });

  it("shows no secret: stars stand for values of secure parameters, as on Azure", async () => {
    await cloud.send("PUT", `${things}/known`, { location: "eastus", properties: { note: "before" } });
    const found = await changes([], {
      parameters: { password: { value: "hunter-2" }, object: { value: { inner: ["deep-secret"], port: 1 } } },
      template: template(
        [
          thing("new", {
            properties: {
              exact: "[parameters('password')]",
              within: "[concat('user:', parameters('password'))]",
              deep: "[parameters('object').inner[0]]",
              whole: "[parameters('object')]",
              port: "[parameters('object').port]",
              open: "hunting",
            },
          }),
          thing("known", { properties: { note: "[parameters('password')]" } }),
          {
            type: "Microsoft.Resources/deployments",
            apiVersion: "2022-09-01",
            name: "nested",
            properties: {
              mode: "Incremental",
              expressionEvaluationOptions: { scope: "inner" },
              parameters: { hidden: { value: "only-inside" } },
              template: template([thing("inner", { properties: { note: "[parameters('hidden')]" } })], {
                parameters: { hidden: { type: "secureString" } },
              }),
            },
          },
        ],
        { parameters: { password: { type: "securestring" }, object: { type: "secureObject" } } },
      ),
    });
    expect(JSON.stringify(found)).not.toMatch(/hunter-2|deep-secret|only-inside/);
    const [inner, known, fresh] = found as readonly { after: JsonObject; delta?: unknown }[];
    expect(fresh?.after["properties"]).toEqual({
      exact: "*******",
      within: "*******",
      deep: "*******",
      whole: "*******",
      port: 1,
      open: "hunting",
    });
    expect(known?.delta).toEqual([
      { path: "properties.note", propertyChangeType: "Modify", before: "before", after: "*******" },
    ]);
    expect(inner?.after["properties"]).toMatchObject({ note: "*******" });
  });

  it("tells what the template sets and the provider keeps: NoEffect", async () => {
    await cloud.send("PUT", `${things}/t`, { location: "eastus", properties: { color: "red" } });
    const [change] = await changes([thing("t", { properties: { color: "red", serial: 7 } })]);
    expect(change).toMatchObject({
      changeType: "NoChange",
      delta: [{ path: "properties.serial", propertyChangeType: "NoEffect", before: 1, after: 7 }],
    });
  });

  it("names the nested deployments that it could not look into", async () => {
    const started = await cloud.send("POST", `${group}/providers/Microsoft.Resources/deployments/d/whatIf`, {
      properties: {
        template: template([
          thing("a"),
          {
            type: "Microsoft.Resources/deployments",
            apiVersion: "2022-09-01",
            name: "nested",
            properties: {
              mode: "Incremental",
              expressionEvaluationOptions: { scope: "inner" },
              parameters: { name: { value: "[listKeys('a', '2024-01-01').keys[0]]" } },
              template: template([thing("[parameters('name')]")], { parameters: { name: { type: "string" } } }),
            },
          },
        ]),
      },
    });
    expect((await cloud.finish(started)).body).toMatchObject({
      properties: {
        changes: [{ changeType: "Create" }],
        diagnostics: [
          { code: "NestedDeploymentShortCircuited", target: expect.stringMatching(/\/deployments\/nested$/) },
        ],
      },
    });
  });

  it.each([
    ["an item more", [1, 2], [1, 2, 3], [{ path: "2", propertyChangeType: "Create", after: 3 }]],
    ["an item less", [1, 2], [1], [{ path: "1", propertyChangeType: "Delete", before: 2 }]],
    [
      "a named item that changes",
      [{ name: "a", v: 1 }],
      [{ name: "a", v: 2 }],
      [
        {
          path: "0",
          propertyChangeType: "Modify",
          children: [{ path: "v", propertyChangeType: "Modify", before: 1, after: 2 }],
        },
      ],
    ],
  ])("tells arrays apart item by item: %s", async (_what, before, after, children) => {
    await cloud.send("PUT", `${things}/t`, { location: "eastus", properties: { list: before } });
    const [change] = await changes([thing("t", { properties: { list: after } })]);
    expect(change?.["delta"]).toEqual([{ path: "properties.list", propertyChangeType: "Array", children }]);
  });

  it("finds nothing after the deployment of the same template, and no default of the provider", async () => {
    const properties = {
      template: template([
        thing("a", { tags: {}, properties: { list: [], none: null } }),
        machine("m", { properties: { parts: [{ name: "p" }] } }),
        { type: "Test.Things/shelves", apiVersion: "2024-01-01", name: "s", location: "East US" },
        { type: "Test.Things/shelves/boards", apiVersion: "2024-01-01", name: "s/b", dependsOn: ["s"], properties: {} },
      ]),
    };
    const { body } = await deployIn(cloud, properties);
    expect(body).toMatchObject({ properties: { provisioningState: "Succeeded" } });
    const found = await changes([], properties);
    expect(found.filter(({ changeType }) => changeType !== "NoChange")).toEqual([]);
  });
});
