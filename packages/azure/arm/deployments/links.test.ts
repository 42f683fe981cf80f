import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { createTestCloud, testSubscription, thingsProvider, type TestCloud } from "../testing/index.ts";
import {
  deployIn,
  template,
  testDeployments as deployments,
  testGroup as group,
  testThings as things,
  thing,
} from "../testing/deployer.ts";

let cloud: TestCloud;
let asked: string[];
let files: Record<string, string>;

async function newCloud(): Promise<void> {
  cloud = await createTestCloud({
    providers: [thingsProvider],
    deps: {
      readContent(uri) {
        asked.push(uri);
        const text = files[uri];
        return text === undefined ? Promise.reject(new Error(`not expected: ${uri}`)) : Promise.resolve(text);
      },
    },
  });
  await cloud.send("PUT", group, { location: "eastus" });
}

beforeEach(async () => {
  asked = [];
  files = {};
  await newCloud();
});

function linked(name: string, templateLink: JsonObject, more: JsonObject = {}): JsonObject {
  return {
    type: "Microsoft.Resources/deployments",
    apiVersion: "2022-09-01",
    name,
    properties: { mode: "Incremental", templateLink, ...more },
  };
}

const nested = (name: string, resources: unknown): JsonObject => ({
  type: "Microsoft.Resources/deployments",
  apiVersion: "2022-09-01",
  name,
  properties: {
    mode: "Incremental",
    expressionEvaluationOptions: { scope: "inner" },
    template: template(resources),
  },
});

const statesOf = async (...names: readonly string[]) =>
  Promise.all(names.map(async (name) => (await cloud.send("GET", `${things}/${name}`)).status));

describe("templates behind addresses", () => {
  it("are read with their query, and so are those that lie relative to them, at any depth", async () => {
    const sig = "sv=1&sig=secret";
    files = {
      [`https://host/a/main.json?${sig}`]: JSON.stringify(
        template([
          linked("one", { relativePath: "b/one.json" }),
          nested("around", [linked("two", { relativePath: "two.json" })]),
        ]),
      ),
      [`https://host/a/b/one.json?${sig}`]: JSON.stringify(
        template([thing("one"), linked("deep", { relativePath: "../deep.json" })]),
      ),
      [`https://host/a/two.json?${sig}`]: JSON.stringify(template([thing("two")])),
      [`https://host/a/deep.json?${sig}`]: JSON.stringify(template([thing("deep")])),
    };
    const templateLink = { uri: "https://host/a/main.json", queryString: sig, contentVersion: "1.0.0.0" };
    const answer = await deployIn(cloud, { templateLink });
    expect(answer.body, JSON.stringify(answer.body)).toMatchObject({
      properties: {
        provisioningState: "Succeeded",
        templateLink: { uri: "https://host/a/main.json", contentVersion: "1.0.0.0" },
      },
    });
    expect(JSON.stringify(answer.body), "signatures are not shown").not.toContain("sig=");
    expect(await statesOf("one", "two", "deep")).toEqual([200, 200, 200]);
  });

  it("bring their parameters from a file, also inside", async () => {
    const parameters = { name: { type: "string" } };
    const file = (name: string) => JSON.stringify({ contentVersion: "1.0.0.0", parameters: { name: { value: name } } });
    files = {
      "https://host/t.json": JSON.stringify(template([thing("[parameters('name')]")], { parameters })),
      "https://host/outer.json": file("outer"),
      "https://host/inner.json": file("inner"),
    };
    const answer = await deployIn(cloud, {
      template: template(
        [
          thing("[parameters('name')]"),
          linked("x", { uri: "https://host/t.json" }, { parametersLink: { uri: "https://host/inner.json" } }),
        ],
        { parameters },
      ),
      parametersLink: { uri: "https://host/outer.json", contentVersion: "1.0.0.0" },
    });
    expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ properties: { provisioningState: "Succeeded" } });
    expect(await statesOf("outer", "inner")).toEqual([200, 200]);
  });

  it.each<[string, JsonObject, string]>([
    ["a template of another version", { templateLink: { uri: "u:t", contentVersion: "2.0.0.0" } }, "InvalidTemplate"],
    [
      "parameters of another version",
      { template: template([]), parametersLink: { uri: "u:p", contentVersion: "2.0.0.0" } },
      "InvalidTemplate",
    ],
    [
      "parameters twice",
      { template: template([]), parametersLink: { uri: "u:p" }, parameters: { a: { value: 1 } } },
      "InvalidRequestContent",
    ],
    ["no address", { templateLink: { uri: "no address" } }, "InvalidContentLink"],
    [
      "a link that is relative to nothing",
      { template: template([linked("x", { relativePath: "a" })]) },
      "InvalidTemplateDeployment",
    ],
    ["text that is no JSON", { templateLink: { uri: "u:bad" } }, "InvalidTemplate"],
  ])("refuses %s", async (_what, properties, code) => {
    files = {
      "u:t": JSON.stringify(template([])),
      "u:p": `{"contentVersion":"1.0.0.0","parameters":{}}`,
      "u:bad": "<p>",
    };
    const answer = await deployIn(cloud, properties);
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 400, body: { error: { code } } });
  });

  it("are not read at all unless the engine was told to, and the refusal says how", async () => {
    cloud = await createTestCloud({ providers: [thingsProvider] });
    await cloud.send("PUT", group, { location: "eastus" });
    const answer = await deployIn(cloud, { templateLink: { uri: "https://host/t.json" } });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: {
          code: "InvalidContentLink",
          message: expect.stringMatching(
            /^Unable to download deployment content from 'https:\/\/host\/t\.json'\. The tracking Id is '[-0-9a-f]{36}'\./,
          ),
          details: [{ message: expect.stringContaining("byocni up --allow-links") }],
        },
      },
    });
    expect(asked).toEqual([]);
  });
});

