import { beforeEach, describe, expect, it } from "vitest";
import type { Json } from "@byocni/base/core";
import { createTestCloud, thingsProvider, type TestCloud } from "../testing/index.ts";
import { changesIn, deployIn, template, testGroup as group, thing } from "../testing/deployer.ts";

const things = `${group}/providers/Test.Things/things`;

let cloud: TestCloud;
beforeEach(async () => {
  cloud = await createTestCloud({ providers: [thingsProvider] });
  await cloud.send("PUT", group, { location: "eastus" });
});

describe("tags that are no text", () => {
  it("are kept as text when they are numbers or truth values", async () => {
    const tags = { count: 2, on: true, off: false, none: null, text: "2" };
    const kept = { count: "2", on: "True", off: "False", text: "2" };
    expect((await cloud.send("PUT", `${things}/a`, { location: "eastus", tags })).body["tags"]).toEqual(kept);
    const given = { template: template([thing("b", { tags })]) };
    expect((await deployIn(cloud, given)).body).toMatchObject({ properties: { provisioningState: "Succeeded" } });
    expect((await cloud.send("GET", `${things}/b`)).body["tags"]).toEqual(kept);
    expect((await changesIn(cloud, given)).find(({ resourceId }) => String(resourceId).endsWith("/b"))).toMatchObject({
      changeType: "NoChange",
    });
  });

  // Texts: microsoft/finops-toolkit#331, Azure/azure-cli#5936.
  it.each<[string, Json, string, string]>([
    ["an object", { a: { b: "c" } }, "Error reading string. Unexpected token: StartObject. Path 'a'.", "'tags.a'"],
    [
      "an object under a dotted name",
      { "a.b": {} },
      "Error reading string. Unexpected token: StartObject. Path '['a.b']'.",
      "'tags['a.b']'",
    ],
    ["a list", { a: [] }, "Error reading string. Unexpected token: StartArray. Path 'a'.", "'tags.a'"],
    ["all of them a list", ["a=b"], "Cannot deserialize the current JSON array (e.g. [1,2,3]) into type ", "'tags'"],
    ["all of them a number", 1, "Error converting value 1 to type ", "'tags'"],
  ])("are refused: %s", async (_what, tags, text, path) => {
    const put = await cloud.send("PUT", `${things}/a`, { location: "eastus", tags });
    expect(put).toMatchObject({ status: 400, body: { error: { code: "InvalidRequestContent" } } });
    expect((put.body["error"] as { message: string }).message).toContain(path);
    const deployed = await deployIn(cloud, { template: template([thing("a", { tags })]) });
    expect(deployed).toMatchObject({ status: 400, body: { error: { code: "InvalidTemplate" } } });
    const { message } = deployed.body["error"] as { message: string };
    expect(message).toContain(`Deployment template parse failed: '${text}`);
  });

  it("are refused in nested templates before anything is made", async () => {
    const nested = {
      type: "Microsoft.Resources/deployments",
      apiVersion: "2022-09-01",
      name: "inner",
      properties: { mode: "Incremental", template: template([thing("a", { tags: { a: {} } })]) },
    };
    const deployed = await deployIn(cloud, { template: template([thing("first"), nested]) });
    expect(deployed).toMatchObject({ status: 400, body: { error: { code: "InvalidTemplateDeployment" } } });
    expect(JSON.stringify(deployed.body)).toContain("Unexpected token: StartObject. Path 'a'");
    expect((await cloud.send("GET", `${things}/first`)).status).toBe(404);
  });

  it("are refused of groups that a template makes", async () => {
    const answer = await cloud.send(
      "PUT",
      "/subscriptions/{sub}/providers/Microsoft.Resources/deployments/d?api-version=2022-09-01",
      {
        location: "eastus",
        properties: {
          mode: "Incremental",
          template: template([
            {
              type: "Microsoft.Resources/resourceGroups",
              apiVersion: "2022-09-01",
              name: "new",
              location: "eastus",
              tags: { "a<b": "c" },
            },
          ]),
        },
      },
    );
    expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ code: "InvalidTagNameCharacters" }] } } });
  });
});

describe("properties that are an empty text", () => {
  it("count as none", async () => {
    const given = { location: "eastus", properties: "" };
    expect((await cloud.send("PUT", `${things}/a`, given)).status).toBe(201);
  });
});
