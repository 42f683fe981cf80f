import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { createTestCloud, testSubscription, thingsProvider, type TestCloud } from "../testing/index.ts";

const group = "/subscriptions/{sub}/resourceGroups/rg";
const things = `${group}/providers/Test.Things/things`;
const tagsOf = (scope: string): string => `${scope}/providers/Microsoft.Resources/tags/default`;

let cloud: TestCloud;
beforeEach(async () => {
  cloud = await createTestCloud({ providers: [thingsProvider] });
  await cloud.send("PUT", group, { location: "eastus" });
});

describe("tags as a resource", () => {
  it.each([
    ["a resource", `${things}/a`],
    ["a group", group],
    ["the subscription", "/subscriptions/{sub}"],
  ])("of %s are put, merged, replaced, deleted by name or pair, and taken away", async (_what, scope) => {
    await cloud.send("PUT", `${things}/a`, { location: "eastus" });
    const tags = tagsOf(scope);
    const patch = async (operation: string, given: JsonObject) => {
      const { body } = await cloud.send("PATCH", tags, { operation, properties: { tags: given } });
      return (body["properties"] as JsonObject)["tags"];
    };
    const put = await cloud.send("PUT", tags, { properties: { tags: { env: "dev", team: "a" } } });
    expect(put.body).toMatchObject({ name: "default", type: "Microsoft.Resources/tags" });
    expect(await patch("Merge", { Env: "test", more: "1" })).toEqual({ team: "a", Env: "test", more: "1" });
    expect(await patch("Delete", { MORE: "", team: "other" })).toEqual({ team: "a", Env: "test" });
    expect(await patch("Delete", { team: "a" })).toEqual({ Env: "test" });
    expect(await patch("Replace", { only: "this" })).toEqual({ only: "this" });
    expect((await cloud.send("GET", scope)).body["tags"]).toEqual({ only: "this" });
    expect((await cloud.send("DELETE", tags)).status).toBe(200);
    expect((await cloud.send("GET", tags)).body).toMatchObject({ properties: { tags: {} } });
  });

  it.each<[string, string, JsonObject, number, string]>([
    [
      "an unknown operation",
      `${things}/a`,
      { operation: "Add", properties: { tags: {} } },
      400,
      "InvalidRequestContent",
    ],
    [
      "the 51st tag",
      `${things}/a`,
      {
        operation: "Merge",
        properties: { tags: Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`t${index}`, ""])) },
      },
      400,
      "InvalidTags",
    ],
    [
      "tags of what is not there",
      `${things}/b`,
      { operation: "Merge", properties: { tags: {} } },
      404,
      "ResourceNotFound",
    ],
  ])("refuse %s", async (_what, scope, body, status, code) => {
    await cloud.send("PUT", `${things}/a`, { location: "eastus", tags: { first: "1" } });
    expect(await cloud.send("PATCH", tagsOf(scope), body)).toMatchObject({ status, body: { error: { code } } });
  });
});

describe("tag names", () => {
  const names = "/subscriptions/{sub}/tagNames";
  const listed = async () => (await cloud.send("GET", names)).body["value"] as readonly JsonObject[];

  it("count what is used", async () => {
    await cloud.send("PUT", `${things}/a`, { location: "eastus", tags: { env: "dev" } });
    await cloud.send("PUT", `${things}/b`, { location: "eastus", tags: { Env: "prod" } });
    await cloud.send("PUT", group, { location: "eastus", tags: { env: "dev" } });
    const id = `/subscriptions/${testSubscription}/tagNames/env`;
    expect(await listed()).toEqual([
      {
        id,
        tagName: "env",
        count: { type: "Total", value: 3 },
        values: [
          { id: `${id}/tagValues/dev`, tagValue: "dev", count: { type: "Total", value: 2 } },
          { id: `${id}/tagValues/prod`, tagValue: "prod", count: { type: "Total", value: 1 } },
        ],
      },
    ]);
  });

  it("can be set down beforehand, and go when nothing has them", async () => {
    expect((await cloud.send("PUT", `${names}/cost`)).status).toBe(201);
    expect((await cloud.send("PUT", `${names}/cost`)).status).toBe(200);
    expect((await cloud.send("PUT", `${names}/cost/tagValues/low`)).status).toBe(201);
    expect((await cloud.send("PUT", `${names}/none/tagValues/low`)).status).toBe(404);
    expect(await listed()).toMatchObject([
      { tagName: "cost", count: { value: 0 }, values: [{ tagValue: "low", count: { value: 0 } }] },
    ]);
    await cloud.send("PUT", `${things}/a`, { location: "eastus", tags: { cost: "high" } });
    expect((await cloud.send("DELETE", `${names}/cost`)).body).toMatchObject({ error: { code: "TagNameInUse" } });
    expect((await cloud.send("DELETE", `${names}/cost/tagValues/high`)).status).toBe(409);
    expect((await cloud.send("DELETE", `${names}/cost/tagValues/low`)).status).toBe(200);
    await cloud.send("DELETE", `${things}/a`);
    expect((await cloud.send("DELETE", `${names}/cost`)).status).toBe(200);
    expect((await cloud.send("DELETE", `${names}/cost`)).status).toBe(204);
    expect(await listed()).toEqual([]);
  });
});
