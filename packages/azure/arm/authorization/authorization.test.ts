import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { stableId } from "@byocni/azure/entra";
import {
  createTestCloud,
  testClient,
  testSubscription,
  testTenant,
  thingsProvider,
  type TestCloud,
} from "../testing/index.ts";
import { loadBuiltInRoles } from "./built-in-roles.ts";

const sub = `/subscriptions/${testSubscription}`;
const group = "/subscriptions/{sub}/resourceGroups/rg";
const things = `${group}/providers/Test.Things/things`;
const guid = (n: number): string => `10000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const oid = (client: string): string => stableId(testTenant, "servicePrincipal", client);

const roleIds = Object.fromEntries([...(await loadBuiltInRoles()).values()].map(({ id, roleName }) => [roleName, id]));

let cloud: TestCloud;
let count = 0;

beforeEach(async () => {
  cloud = await createTestCloud({ providers: [thingsProvider] });
  for (const name of ["rg", "rg1", "rg10"]) {
    await cloud.send("PUT", `/subscriptions/{sub}/resourceGroups/${name}`, { location: "eastus" });
  }
  await cloud.send("PUT", `${things}/t`, { location: "eastus" });
});

function assign(scope: string, role: string, client: string, more: JsonObject = {}) {
  const roleDefinitionId = `${sub}/providers/Microsoft.Authorization/roleDefinitions/${roleIds[role] ?? role}`;
  return cloud.send(
    "PUT",
    `${scope}/providers/Microsoft.Authorization/roleAssignments/${guid(++count)}?api-version=2022-04-01`,
    { properties: { roleDefinitionId, principalId: oid(client), principalType: "ServicePrincipal", ...more } },
  );
}

const code = (answer: { readonly body: JsonObject }): string =>
  (answer.body["error"] as { code?: string } | undefined)?.code ?? "";

describe("scopes", () => {
  it.each([
    [sub, "/subscriptions/{sub}/resourceGroups/rg1/providers/Test.Things/things/x", true],
    [
      "/subscriptions/{sub}/resourceGroups/rg1",
      "/subscriptions/{sub}/resourceGroups/rg1/providers/Test.Things/things/x",
      true,
    ],
    [
      "/subscriptions/{sub}/resourceGroups/RG1",
      "/subscriptions/{sub}/resourcegroups/rg1/providers/test.things/things/x",
      true,
    ],
    [
      "/subscriptions/{sub}/resourceGroups/rg1",
      "/subscriptions/{sub}/resourceGroups/rg10/providers/Test.Things/things/x",
      false,
    ],
    [
      "/subscriptions/{sub}/resourceGroups/rg10",
      "/subscriptions/{sub}/resourceGroups/rg1/providers/Test.Things/things/x",
      false,
    ],
    [`${things}/t`, `${things}/t`, true],
    [`${things}/t`, `${things}/t2`, false],
  ])("a role at %s counts at %s: %s", async (scope, target, expected) => {
    await assign(scope, "Contributor", "c");
    const answer = await cloud.send("PUT", target, { location: "eastus" }, { as: "c" });
    expect(answer.status === 403).toBe(!expected);
  });

  it("end with the assignment", async () => {
    const { body } = await assign(group, "Reader", "c");
    expect((await cloud.send("GET", `${things}/t`, undefined, { as: "c" })).status).toBe(200);
    expect((await cloud.send("DELETE", `${String(body["id"])}?api-version=2022-04-01`)).status).toBe(200);
    expect((await cloud.send("GET", `${things}/t`, undefined, { as: "c" })).status).toBe(403);
  });

  it("end with the group that they were given on", async () => {
    await assign("/subscriptions/{sub}/resourceGroups/rg1", "Contributor", "c");
    await cloud.finish(await cloud.send("DELETE", "/subscriptions/{sub}/resourceGroups/rg1"));
    await cloud.send("PUT", "/subscriptions/{sub}/resourceGroups/rg1", { location: "eastus" });
    expect((await cloud.send("GET", "/subscriptions/{sub}/resourceGroups/rg1", undefined, { as: "c" })).status).toBe(
      403,
    );
  });
});

describe("refusals", () => {
  it("say who may not do what where", async () => {
    const { body } = await cloud.send("PUT", `${things}/new`, { location: "eastus" }, { as: "c" });
    expect(body).toEqual({
      error: {
        code: "AuthorizationFailed",
        message: `The client 'c' with object id '${oid("c")}' does not have authorization to perform action 'Test.Things/things/write' over scope '${sub}/resourceGroups/rg/providers/Test.Things/things/new' or the scope is invalid. If access was recently granted, please refresh your credentials.`,
      },
    });
  });

  it.each([
    ["GET", `${things}/t`, 200],
    ["GET", things, 200],
    ["PUT", `${things}/t`, 403],
    ["DELETE", `${things}/t`, 403],
    ["POST", `${things}/t/listKeys`, 403],
    ["GET", group, 200],
    ["PUT", group, 403],
    ["DELETE", group, 403],
    ["GET", `${group}/resources`, 200],
    ["PUT", "/subscriptions/{sub}/resourceGroups/more", 403],
    ["PUT", "/subscriptions/{sub}/resourcegroups/rg/providers/Microsoft.Resources/deployments/d", 403],
    ["POST", "/subscriptions/{sub}/resourcegroups/rg/providers/Microsoft.Resources/deployments/d/validate", 403],
  ])("keep a reader from changing anything: %s %s %d", async (method, path, status) => {
    await assign(group, "Reader", "c");
    const body = method === "PUT" ? { location: "eastus" } : undefined;
    expect((await cloud.send(method, path, body, { as: "c" })).status).toBe(status);
  });

  it("hide what the caller cannot read from lists", async () => {
    expect((await cloud.send("GET", "/subscriptions", undefined, { as: "c" })).body).toMatchObject({ value: [] });
    await assign("/subscriptions/{sub}/resourceGroups/rg1", "Reader", "c");
    expect((await cloud.send("GET", "/subscriptions", undefined, { as: "c" })).body["value"]).toHaveLength(1);
    expect((await cloud.send("GET", "/subscriptions/{sub}/resourcegroups", undefined, { as: "c" })).body).toMatchObject(
      {
        value: [{ name: "rg1" }],
      },
    );
    expect((await cloud.send("GET", "/subscriptions/{sub}/resources", undefined, { as: "c" })).body).toEqual({
      value: [],
    });
  });
});

describe("linked scopes", () => {
  const other = `${sub}/resourceGroups/rg1/providers/Test.Things/things/gate`;
  const body = { location: "eastus", properties: { joins: other } };

  it("are checked, and refused in Azure's words", async () => {
    await assign(group, "Contributor", "c");
    const refused = await cloud.send("PUT", `${things}/new`, body, { as: "c" });
    expect(refused).toMatchObject({
      status: 403,
      body: {
        error: {
          code: "LinkedAuthorizationFailed",
          message: `The client 'c' with object id '${oid("c")}' has permission to perform action 'Test.Things/things/write' on scope '${sub}/resourceGroups/rg/providers/Test.Things/things/new'; however, it does not have permission to perform action(s) 'Test.Things/things/join/action' on the linked scope(s) '${other}' (respectively) or the linked scope(s) are invalid.`,
        },
      },
    });
    expect((await cloud.send("GET", `${things}/new`)).status).toBe(404);
    const role = guid(900);
    await cloud.send("PUT", `${sub}/providers/Microsoft.Authorization/roleDefinitions/${role}?api-version=2022-04-01`, {
      properties: {
        roleName: "Joiner",
        assignableScopes: [sub],
        permissions: [{ actions: ["Test.Things/*/join/action"] }],
      },
    });
    expect((await assign(other, role, "c")).status).toBe(404);
    await cloud.send("PUT", other, { location: "eastus" });
    expect((await assign(other, role, "c")).status).toBe(201);
    expect((await cloud.send("PUT", `${things}/new`, body, { as: "c" })).status).toBe(201);
  });

  it("stop a deployment before anything is made", async () => {
    await assign(group, "Contributor", "c");
    const answer = await cloud.send(
      "PUT",
      "/subscriptions/{sub}/resourcegroups/rg/providers/Microsoft.Resources/deployments/d",
      {
        properties: {
          template: {
            $schema: "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
            contentVersion: "1.0.0.0",
            resources: [
              { type: "Test.Things/things", apiVersion: "2024-01-01", name: "one", ...body },
              {
                type: "Microsoft.Authorization/locks",
                apiVersion: "2020-05-01",
                name: "l",
                properties: { level: "ReadOnly" },
              },
            ],
          },
        },
      },
      { as: "c" },
    );
    const refused = `Authorization failed for template resource 'l' of type 'Microsoft.Authorization/locks'. The client 'c' with object id '${oid("c")}' does not have permission to perform action 'Microsoft.Authorization/locks/write' at scope '${sub}/resourceGroups/rg/providers/Microsoft.Authorization/locks/l'.`;
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({
      error: {
        code: "InvalidTemplateDeployment",
        message: `Deployment failed with multiple errors: '${refused}'`,
        details: [{ code: "AuthorizationFailed", message: refused }],
      },
    });
  });
});

describe("role assignments", () => {
  it("answer as az expects", async () => {
    const { status, body } = await assign(group, "Network Contributor", "c");
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: `${sub}/resourceGroups/rg/providers/Microsoft.Authorization/roleAssignments/${guid(count)}`,
      name: guid(count),
      type: "Microsoft.Authorization/roleAssignments",
      properties: {
        roleDefinitionId: `${sub}/providers/Microsoft.Authorization/roleDefinitions/4d97b98b-1d4f-4787-a291-c67834d212e7`,
        principalId: oid("c"),
        principalType: "ServicePrincipal",
        scope: `${sub}/resourceGroups/rg`,
      },
    });
    expect(body["properties"]).not.toHaveProperty("provisioningState");
  });

  it.each([
    ["the same role again", guid(1), {}, 409, "RoleAssignmentExists"],
    ["a name that is no GUID", "fixed-name", {}, 400, "InvalidRoleAssignmentId"],
    ["an unknown role", guid(2), { roleDefinitionId: `/x/${guid(3)}` }, 404, "RoleDefinitionDoesNotExist"],
    ["an unknown principal", guid(4), { principalId: guid(5), principalType: undefined }, 400, "PrincipalNotFound"],
    [
      "a principal of another type",
      guid(9),
      { principalId: oid(testClient), principalType: "User" },
      400,
      "UnmatchedPrincipalType",
    ],
    ["no principal", guid(6), { principalId: undefined }, 400, "BadRequestFormat"],
    [
      "a condition that cannot be read",
      guid(7),
      { principalId: guid(8), condition: "true", conditionVersion: "2.0" },
      400,
      "InvalidCondition",
    ],
    [
      "a condition without its version",
      guid(7),
      { principalId: guid(8), condition: "@Request[a:b] BoolEquals true" },
      400,
      "InvalidCondition",
    ],
  ])("refuse %s", async (_, name, over, status, expected) => {
    await assign(group, "Reader", "c");
    const roleDefinitionId = `/providers/Microsoft.Authorization/roleDefinitions/${roleIds["Reader"]}`;
    const properties = { roleDefinitionId, principalId: oid("c"), principalType: "ServicePrincipal", ...over };
    const answer = await cloud.send(
      "PUT",
      `${group}/providers/Microsoft.Authorization/roleAssignments/${name}?api-version=2022-04-01`,
      { properties },
    );
    expect([answer.status, code(answer)]).toEqual([status, expected]);
  });

  it("cannot change whom they are for", async () => {
    const { body } = await assign(group, "Reader", "c");
    const again = (principal: string) =>
      cloud.send("PUT", `${String(body["id"])}?api-version=2022-04-01`, {
        properties: { ...(body["properties"] as JsonObject), principalId: oid(principal) },
      });
    expect((await again("c")).status).toBe(201);
    expect(code(await again("d"))).toBe("RoleAssignmentUpdateNotPermitted");
  });

  it("are listed at a scope with what is inherited", async () => {
    await assign(sub, "Reader", "up");
    await assign(group, "Reader", "here");
    await assign(`${things}/t`, "Reader", "down");
    await assign("/subscriptions/{sub}/resourceGroups/rg1", "Reader", "aside");
    const list = async (filter: string): Promise<readonly unknown[]> => {
      const { body } = await cloud.send(
        "GET",
        `${group}/providers/Microsoft.Authorization/roleAssignments?api-version=2022-04-01${filter}`,
      );
      return (body["value"] as { properties: { principalId: string } }[]).map(
        ({ properties }) => properties.principalId,
      );
    };
    expect(await list("&$filter=atScope()")).toEqual(
      [oid(testClient), oid("up"), oid("here")].toSorted((a, b) =>
        a === oid(testClient) ? -1 : b === oid(testClient) ? 1 : 0,
      ),
    );
    expect(await list("")).toContain(oid("down"));
    expect(await list("")).not.toContain(oid("aside"));
    expect(await list(`&$filter=${encodeURIComponent(`principalId eq '${oid("up")}'`)}`)).toEqual([oid("up")]);
    expect(await list(`&$filter=${encodeURIComponent(`assignedTo('${oid("here")}')`)}`)).toEqual([oid("here")]);
  });

  it("of the owner cannot be taken away", async () => {
    const { body } = await cloud.send(
      "GET",
      `${sub}/providers/Microsoft.Authorization/roleAssignments?api-version=2022-04-01&$filter=atScope()`,
    );
    const [own] = body["value"] as readonly JsonObject[];
    expect(own).toMatchObject({ properties: { principalId: oid(testClient), scope: sub } });
    const answer = await cloud.send("DELETE", `${String(own?.["id"])}?api-version=2022-04-01`);
    expect([answer.status, code(answer)]).toEqual([400, "CannotDeleteLastRbacAdminRoleAssignment"]);
    expect((await cloud.send("GET", group)).status).toBe(200);
  });
});

describe("role definitions", () => {
  const definitions = "/subscriptions/{sub}/providers/Microsoft.Authorization/roleDefinitions";
  const managementGroup = (name: string): string => `/providers/Microsoft.Management/managementGroups/${name}`;

  it("are found by name", async () => {
    const filter = encodeURIComponent("roleName eq 'Network Contributor'");
    const { body } = await cloud.send(
      "GET",
      `${group}/providers/Microsoft.Authorization/roleDefinitions?$filter=${filter}&api-version=2018-01-01-preview`,
    );
    expect(body).toMatchObject({
      value: [
        {
          id: `${sub}/providers/Microsoft.Authorization/roleDefinitions/4d97b98b-1d4f-4787-a291-c67834d212e7`,
          name: "4d97b98b-1d4f-4787-a291-c67834d212e7",
          type: "Microsoft.Authorization/roleDefinitions",
          properties: { roleName: "Network Contributor", type: "BuiltInRole", assignableScopes: ["/"] },
        },
      ],
    });
  });

  it("can be made, used and removed", async () => {
    const path = `${definitions}/${guid(500)}?api-version=2022-04-01`;
    const properties = {
      roleName: "Subnet joiner",
      assignableScopes: [sub],
      permissions: [{ actions: ["Test.Things/things/*"], notActions: ["Test.Things/things/delete"] }],
    };
    expect((await cloud.send("PUT", path, { properties })).status).toBe(201);
    expect((await cloud.send("GET", path)).body).toMatchObject({
      properties: { type: "CustomRole", roleName: "Subnet joiner" },
    });
    await assign(group, guid(500), "c");
    expect((await cloud.send("PUT", `${things}/n`, { location: "eastus" }, { as: "c" })).status).toBe(201);
    expect((await cloud.send("DELETE", `${things}/n`, undefined, { as: "c" })).status).toBe(403);
    expect(code(await cloud.send("DELETE", path))).toBe("RoleDefinitionHasAssignments");
    expect(code(await cloud.send("PUT", `${definitions}/${guid(501)}?api-version=2022-04-01`, { properties }))).toBe(
      "RoleDefinitionWithSameNameExists",
    );
  });

  it.each([
    [guid(1), { roleName: "x", assignableScopes: [], permissions: [] }, "MissingAssignableScopes"],
    [guid(1), { roleName: "x", assignableScopes: [sub, "/"], permissions: [] }, "InvalidAssignableScopes"],
    [guid(1), { roleName: "x", assignableScopes: ["here"], permissions: [] }, "LinkedInvalidPropertyId"],
    [guid(1), { roleName: "x", type: "BuiltInRole", assignableScopes: [sub] }, "InvalidRoleDefinitionType"],
    [
      guid(1),
      { roleName: "x", assignableScopes: [managementGroup("a"), managementGroup("b")] },
      "InvalidAssignableScopes",
    ],
    [
      guid(1),
      { roleName: "x", assignableScopes: [managementGroup("a")], permissions: [{ dataActions: ["A.B/c/read"] }] },
      "InvalidAssignableScopes",
    ],
    [
      guid(1),
      { roleName: "x", assignableScopes: [sub], permissions: [{ dataActions: ["read everything"] }] },
      "InvalidDataActionOrNotDataAction",
    ],
    [guid(1), { assignableScopes: [sub] }, "RoleDefinitionNameNullOrEmpty"],
    [
      guid(1),
      { roleName: "x", assignableScopes: [sub], permissions: [{ actions: ["read everything"] }] },
      "InvalidActionOrNotAction",
    ],
    ["no-guid", { roleName: "x", assignableScopes: [sub] }, "InvalidRoleDefinitionId"],
    ["8e3af657-a8ff-443c-a75c-2fe8c4bcb635", { roleName: "Owner", assignableScopes: [sub] }, "RoleDefinitionExists"],
  ])("%s %j is refused with %s", async (name, properties, expected) => {
    expect(code(await cloud.send("PUT", `${definitions}/${name}?api-version=2022-04-01`, { properties }))).toBe(
      expected,
    );
  });

  it("are there in their assignable scopes alone", async () => {
    const properties = {
      roleName: "Of one group",
      assignableScopes: ["/subscriptions/" + testSubscription + "/resourceGroups/RG1"],
      permissions: [{ actions: ["*/read"] }],
    };
    await cloud.send("PUT", `${definitions}/${guid(520)}?api-version=2022-04-01`, { properties });
    const at = (scope: string) => assign(scope, guid(520), "c");
    expect((await at("/subscriptions/{sub}/resourceGroups/rg1")).status).toBe(201);
    for (const scope of [sub, group, "/subscriptions/{sub}/resourceGroups/rg10"]) {
      expect(code(await at(scope))).toBe("RoleDefinitionDoesNotExist");
    }
  });

  it("can be written only by who may write them in every assignable scope", async () => {
    await assign(group, "User Access Administrator", "c");
    const path = `${group}/providers/Microsoft.Authorization/roleDefinitions/${guid(510)}?api-version=2022-04-01`;
    const body = { properties: { roleName: "More", assignableScopes: [sub], permissions: [{ actions: ["*"] }] } };
    expect(code(await cloud.send("PUT", path, body, { as: "c" }))).toBe("LinkedAuthorizationFailed");
  });
});

describe("locks", () => {
  const lock = (scope: string, level: string) =>
    cloud.send("PUT", `${scope}/providers/Microsoft.Authorization/locks/l?api-version=2020-05-01`, {
      properties: { level, notes: "n" },
    });

  it("against deletion hold for what lies in the scope and for the scope itself", async () => {
    expect((await lock(`${things}/t`, "CanNotDelete")).status).toBe(201);
    const id = `${sub}/resourceGroups/rg/providers/Test.Things/things/t`;
    expect((await cloud.send("DELETE", `${things}/t`)).body).toEqual({
      error: {
        code: "ScopeLocked",
        message: `The scope '${id}' cannot perform delete operation because following scope(s) are locked: '${id}'. Please remove the lock and try again.`,
      },
    });
    expect(code(await cloud.send("DELETE", group))).toBe("ScopeLocked");
    expect((await cloud.send("PUT", `${things}/t`, { location: "eastus" })).status).toBe(200);
    await cloud.send("DELETE", `${things}/t/providers/Microsoft.Authorization/locks/l?api-version=2020-05-01`);
    expect((await cloud.send("DELETE", `${things}/t`)).status).toBe(200);
  });

  it("against changes stop writes and actions", async () => {
    await lock(group, "ReadOnly");
    expect(code(await cloud.send("PUT", `${things}/t`, { location: "eastus" }))).toBe("ScopeLocked");
    expect(code(await cloud.send("POST", `${things}/t/listKeys`))).toBe("ScopeLocked");
    expect((await cloud.send("GET", `${things}/t`)).status).toBe(200);
    expect(
      (await cloud.send("GET", `${group}/providers/Microsoft.Authorization/locks?api-version=2020-05-01`)).body[
        "value"
      ],
    ).toHaveLength(1);
    expect(code(await lock(group, "Sometimes"))).toBe("LockLevelNotSpecified");
  });
});

describe("tokens", () => {
  it.each([
    [null, {}, "AuthenticationFailed"],
    [null, { authorization: "Basic eA==" }, "AuthenticationFailedInvalidHeader"],
    [null, { authorization: "Bearer x.y.z" }, "InvalidAuthenticationToken"],
  ])("%s %j", async (as, headers, expected) => {
    const answer = await cloud.send("GET", group, undefined, { as, headers });
    expect([answer.status, code(answer)]).toEqual([401, expected]);
    expect(answer.headers["www-authenticate"]).toMatch(
      /^Bearer authorization_uri="https:\/\/localhost:8443\/.*", error="invalid_token", error_description="/,
    );
  });

  it("are taken for this audience until they expire", async () => {
    const graph = await cloud.token(testClient, "https://localhost:8443/graph//.default");
    const send = (token: string) =>
      cloud.send("GET", group, undefined, { as: null, headers: { authorization: `Bearer ${token}` } });
    expect(code(await send(graph))).toBe("InvalidAuthenticationTokenAudience");
    for (const scope of [
      "https://management.azure.com/.default",
      "https://localhost:8443/.default",
      "https://127.0.0.1:8443/.default",
    ]) {
      expect((await send(await cloud.token(testClient, scope))).status).toBe(200);
    }
    const token = await cloud.token();
    await cloud.clock.advance(86_400_000);
    expect(code(await send(token))).toBe("ExpiredAuthenticationToken");
  });
});

describe("the activity log", () => {
  it("keeps what was done, by whom, and how it ended", async () => {
    await cloud.send("PUT", `${things}/new`, { location: "eastus" }, { as: "c" });
    await cloud.send("PUT", `${things}/new`, { location: "eastus" });
    const path =
      "/subscriptions/{sub}/providers/Microsoft.Insights/eventtypes/management/values?api-version=2015-04-01";
    const { status, body } = await cloud.send("GET", path);
    expect(status).toBe(200);
    const events = body["value"] as readonly JsonObject[];
    expect(events.slice(0, 2)).toMatchObject([
      {
        operationName: { value: "Test.Things/things/write" },
        status: { value: "Succeeded" },
        subStatus: { value: "Created" },
        caller: testClient,
        resourceGroupName: "rg",
      },
      { status: { value: "Failed" }, caller: "c", properties: { statusCode: "Forbidden" } },
    ]);
    const filter = encodeURIComponent("eventTimestamp ge '2026-01-01T00:00:00Z' and resourceGroupName eq 'rg1'");
    expect((await cloud.send("GET", `${path}&$filter=${filter}`)).body).toMatchObject({
      value: [{ resourceGroupName: "rg1" }],
    });
  });
});
