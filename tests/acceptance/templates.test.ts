import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { isJsonObject, type JsonObject } from "@byocni/base/core";
import { sampleParameters } from "@byocni/azure/template/testing";
import { testSubscription } from "@byocni/azure/arm/testing";
import { createAksCloud } from "@byocni/azure/providers/testing";
import { corpusFiles, corpusJson, corpusText, hasCorpus } from "./support/corpus.ts";
import { changesOf, codesOf, deploy, outputsOf, validate, whatIf, type Change } from "./support/deployment.ts";
import { caseOf, cloudFor, everythingIn, type TemplateRow } from "./support/template-row.ts";

/** Before 2023-11-01, a network without `subnets` takes those away that the template makes on their own; Azure warns of it too. */
const losesSubnets = ({ resourceId, delta }: Change): boolean =>
  /\/virtualNetworks\/[^/]+$/.test(resourceId) &&
  Array.isArray(delta) &&
  delta.every((part) => isJsonObject(part) && part["path"] === "properties.subnets");

/** `UPDATE_GOLDEN=1` rewrites outcomes, codes and changes: to be read before they are kept. */
const isUpdate = process.env["UPDATE_GOLDEN"] === "1";
const table = new URL("templates.json", import.meta.url);
const rows = JSON.parse(readFileSync(table, "utf8")) as readonly TemplateRow[];
const seen: TemplateRow[] = [];

/** `Create virtualNetworks/v`. */
function shown({ changeType, resourceId }: Change): string {
  const [, path = resourceId] = /\/providers\/[^/]+\/([^]+)$/.exec(resourceId) ?? [];
  return `${changeType} ${path.replace(/^\/subscriptions\/[^/]+\//, "")}`;
}

describe.skipIf(!hasCorpus)("templates, their outcome and their what-if (needs the shared corpus)", () => {
  afterAll(() => {
    const width = Math.max(...seen.map(({ template }) => template.length));
    process.stdout.write(
      seen.map(({ template, outcome, code }) => `${template.padEnd(width)}  ${outcome.padEnd(9)}  ${code}\n`).join(""),
    );
    if (isUpdate) writeFileSync(table, `${JSON.stringify(seen, null, 2)}\n`);
  });

  it.each(rows.map((row, index) => [index, row.template, row] as const))("%d: %s", async (_index, _name, row) => {
    const cloud = await cloudFor(row);
    const one = await caseOf(cloud, row, "deployment");
    const untouched = await everythingIn(cloud);
    const foresight = await whatIf(cloud, one);
    const judgement = await validate(cloud, one);
    expect(await everythingIn(cloud), "what-if and validate change nothing").toEqual(untouched);

    const ended = await deploy(cloud, one);
    const outcome = ended.status >= 400 ? "Refused" : String(ended.body["status"]);
    const code = codesOf(ended.body);
    const { foreseen: _foreseen, again: _again, ...kept } = row;
    const foreseen = changesOf(foresight)
      .map(shown)
      .filter((change) => !/^(Create|Ignore) /.test(change));
    let again: readonly string[] = [];
    if (outcome === "Refused") {
      expect(await everythingIn(cloud), "nothing is made").toEqual(untouched);
      expect([foresight.status, codesOf(foresight.body)]).toEqual([ended.status, code]);
      expect([judgement.status, codesOf(judgement.body)]).toEqual([ended.status, code]);
    } else {
      expect([foresight.body["status"], judgement.status]).toEqual(["Succeeded", 200]);
    }
    if (outcome === "Succeeded") {
      const after = await everythingIn(cloud);
      const made = changesOf(foresight).filter(({ changeType }) => changeType === "Create");
      const keys = after.map((line) => line.slice(0, line.indexOf(" ")));
      const groups = (await cloud.azure.repository.groups(testSubscription)).map(({ name }) =>
        `/subscriptions/${testSubscription}/resourcegroups/${name}`.toLowerCase(),
      );
      for (const { resourceId } of made) {
        const exists = await cloud.azure.repository.get(resourceId);
        expect(exists !== undefined || [...keys, ...groups].includes(resourceId.toLowerCase()), resourceId).toBe(true);
      }
      const second = await whatIf(cloud, one);
      expect(await everythingIn(cloud)).toEqual(after);
      again = changesOf(second)
        .map(shown)
        .filter((change) => !/^(NoChange|Ignore) /.test(change));
    }
    const result = {
      ...kept,
      outcome,
      code,
      ...(foreseen.length > 0 ? { foreseen } : {}),
      ...(again.length > 0 ? { again } : {}),
    };
    seen.push(result);
    if (!isUpdate) expect(result, JSON.stringify(ended.body)).toEqual(row);
  });
});