describe("template specs", () => {
  const specs = `${group}/providers/Microsoft.Resources/templateSpecs`;
  const version = "api-version=2022-02-01";
  const idOf = (path: string): string => path.replace("{sub}", testSubscription);

  async function putSpec(linkedTemplates: readonly JsonObject[] = [], main: JsonObject = template([thing("t")])) {
    await cloud.send("PUT", `${specs}/s?${version}`, { location: "eastus", properties: { description: "d" } });
    return cloud.send("PUT", `${specs}/s/versions/1.0?${version}`, {
      location: "eastus",
      tags: {},
      properties: { description: "first", mainTemplate: main, linkedTemplates },
    });
  }

  it("are made, shown, listed and removed with their versions", async () => {
    expect((await putSpec()).status).toBe(201);
    expect((await putSpec()).status).toBe(200);
    const got = await cloud.send("GET", `${specs}/s/versions/1.0?${version}`);
    expect(got.body).toMatchObject({
      name: "1.0",
      type: "Microsoft.Resources/templateSpecs/versions",
      location: "eastus",
      systemData: { createdBy: "local" },
      properties: { description: "first", mainTemplate: { contentVersion: "1.0.0.0" }, linkedTemplates: [] },
    });
    expect(got.body["properties"]).not.toHaveProperty("provisioningState");
    const expanded = await cloud.send("GET", `${specs}/s?$expand=versions&${version}`);
    expect(expanded.body).toMatchObject({
      properties: { description: "d", versions: { "1.0": { description: "first", timeCreated: expect.any(String) } } },
    });
    expect((await cloud.send("GET", `${specs}?${version}`)).body).toMatchObject({ value: [{ name: "s" }] });
    expect((await cloud.send("GET", `${specs}/s/versions/?${version}`)).body).toMatchObject({
      value: [{ name: "1.0" }],
    });
    const old = await cloud.send("GET", `${specs}/s/versions/1.0?api-version=2019-06-01-preview`);
    expect(old.body).toMatchObject({ properties: { template: { contentVersion: "1.0.0.0" }, artifacts: [] } });
    expect((await cloud.send("DELETE", `${specs}/s?${version}`)).status).toBe(200);
    expect((await cloud.send("GET", `${specs}/s/versions/1.0?${version}`)).body).toMatchObject({
      error: { code: "ParentResourceNotFound" },
    });
  });

  it.each<[string, JsonObject, string]>([
    ["a@b", { mainTemplate: {} }, "InvalidTemplateSpecName"],
    ["1", {}, "InvalidRequestContent"],
  ])("refuse version %s with %j", async (name, properties, code) => {
    await putSpec();
    const answer = await cloud.send("PUT", `${specs}/s/versions/${name}?${version}`, {
      location: "eastus",
      properties,
    });
    expect(answer).toMatchObject({ status: 400, body: { error: { code } } });
  });

  it("are deployed by id, with what they link to, and inside other templates", async () => {
    await putSpec(
      [
        { path: "parts\\one.json", template: template([thing("one"), linked("two", { relativePath: "two.json" })]) },
        { path: "parts/two.json", template: template([thing("two")]) },
      ],
      template([thing("main"), linked("one", { relativePath: "parts/one.json" })]),
    );
    const id = idOf(`${specs}/s/versions/1.0`);
    const answer = await deployIn(cloud, { templateLink: { id } });
    expect(answer.body, JSON.stringify(answer.body)).toMatchObject({
      properties: { provisioningState: "Succeeded", templateLink: { id, contentVersion: "1.0.0.0" } },
    });
    expect(await statesOf("main", "one", "two")).toEqual([200, 200, 200]);
    const exported = await cloud.send("POST", `${deployments}/d/exportTemplate`);
    expect(exported.body).toMatchObject({ template: { resources: [{ name: "main" }, { name: "one" }] } });

    await cloud.send("DELETE", `${things}/two`);
    const outer = await deployIn(cloud, { template: template([linked("inner", { id })]) }, "outer");
    expect(outer.body, JSON.stringify(outer.body)).toMatchObject({ properties: { provisioningState: "Succeeded" } });
    expect(await statesOf("two")).toEqual([200]);
  });

  it("are refused with Azure's words when they are not there", async () => {
    const id = idOf(`${specs}/s/versions/9`);
    const answer = await deployIn(cloud, { templateLink: { id } });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: "InvalidTemplateSpec" } } });
    expect((answer.body["error"] as JsonObject)["message"]).toMatch(
      /^Unable to retrieve the template content from the resource ID '.*\/versions\/9'\. Please see https:\/\/aka\.ms\/arm-deploy for usage details\. Diagnostic information: timestamp '\d{8}T\d{6}Z', tracking Id '[-0-9a-f]{36}', request correlation Id '[-0-9a-f]{36}'\.$/,
    );
  });
});
