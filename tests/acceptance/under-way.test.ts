import { describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import type { TestAnswer } from "@byocni/azure/arm/testing";
import { createAksCloud, createFakeClusterHost, type AksCloud } from "@byocni/azure/providers/testing";

const group = "/subscriptions/{sub}/resourceGroups/rg";
const identity = (name: string): string =>
  `${group}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/${name}?api-version=2023-01-31`;

const cluster: JsonObject = {
  location: "eastus",
  identity: { type: "SystemAssigned" },
  properties: {
    dnsPrefix: "dns",
    agentPoolProfiles: [{ name: "sys", mode: "System", count: 1, vmSize: "Standard_D4s_v5" }],
    networkProfile: { networkPlugin: "none" },
  },
};

function codeOf(answer: { readonly body: JsonObject }): string {
  return (answer.body["error"] as { code?: string } | undefined)?.code ?? "";
}

function tally(answers: readonly TestAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const key = `${answer.status} ${codeOf(answer)}`.trim();
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

async function stateOf(cloud: AksCloud, path: string): Promise<unknown> {
  const { body } = await cloud.send("GET", path);
  return (body["properties"] as JsonObject | undefined)?.["provisioningState"];
}

const many = (count: number, one: (index: number) => Promise<TestAnswer>): Promise<readonly TestAnswer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => one(index)));

describe("a thousand PUTs at once", () => {
  it("of a resource that is made at once: all are taken, one after the other", async () => {
    const cloud = await createAksCloud();
    const answers = await many(1000, (index) =>
      cloud.send("PUT", identity("busy"), { location: "eastus", tags: { index: String(index) } }),
    );
    expect(tally(answers)).toEqual({ "201": 1, "200": 999 });
    const principals = new Set(answers.map(({ body }) => (body["properties"] as JsonObject)["principalId"]));
    expect(principals.size).toBe(1);
    const { body } = await cloud.send("GET", identity("busy"));
    expect(answers.map((answer) => answer.body["tags"])).toContainEqual(body["tags"]);
  });

  it("of a virtual network: one operation runs, the rest hears so", async () => {
    const cloud = await createAksCloud();
    const vnet = (index: number): JsonObject => ({
      location: "eastus",
      properties: { addressSpace: { addressPrefixes: [`10.${index % 200}.0.0/16`] } },
    });
    const path = cloud.network("virtualNetworks/v");
    const answers = await many(1000, (index) => cloud.send("PUT", path, vnet(index)));
    const counts = tally(answers);
    expect(counts["201"]).toBe(1);
    // Whoever comes after the end of an operation may start the next one.
    const taken = answers.filter(({ status }) => status < 300);
    expect(taken.length + (counts["409 AnotherOperationInProgress"] ?? 0)).toBe(1000);
    await cloud.azure.idle();
    expect(await stateOf(cloud, path)).toBe("Succeeded");
    const { body } = await cloud.send("GET", path);
    const space = (body["properties"] as JsonObject)["addressSpace"];
    expect(taken.map((answer) => (answer.body["properties"] as JsonObject)["addressSpace"])).toContainEqual(space);
  });

  it("of a cluster: AKS takes one, refuses the rest, and its nodes are made once", async () => {
    const cloud = await createAksCloud();
    const open = cloud.host.hold();
    const path = cloud.cluster("c");
    const answers = await many(1000, () => cloud.send("PUT", path, cluster));
    expect(tally(answers)).toEqual({ "201": 1, "409 OperationNotAllowed": 999 });
    expect(await stateOf(cloud, path)).toBe("Creating");
    open();
    await cloud.azure.idle();
    expect(await stateOf(cloud, path)).toBe("Succeeded");
    expect(cloud.host.calls.filter((call) => call.startsWith("apply"))).toHaveLength(1);
  });

  it("of children inside one parent: none is lost", async () => {
    const cloud = await createAksCloud();
    await cloud.make(cloud.network("networkSecurityGroups/nsg"), { location: "eastus" });
    const rule = (index: number): JsonObject => ({
      properties: {
        priority: 100 + index,
        direction: "Inbound",
        access: "Allow",
        protocol: "Tcp",
        sourceAddressPrefix: "*",
        sourcePortRange: "*",
        destinationAddressPrefix: "*",
        destinationPortRange: String(1000 + index),
      },
    });
    const path = (index: number): string => cloud.network(`networkSecurityGroups/nsg/securityRules/r${index}`);
    let rest = Array.from({ length: 200 }, (_, index) => index);
    for (let round = 0; rest.length > 0 && round < 1000; round++) {
      const answers = await Promise.all(rest.map((index) => cloud.send("PUT", path(index), rule(index))));
      expect(
        answers.every(({ status }) => status < 300 || status === 409),
        JSON.stringify(tally(answers)),
      ).toBe(true);
      rest = rest.filter((_, at) => (answers[at]?.status ?? 500) >= 400);
      await cloud.azure.idle();
    }
    const { body } = await cloud.send("GET", cloud.network("networkSecurityGroups/nsg"));
    expect((body["properties"] as { securityRules: unknown[] }).securityRules).toHaveLength(200);
  });

  it("of tags: every merge counts", async () => {
    const cloud = await createAksCloud();
    await cloud.send("PUT", identity("tagged"), { location: "eastus" });
    const path = `${identity("tagged").split("?")[0]}/providers/Microsoft.Resources/tags/default?api-version=2021-04-01`;
    const answers = await many(50, (index) =>
      cloud.send("PATCH", path, { operation: "Merge", properties: { tags: { [`t${index}`]: String(index) } } }),
    );
    expect(tally(answers)).toEqual({ "200": 50 });
    const { body } = await cloud.send("GET", identity("tagged"));
    expect(Object.keys(body["tags"] as object)).toHaveLength(50);
  });
});