describe.skipIf(!hasCorpus)("templates written for this, with all they promise (needs the shared corpus)", () => {
  const written = hasCorpus ? corpusFiles("arm").filter((path) => /^byocni-[^/]*\/expected\.json$/.test(path)) : [];

  it.each(written)("%s", async (path) => {
    const expected = corpusJson(`arm/${path}`) as {
      readonly resources: readonly string[];
      readonly outputs: JsonObject;
    };
    const row = { template: `arm/${path.replace("expected", "azuredeploy")}`, outcome: "", code: "" };
    const cloud = await cloudFor({ ...row, groups: ["rg-network"] });
    await deploy(cloud, await caseOf(cloud, row, "deployment"));
    const local = (id: string): string =>
      id.replaceAll("00000000-0000-0000-0000-000000000000", testSubscription).replaceAll("/rg-byocni/", "/rg/");
    for (const id of expected.resources.filter((text) => text.startsWith("/") && !text.includes("/deployments/"))) {
      expect(await cloud.azure.repository.get(local(id)), id).toBeDefined();
    }
    const outputs = await outputsOf(cloud, "deployment");
    expect(outputs).toMatchObject(JSON.parse(local(JSON.stringify(expected.outputs))) as object);
  });

  it("byocni-nested-network without its network takes the given subnet and evaluates no branch that is not taken", async () => {
    const template = "arm/byocni-nested-network/azuredeploy.json";
    const network = rows.find((row) => row.template.startsWith("arm/aks-vnet-01/"));
    const ranges = { vnetAddressPrefix: "10.50.0.0/16", subnet1Prefix: "10.50.0.0/24", subnet2Prefix: "10.50.1.0/24" };
    const before = [{ template: network?.template ?? "", given: { ...network?.given, ...ranges } }];
    const cloud = await cloudFor({ template, before, outcome: "", code: "" });
    const subnet = `/subscriptions/${testSubscription}/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/v/subnets/b`;
    const given = { createNetwork: false, existingSubnetId: subnet };
    const ended = await deploy(cloud, await caseOf(cloud, { template, given }, "deployment"));
    expect(ended.body["status"], JSON.stringify(ended.body)).toBe("Succeeded");
    expect(await outputsOf(cloud, "deployment")).toMatchObject({ subnetId: subnet });
  });
});

describe.skipIf(!hasCorpus)("functions, as their documentation shows them (needs the shared corpus)", () => {
  const expected = hasCorpus ? corpusJson("arm/functions/expected.json") : {};

  it.each(Object.keys(expected))("%s", async (file) => {
    const cloud = await createAksCloud();
    const one = await caseOf(cloud, { template: `arm/functions/${file}` }, "deployment");
    const ended = await deploy(cloud, one);
    expect(ended.body["status"], JSON.stringify(ended.body)).toBe("Succeeded");
    expect(await outputsOf(cloud, "deployment")).toEqual(expected[file]);
  });
});

describe.skipIf(!hasCorpus)("compiled templates of all sorts (needs the shared corpus)", () => {
  const files = hasCorpus
    ? corpusFiles("bicep").filter((path) => path.endsWith(".json") && isTemplate(corpusText(`bicep/${path}`)))
    : [];

  function isTemplate(text: string): boolean {
    return /"\$schema":[^,]*deploymentTemplate\.json/i.test(text);
  }

  it("are at hand", () => expect(files.length).toBeGreaterThan(150));

  it.each(files)("%s succeeds or is refused by name", async (path) => {
    const cloud = await createAksCloud();
    const value = corpusJson(`bicep/${path}`);
    const text = corpusText(`bicep/${path}`);
    const scope = /subscriptionDeployment/i.test(String(value["$schema"])) ? "subscription" : "group";
    const parameters = sampleParameters(value);
    const ended = await deploy(cloud, { name: "d", scope, template: text, parameters });
    const codes = codesOf(ended.body).split(" > ");
    expect(codes).not.toContain("InternalServerError");
    expect(ended.status).toBeLessThan(500);
    if (ended.body["status"] !== "Succeeded") return;
    // What is new at every deployment does change.
    if (!/newGuid|utcNow/i.test(text)) {
      const again = await whatIf(cloud, { name: "d", scope, template: text, parameters });
      expect(
        changesOf(again).filter((change) => !/^(NoChange|Ignore)$/.test(change.changeType) && !losesSubnets(change)),
      ).toEqual([]);
    }
    // A success is no silence: every resource that is not left out by its condition is there.
    const resources = Array.isArray(value["resources"]) ? value["resources"] : Object.values(value["resources"] ?? {});
    const unconditional = resources
      .filter(isJsonObject)
      .filter(({ condition, existing }) => condition === undefined && existing !== true);
    const counts = unconditional.filter(({ type, copy }) => copy === undefined && !/deployments$/i.test(String(type)));
    const operations = await cloud.send(
      "GET",
      `/subscriptions/{sub}${scope === "group" ? "/resourcegroups/rg" : ""}/providers/Microsoft.Resources/deployments/d/operations?api-version=2024-11-01`,
    );
    const made = (operations.body["value"] as readonly JsonObject[]).filter(
      ({ properties }) =>
        JSON.stringify(properties).includes('"statusCode":"Created"') ||
        JSON.stringify(properties).includes('"statusCode":"OK"'),
    );
    expect(made.length).toBeGreaterThanOrEqual(counts.length);
  });
});
