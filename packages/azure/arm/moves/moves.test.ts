import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import type { ResourceProvider, StoredType } from "../provider.ts";
import {
  createTestCloud,
  testSubscription,
  thingsProvider,
  type TestAnswer,
  type TestCloud,
} from "../testing/index.ts";
import { moveErrorTable } from "./errors.ts";
import { namesAny, rewriteIds } from "./rewrite.ts";

const keep: StoredType["prepare"] = ({ body }) => ({
  state: { properties: body.properties ?? {} },
  ...(body.properties?.["slow"] === true ? { operation: { kind: "create", state: "Creating" } } : {}),
});

/** Types that can move, in name only. */
const movable: ResourceProvider = {
  namespace: "Microsoft.Network",
  resourceTypes: [
    { kind: "stored", name: "virtualNetworks", apiVersions: ["2024-01-01"], prepare: keep },
    {
      kind: "stored",
      name: "networkInterfaces",
      apiVersions: ["2024-01-01"],
      prepare: keep,
      operations: { create: ({ clock }) => new Promise((resolve) => void clock.setTimer(1000, resolve)) },
    },
  ],
};

const rg = `/subscriptions/${testSubscription}/resourceGroups/rg`;
const target = `/subscriptions/${testSubscription}/resourceGroups/target`;
const vnet = `${rg}/providers/Microsoft.Network/virtualNetworks/v`;
const nic = `${rg}/providers/Microsoft.Network/networkInterfaces/n`;
const thing = `${rg}/providers/Test.Things/things/t`;

let cloud: TestCloud;
beforeEach(async () => {
  cloud = await createTestCloud({ providers: [movable, thingsProvider] });
  for (const group of [rg, target]) await cloud.send("PUT", group, { location: "eastus" });
  await cloud.send("PUT", vnet, { location: "eastus" });
  await cloud.send("PUT", nic, { location: "eastus", properties: { subnet: { id: `${vnet}/subnets/s` } } });
  await cloud.send("PUT", thing, { location: "eastus" });
});

async function move(resources: readonly string[], targetResourceGroup = target): Promise<TestAnswer> {
  const started = await cloud.send("POST", `${rg}/moveResources`, { resources, targetResourceGroup });
  return started.status === 202 ? cloud.finish(started) : started;
}

async function detail(of: Promise<TestAnswer>): Promise<TestAnswer> {
  const answer = await of;
  const [error] = (answer.body["error"] as unknown as { readonly details: readonly JsonObject[] }).details;
  return { ...answer, body: { error: error ?? {} } };
}

const rows: readonly (readonly [keyof typeof moveErrorTable, () => Promise<TestAnswer>, string | RegExp])[] = [
  [
    "ResourceMoveValidationFailed",
    () => move([thing]),
    /^The resource batch move request has '1' validation errors\. Diagnostic information: timestamp '20260101T000000Z', tracking Id '[-0-9a-f]{36}', request correlation Id '[-0-9a-f]{36}'\.$/,
  ],
  [
    "ResourceMoveNotSupported",
    () => detail(move([thing])),
    "Resource move is not supported for resource types 'Test.Things/things'.",
  ],
  [
    "MissingMoveDependentResources",
    () => detail(move([vnet])),
    "The move resources request does not contain all the dependent resources. Please check error details for missing resource ids.",
  ],
  [
    "MoveCannotProceedWithResourcesNotInSucceededState",
    async () => {
      await cloud.send("PUT", nic, { location: "eastus", properties: { slow: true } });
      const started = await cloud.send("POST", `${rg}/moveResources`, {
        resources: [nic],
        targetResourceGroup: target,
      });
      await cloud.clock.advance(1);
      const { pathname, search } = new URL(started.headers["location"] ?? "");
      return detail(cloud.send("GET", `${pathname}${search}`));
    },
    `The resource '${nic}' cannot be moved: its provisioning state is 'Creating', not 'Succeeded'.`,
  ],
  [
    "ResourceMoveConflict",
    async () => {
      await cloud.send("PUT", nic.replace("/rg/", "/target/"), { location: "eastus" });
      return detail(move([nic]));
    },
    "A resource with the name 'n' and the type 'Microsoft.Network/networkInterfaces' exists in the resource group 'target' already.",
  ],
  [
    "ResourceMoveOtherGroup",
    () => move([nic.replace("/rg/", "/target/")]),
    /is no top-level resource of the resource group 'rg'/,
  ],
  ["ResourceMoveSameGroup", () => move([nic], rg), "The source and target resource groups are the same: 'rg'."],
  [
    "ResourceMovePeered",
    async () => {
      await cloud.send("PUT", vnet, { location: "eastus", properties: { virtualNetworkPeerings: [{ name: "p" }] } });
      return detail(move([vnet, nic]));
    },
    /cannot be moved while it has peerings/,
  ],
];

