import { expect } from "vitest";
import type { Json, JsonObject } from "@byocni/base/core";
import { createAksCloud, type AksCloud } from "@byocni/azure/providers/testing";
import { corpusJson, corpusText } from "./corpus.ts";
import { deploy, type DeploymentCase } from "./deployment.ts";

/** What is deployed: one line of a table. */
export interface TemplateInput {
  /** A path in the corpus. */
  readonly template: string;
  readonly scope?: "group" | "subscription";
  /** Values of parameters; `owner` as a principal stands for the one who deploys. */
  readonly given?: Readonly<Record<string, Json>>;
  /** A parameters file of the corpus instead. */
  readonly file?: string;
  /** The template comes from a link, and its own links are read beside it. */
  readonly linked?: boolean;
}

/** A template and what Azure would do with it. */
export interface TemplateRow extends TemplateInput {
  /** Resource groups that are there besides `rg`. */
  readonly groups?: readonly string[];
  /** Deployed before. */
  readonly before?: readonly TemplateInput[];
  /** `Succeeded`, `Refused` (nothing was made) or `Failed` (on the way). */
  readonly outcome: string;
  /** All codes of the error, outermost first. */
  readonly code: string;
  /** What what-if foresees, if that is not one Create for each resource: `Modify virtualNetworks/v`. */
  readonly foreseen?: readonly string[];
  /** What what-if still reports after the deployment: nothing, unless Azure reports it as well. */
  readonly again?: readonly string[];
  /** Why this is right, where it is not plain. */
  readonly why?: string;
}

const linkRoot = "https://templates.example/";

function readLinked(uri: string): Promise<string> {
  return Promise.resolve(corpusText(uri.slice(linkRoot.length)));
}

async function ownerOf(cloud: AksCloud): Promise<string> {
  const [, claims = ""] = (await cloud.token()).split(".");
  return (JSON.parse(Buffer.from(claims, "base64url").toString()) as { oid: string }).oid;
}

export async function caseOf(cloud: AksCloud, row: TemplateInput, name: string): Promise<DeploymentCase> {
  const { given = {}, file, scope = "group" } = row;
  const owner = await ownerOf(cloud);
  const inline = Object.entries(given).map(([key, value]) => [key, { value: value === "owner" ? owner : value }]);
  const parameters = file ? (corpusJson(file)["parameters"] as JsonObject) : (Object.fromEntries(inline) as JsonObject);
  const source = row.linked ? { link: `${linkRoot}${row.template}` } : { template: corpusText(row.template) };
  return { name, scope, ...source, parameters };
}

/** A cloud with the groups and the deployments that a row needs. */
export async function cloudFor(row: TemplateRow): Promise<AksCloud> {
  const cloud = await createAksCloud(row.linked ? { deps: { readContent: readLinked } } : {});
  for (const group of row.groups ?? []) {
    const path = `/subscriptions/{sub}/resourcegroups/${group}?api-version=2021-04-01`;
    await cloud.send("PUT", path, { location: "eastus" });
  }
  for (const [index, step] of (row.before ?? []).entries()) {
    const ended = await deploy(cloud, await caseOf(cloud, step, `before-${index}`));
    expect(ended.body["status"], JSON.stringify(ended.body)).toBe("Succeeded");
  }
  return cloud;
}

/** Everything that is stored, to compare. */
export async function everythingIn(cloud: AksCloud): Promise<readonly string[]> {
  const resources = await cloud.azure.repository.list({ within: "/" });
  return resources.map(({ id, properties }) => `${id.key} ${JSON.stringify(properties)}`).toSorted();
}