describe("deletes during creates", () => {
  it("of a cluster wait for its end, and leave nothing of its node group", async () => {
    const cloud = await createAksCloud();
    const open = cloud.host.hold();
    const path = cloud.cluster("c");
    await cloud.send("PUT", path, cluster);
    const early = await cloud.send("DELETE", path);
    expect([early.status, codeOf(early)]).toEqual([409, "OperationNotAllowed"]);
    expect((early.body["error"] as { message: string }).message).toBe(
      "Operation is not allowed: Another operation (Creating) is in progress, please wait for it to finish before starting a new operation. See https://aka.ms/aks-pending-operation for more details",
    );
    open();
    await cloud.azure.idle();
    expect(await stateOf(cloud, path)).toBe("Succeeded");
    await cloud.finish(await cloud.send("DELETE", path));
    expect((await cloud.send("GET", path)).status).toBe(404);
    expect(await cloud.azure.repository.list({ within: "/" })).toEqual([]);
    expect(cloud.host.clusters.size).toBe(0);
  });

  it("of a group take what is being made in it along", async () => {
    const cloud = await createAksCloud();
    const open = cloud.host.hold();
    await cloud.send("PUT", cloud.cluster("c"), cluster);
    const gone = await cloud.send("DELETE", group);
    expect(gone.status).toBe(202);
    const late = await cloud.send("PUT", identity("late"), { location: "eastus" });
    expect([late.status, codeOf(late)]).toEqual([409, "ResourceGroupBeingDeleted"]);
    open();
    await cloud.azure.idle();
    expect((await cloud.send("GET", group)).status).toBe(404);
    expect(await cloud.azure.repository.list({ within: "/" })).toEqual([]);
    expect(cloud.host.clusters.size).toBe(0);
  });

  it("of a group end a deployment into it with an error of its own", async () => {
    const cloud = await createAksCloud();
    const open = cloud.host.hold();
    const deployment = `${group}/providers/Microsoft.Resources/deployments/d?api-version=2024-11-01`;
    const template = {
      $schema: "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
      contentVersion: "1.0.0.0",
      resources: [
        { type: "Microsoft.ContainerService/managedClusters", apiVersion: "2025-10-01", name: "c", ...cluster },
        {
          type: "Microsoft.ManagedIdentity/userAssignedIdentities",
          apiVersion: "2023-01-31",
          name: "after",
          location: "eastus",
          dependsOn: ["c"],
        },
      ],
    };
    expect((await cloud.send("PUT", deployment, { properties: { mode: "Incremental", template } })).status).toBe(201);
    await until(async () => (await stateOf(cloud, cloud.cluster("c"))) === "Creating");
    expect((await cloud.send("DELETE", group)).status).toBe(202);
    open();
    await cloud.azure.idle();
    expect((await cloud.send("GET", group)).status).toBe(404);
    expect(await cloud.azure.repository.list({ within: "/" })).toEqual([]);
  });
});

