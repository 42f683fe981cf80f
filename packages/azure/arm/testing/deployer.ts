import type { JsonObject } from "@byocni/base/core";
import type { TestAnswer, TestCloud } from "./test-cloud.ts";

/** The `$schema` of templates for resource groups. */
export const templateSchema = "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#";

/** The group that tests deploy into, and its deployments. */
export const testGroup = "/subscriptions/{sub}/resourceGroups/rg";
export const testDeployments = "/subscriptions/{sub}/resourcegroups/rg/providers/Microsoft.Resources/deployments";
/** The things of the test group. */
export const testThings = `${testGroup}/providers/Test.Things/things`;

/** A template with these resources. */
export function template(resources: unknown, more: JsonObject = {}): JsonObject {
  return { $schema: templateSchema, contentVersion: "1.0.0.0", resources: resources as JsonObject[], ...more };
}

/** A resource of a template: simple, made at once. */
export function thing(name: string, more: JsonObject = {}): JsonObject {
  return {
    type: "Test.Things/things",
    apiVersion: "2024-01-01",
    name,
    location: "[resourceGroup().location]",
    ...more,
  };
}

/** A resource of a template that needs an operation. */
export function machine(name: string, more: JsonObject = {}): JsonObject {
  return { type: "Test.Things/machines", apiVersion: "2024-01-01", name, location: "eastus", ...more };
}

/** A deployment at its end: GET of it, the last answer of its operation, the answer of the PUT. */
export interface TestDeployment extends TestAnswer {
  readonly operation?: JsonObject;
  readonly put?: TestAnswer;
}

/** Deploys into the test group and waits. @param properties of the deployment; mode Incremental unless they say so */
export async function deployIn(cloud: TestCloud, properties: JsonObject, name = "d"): Promise<TestDeployment> {
  const put = await cloud.send("PUT", `${testDeployments}/${name}`, {
    properties: { mode: "Incremental", ...properties },
  });
  if (put.status >= 400) return put;
  const status = await cloud.finish(put);
  const got = await cloud.send("GET", `${testDeployments}/${name}`);
  return { ...got, operation: status.body, put };
}

/** The changes that what-if of a deployment in the test group foresees. */
export async function changesIn(cloud: TestCloud, properties: JsonObject): Promise<readonly JsonObject[]> {
  const started = await cloud.send("POST", `${testDeployments}/d/whatIf`, {
    properties: { mode: "Incremental", whatIfSettings: { resultFormat: "FullResourcePayloads" }, ...properties },
  });
  const { body } = started.status === 202 ? await cloud.finish(started) : started;
  if (body["status"] !== "Succeeded") throw new Error(`what-if failed: ${JSON.stringify(body)}`);
  return (body["properties"] as JsonObject)["changes"] as readonly JsonObject[];
}
