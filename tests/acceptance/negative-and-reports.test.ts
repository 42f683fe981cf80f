import { describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { testSubscription } from "@byocni/azure/arm/testing";
import { createAksCloud } from "@byocni/azure/providers/testing";
import { corpusHas, corpusJson, corpusText, hasCorpus } from "./support/corpus.ts";
import { changesOf, codesOf, deploy, whatIf } from "./support/deployment.ts";
import { caseOf, cloudFor, everythingIn, type TemplateRow } from "./support/template-row.ts";

const row = (template: string, more: Partial<TemplateRow> = {}): TemplateRow => ({
  template,
  outcome: "",
  code: "",
  ...more,
});

describe.skipIf(!hasCorpus)("negative templates, with the texts of public reports (needs the shared corpus)", () => {
  const cases = hasCorpus
    ? corpusText("arm/negative/expected.txt")
        .split("\n")
        .map((line) => line.split("|").map((part) => part.trim()))
        .filter(([file = ""]) => file.includes(".json"))
        .map(([file = "", code = "", text = ""]) => [file.split(" ")[0] ?? "", code, text] as const)
    : [];

  it("are all at hand", () => expect(cases).toHaveLength(7));

  it.each(cases)("%s is refused with %s: %s", async (file, code, text) => {
    const parameters = `arm/negative/${file.replace(".json", ".parameters.json")}`;
    const cloud = await createAksCloud();
    const input = row(`arm/negative/${file}`, corpusHas(parameters) ? { file: parameters } : {});
    const answer = await deploy(cloud, await caseOf(cloud, input, "d"));
    expect(answer.status).toBe(400);
    expect(codesOf(answer.body).split(" > ").at(-1)).toBe(code);
    const errors = JSON.stringify(answer.body).replaceAll("\\u0027", "'");
    expect(errors.replace(/at line '\d+' and column '\d+' /g, "")).toContain(text.replace(/\.$/, ""));
    expect(await everythingIn(cloud)).toEqual([]);
  });
});

describe.skipIf(!hasCorpus)("what-if down to properties (needs the shared corpus)", () => {
  it("of Microsoft's own example gives the three changes that the corpus names", async () => {
    const input = row("arm/what-if-after/azuredeploy.json", { before: [row("arm/what-if-before/azuredeploy.json")] });
    const cloud = await cloudFor(input);
    const [change] = changesOf(await whatIf(cloud, await caseOf(cloud, input, "d")));
    expect(change?.["delta"]).toEqual([
      { path: "tags.Owner", propertyChangeType: "Delete", before: "Team A" },
      {
        path: "properties.addressSpace.addressPrefixes",
        propertyChangeType: "Array",
        children: [
          { path: "0", propertyChangeType: "Delete", before: "10.0.0.0/16" },
          { path: "0", propertyChangeType: "Create", after: "10.0.0.0/15" },
        ],
      },
      {
        path: "properties.subnets",
        propertyChangeType: "Array",
        children: [{ path: "0", propertyChangeType: "Delete", before: expect.objectContaining({ name: "subnet001" }) }],
      },
    ]);
  });
});

const rg = `/subscriptions/${testSubscription}/resourceGroups/rg`;

describe.skipIf(!hasCorpus)("public reports (needs the shared corpus)", () => {
  it("vnet-redeploy-subnets: subnets stay, or the deployment says that they cannot go", async () => {
    const at = "reports/vnet-redeploy-subnets";
    const cloud = await createAksCloud();
    for (const name of ["one", "two"]) {
      const ended = await deploy(cloud, await caseOf(cloud, row(`${at}/new-api.json`), name));
      expect(ended.body["status"], JSON.stringify(ended.body)).toBe("Succeeded");
    }
    const third = await deploy(cloud, await caseOf(cloud, row(`${at}/old-api.json`), "three"));
    expect(codesOf(third.body)).toBe("DeploymentFailed > InUseSubnetCannotBeDeleted");
    expect(JSON.stringify(third.body)).toMatch(
      /Subnet nodes is in use by \S+ and cannot be deleted\. In order to delete the subnet, delete all the resources within the subnet\. See aka\.ms\/deletesubnet\./,
    );
    expect((await cloud.send("GET", cloud.network("virtualNetworks/vnet/subnets/nodes"))).status).toBe(200);
    const { properties } = (await cloud.send("GET", cloud.cluster("byocni"))).body as { properties: JsonObject };
    expect(properties["provisioningState"]).toBe("Succeeded");
  });

  it("role-assignment-fixed-name: the same content again is no change, another principal is refused", async () => {
    const cloud = await createAksCloud();
    const [a, b] = ["aaaaaaaa-0000-4000-8000-000000000001", "bbbbbbbb-0000-4000-8000-000000000002"];
    const run = async (principalId: string, more: Readonly<Record<string, string>> = {}) => {
      const input = row("reports/role-assignment-fixed-name/azuredeploy.json", { given: { principalId, ...more } });
      return deploy(cloud, await caseOf(cloud, input, "d"));
    };
    const assignments = async (): Promise<unknown> => {
      const path = `${rg}/providers/Microsoft.Network/virtualNetworks/vnet/providers/Microsoft.Authorization/roleAssignments`;
      const { body } = await cloud.send("GET", `${path}?api-version=2022-04-01&$filter=principalId eq '${a}'`);
      return body["value"];
    };
    expect((await run(a)).body["status"]).toBe("Succeeded");
    const first = await assignments();
    expect((await run(a)).body["status"]).toBe("Succeeded");
    expect(await assignments()).toEqual(first);
    const other = await run(b);
    expect(codesOf(other.body)).toContain("RoleAssignmentUpdateNotPermitted");
    expect(JSON.stringify(other.body)).toContain(
      "Tenant ID, application ID, principal ID, and scope are not allowed to be updated.",
    );
    expect(await assignments()).toEqual(first);
    const again = await run(a, { name: "99999999-2222-4333-8444-555555555555" });
    expect(codesOf(again.body)).toContain("RoleAssignmentExists");
    expect(JSON.stringify(again.body)).toContain("The role assignment already exists.");
  });

  it("pod-cidr-kept-on-update: a PUT without podCidr neither loses nor refuses it", async () => {
    const cloud = await createAksCloud();
    const path = cloud.cluster("c", "2026-01-01");
    const network = async (): Promise<unknown> =>
      ((await cloud.send("GET", path)).body["properties"] as JsonObject)["networkProfile"];
    const step = (file: string): JsonObject => ({
      location: "eastus",
      ...corpusJson(`reports/pod-cidr-kept-on-update/${file}`),
    });
    expect((await cloud.make(path, step("1-create.json"))).status).toBe(201);
    expect(await network()).toMatchObject({ podCidr: "10.244.0.0/16", podCidrs: ["10.244.0.0/16"] });
    await cloud.make(path, step("2-update.json"));
    expect(await network()).toMatchObject({ podCidr: "10.244.0.0/16" });
    await cloud.make(path, step("3-update.json"));
    expect(await network()).toMatchObject({ podCidr: "10.99.0.0/16" });
    const before = (await cloud.send("GET", path)).body;
    const refused = await cloud.send("PUT", path, step("4-update.json"));
    expect(refused).toMatchObject({
      status: 400,
      body: {
        error: {
          code: "PropertyChangeNotAllowed",
          message: "Changing property 'networkProfile.networkPlugin' is not allowed.",
        },
      },
    });
    expect((await cloud.send("GET", path)).body).toEqual(before);
  });
});