/** Lets the process work until something holds. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 10_000; turn++) {
    if (await holds()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error("it never came to pass");
}

/** The same store under a new process. */
async function reopened(cloud: AksCloud): Promise<AksCloud> {
  await cloud.azure.close();
  return createAksCloud({ clock: cloud.clock, store: cloud.store, host: cloud.host });
}

describe("an engine that is closed in the middle", () => {
  it("of the making of a cluster goes on with it", async () => {
    const first = await createAksCloud({ host: createFakeClusterHost() });
    const open = first.host.hold();
    const put = await first.send("PUT", first.cluster("c"), cluster);
    const second = await reopened(first);
    open();
    expect((await second.finish(put)).body).toMatchObject({ status: "Succeeded" });
    expect(await stateOf(second, second.cluster("c"))).toBe("Succeeded");
    expect(second.host.clusters.size).toBe(1);
  });

  it("of the making of a cluster that cannot be made fails it, and it can be made again", async () => {
    const first = await createAksCloud();
    const open = first.host.hold();
    const put = await first.send("PUT", first.cluster("c"), cluster);
    first.host.failWith(new Error("no room"));
    const second = await reopened(first);
    open();
    expect((await second.finish(put)).body["status"]).toBe("Failed");
    expect(await stateOf(second, second.cluster("c"))).toBe("Failed");
    first.host.failWith(undefined);
    await second.make(second.cluster("c"), cluster);
    expect(await stateOf(second, second.cluster("c"))).toBe("Succeeded");
  });

  it("of a delete finishes the delete", async () => {
    const first = await createAksCloud();
    await first.make(first.cluster("c"), cluster);
    const gone = await first.send("DELETE", group);
    const second = await reopened(first);
    await second.azure.idle();
    expect(gone.status).toBe(202);
    // The test cloud makes its group on opening when it is not there: what was in it is what counts.
    expect((await second.send("GET", second.cluster("c"))).status).toBe(404);
    expect(second.host.clusters.size).toBe(0);
  });

  it.each([1, 2, 3, 5, 8])("of a deployment goes on, also when it is closed %d times", async (times) => {
    let cloud = await createAksCloud();
    const chain = Array.from({ length: 20 }, (_, index) => ({
      type: "Microsoft.Network/networkSecurityGroups",
      apiVersion: "2024-05-01",
      name: `nsg${index}`,
      location: "eastus",
      ...(index === 0 ? {} : { dependsOn: [`nsg${index - 1}`] }),
    }));
    const template = {
      $schema: "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
      contentVersion: "1.0.0.0",
      resources: chain,
      outputs: { last: { type: "string", value: "[reference('nsg19').provisioningState]" } },
    };
    const path = `${group}/providers/Microsoft.Resources/deployments/d`;
    const put = await cloud.send("PUT", `${path}?api-version=2024-11-01`, {
      properties: { mode: "Incremental", template },
    });
    expect(put.status).toBe(201);
    for (let round = 0; round < times; round++) {
      const made = round * 2;
      await until(async () => (await cloud.azure.repository.list({ within: "/" })).length > made);
      cloud = await reopened(cloud);
    }
    expect((await cloud.finish(put)).body).toEqual({ status: "Succeeded" });
    expect(await cloud.azure.repository.list({ within: "/" })).toHaveLength(20);
    const { body } = await cloud.send("GET", `${path}/operations?api-version=2024-11-01`);
    const operations = (body["value"] as readonly { properties: JsonObject }[]).map(({ properties }) => properties);
    expect(operations.filter(({ provisioningOperation }) => provisioningOperation === "Create")).toHaveLength(20);
    expect(operations.every(({ provisioningState }) => provisioningState === "Succeeded")).toBe(true);
    const shown = (await cloud.send("GET", `${path}?api-version=2024-11-01`)).body["properties"] as JsonObject;
    expect(shown["outputs"]).toEqual({ last: { type: "String", value: "Succeeded" } });
  });
});