describe("refusals of moves", () => {
  it.each(rows)("%s", async (row, make, message) => {
    const { status, code = row } = moveErrorTable[row] as { readonly status: number; readonly code?: string };
    const answer = await make();
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status, body: { error: { code } } });
    const said = (answer.body["error"] as unknown as { readonly message: string }).message;
    if (typeof message === "string") expect(said).toBe(message);
    else expect(said).toMatch(message);
  });

  it("are every row of the table, each with its source", () => {
    expect(rows.map(([row]) => row).toSorted()).toEqual(Object.keys(moveErrorTable).toSorted());
    for (const { source } of Object.values(moveErrorTable)) expect(source).not.toBe("");
  });
});

describe("a move", () => {
  it("leaves role assignments, takes the rest along, and puts every reference right", async () => {
    const assignments = "providers/Microsoft.Authorization/roleAssignments";
    const reader = `/subscriptions/${testSubscription}/providers/Microsoft.Authorization/roleDefinitions/acdd72a7-3385-48ef-bd42-f606fba81ae7`;
    const properties = { roleDefinitionId: reader, principalId: testSubscription, principalType: "ServicePrincipal" };
    const own = `${vnet}/${assignments}/${testSubscription}?api-version=2022-04-01`;
    expect((await cloud.send("PUT", own, { properties })).status).toBe(201);
    const lock = "providers/Microsoft.Authorization/locks/l?api-version=2020-05-01";
    await cloud.send("PUT", `${vnet}/${lock}`, { properties: { level: "CanNotDelete" } });
    await cloud.send("PUT", thing, { location: "eastus", properties: { near: nic, text: `at ${nic}` } });
    expect((await move([vnet, nic])).status).toBe(204);
    const moved = vnet.replace("/rg/", "/target/");
    expect((await cloud.send("GET", thing)).body).toMatchObject({
      properties: { near: nic.replace("/rg/", "/target/"), text: `at ${nic}` },
    });
    expect((await cloud.send("GET", vnet)).status).toBe(404);
    expect((await cloud.send("GET", moved)).body).toMatchObject({ id: moved });
    expect((await cloud.send("GET", `${moved}/${lock}`)).status).toBe(200);
    expect((await cloud.send("GET", own.replace("/rg/", "/target/"))).status).toBe(404);
    const list = await cloud.send("GET", "/subscriptions/{sub}/providers/Microsoft.Network/virtualNetworks");
    expect(list.body).toMatchObject({ value: [{ id: moved }] });
  });

  it("rewrites ids at their borders only, keys too", () => {
    const moved = [{ from: "/s/rg/v", to: "/s/Target/V" }];
    const value = { "/s/RG/v/subnets/A": ["/S/rg/V", "/s/rg/v2", "x/s/rg/v", 1, null], same: { a: true } };
    expect(rewriteIds(value, moved)).toEqual({
      "/s/Target/V/subnets/A": ["/s/Target/V", "/s/rg/v2", "x/s/rg/v", 1, null],
      same: { a: true },
    });
    const untouched = { a: ["/s/rg/v2"] };
    expect(rewriteIds(untouched, moved)).toBe(untouched);
    expect(namesAny(value, ["/s/rg/v"])).toBe(true);
    expect(namesAny(untouched, ["/s/rg/v"])).toBe(false);
  });
});
