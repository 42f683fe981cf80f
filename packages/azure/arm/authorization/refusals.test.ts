import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { stableId } from "@byocni/azure/entra";
import { createTestCloud, testSubscription, testTenant, type TestAnswer, type TestCloud } from "../testing/index.ts";
import { authorizationErrorTable } from "./errors.ts";

const sub = `/subscriptions/${testSubscription}`;
const group = `${sub}/resourceGroups/rg`;
const authorization = "providers/Microsoft.Authorization";
const version = "api-version=2022-04-01";
const guid = (n: number): string => `10000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const hex = (id: string): string => id.replaceAll("-", "");
const oid = (client: string): string => stableId(testTenant, "servicePrincipal", client);
const reader = `${sub}/${authorization}/roleDefinitions/acdd72a7-3385-48ef-bd42-f606fba81ae7`;
const administrator = `${sub}/${authorization}/roleDefinitions/f58310d9-a9f6-439a-9e8d-f62e7b41a168`;

let cloud: TestCloud;

beforeEach(async () => {
  cloud = await createTestCloud();
  await cloud.send("PUT", group, { location: "eastus" });
});

function assign(name: string, over: JsonObject = {}, as?: string): Promise<TestAnswer> {
  const properties = { roleDefinitionId: reader, principalId: oid("c"), principalType: "ServicePrincipal", ...over };
  return cloud.send(
    "PUT",
    `${group}/${authorization}/roleAssignments/${name}?${version}`,
    { properties },
    as === undefined ? {} : { as },
  );
}

function define(name: string, over: JsonObject = {}): Promise<TestAnswer> {
  const properties = { roleName: "Mine", assignableScopes: [sub], permissions: [{ actions: ["*/read"] }], ...over };
  return cloud.send("PUT", `${sub}/${authorization}/roleDefinitions/${name}?${version}`, { properties });
}

const remove = (id: string): Promise<TestAnswer> => cloud.send("DELETE", `${id}?${version}`);
const owner = "8e3af657-a8ff-443c-a75c-2fe8c4bcb635";

/** Each row of the table: what makes it, and what its text says besides the row's own words. */
const rows: readonly (readonly [keyof typeof authorizationErrorTable, () => Promise<TestAnswer>, string])[] = [
  ["InvalidRoleAssignmentId", () => assign("fixed-name"), "'fixed-name'"],
  ["InvalidRoleDefinitionId", () => define("fixed-name"), "'fixed-name'"],
  ["BadRequestFormat", () => assign(guid(1), { principalId: 1 }), "'principalId'"],
  [
    "RoleDefinitionDoesNotExist",
    () => assign(guid(1), { roleDefinitionId: `${sub}/${authorization}/roleDefinitions/${guid(2)}` }),
    hex(guid(2)),
  ],
  ["PrincipalNotFound", () => assign(guid(1), { principalId: guid(3), principalType: null }), hex(guid(3))],
  [
    "UnmatchedPrincipalType",
    async () => {
      await cloud.token("c");
      return assign(guid(1), { principalType: "User" });
    },
    "has type 'ServicePrincipal'",
  ],
  [
    "RoleAssignmentExists",
    async () => {
      await assign(guid(1));
      return assign(guid(2));
    },
    `is ${hex(guid(1))}.`,
  ],
  ["InvalidRoleAssignmentCondition", () => assign(guid(1), { condition: "x", conditionVersion: "2.0" }), "condition"],
  [
    "ConditionNotFulfilled",
    async () => {
      const condition = `!(ActionMatches{'Microsoft.Authorization/roleAssignments/write'}) OR @Request[Microsoft.Authorization/roleAssignments:RoleDefinitionId] GuidEquals ${owner}`;
      await assign(guid(1), { roleDefinitionId: administrator, condition, conditionVersion: "2.0" });
      return assign(guid(2), { principalId: guid(9) }, "c");
    },
    `object id '${oid("c")}'`,
  ],
  [
    "RoleAssignmentUpdateNotPermitted",
    async () => {
      await assign(guid(1));
      return assign(guid(1), { principalId: guid(9) });
    },
    "not allowed to be updated",
  ],
  [
    "CannotDeleteLastRbacAdminRoleAssignment",
    async () => {
      const { body } = await cloud.send("GET", `${sub}/${authorization}/roleAssignments?${version}`);
      const [own] = body["value"] as unknown as readonly JsonObject[];
      return remove(String(own?.["id"]));
    },
    "last RBAC admin",
  ],
  [
    "RoleDefinitionWithSameNameExists",
    async () => {
      await define(guid(1));
      return define(guid(2));
    },
    "same name",
  ],
  [
    "RoleDefinitionRenamedToKnown",
    async () => {
      await define(guid(1));
      await define(guid(2), { roleName: "Other" });
      return define(guid(2));
    },
    "cannot be updated",
  ],
  ["InvalidActionOrNotAction", () => define(guid(1), { permissions: [{ actions: ["all of it"] }] }), "'all of it'"],
  [
    "InvalidDataActionOrNotDataAction",
    () => define(guid(1), { permissions: [{ notDataActions: ["all of it"] }] }),
    "'all of it'",
  ],
  ["MissingAssignableScopes", () => define(guid(1), { assignableScopes: [] }), "assignable scope"],
  [
    "LinkedInvalidPropertyId",
    () => define(guid(1), { assignableScopes: [sub, "here"] }),
    "Property id 'here' at path 'properties.assignableScopes[1]' is invalid. Expect fully qualified resource Id that start with '/subscriptions/{subscriptionId}' or '/providers/{resourceProviderNamespace}/'.",
  ],
  ["RoleDefinitionNameNullOrEmpty", () => define(guid(1), { roleName: "" }), "name"],
  ["InvalidRoleDefinitionType", () => define(guid(1), { type: "BuiltInRole" }), "CustomRole"],
  ["RoleDefinitionExists", () => define(owner), "'Owner'"],
  [
    "TooManyManagementGroups",
    () => define(guid(1), { assignableScopes: ["a", "b"].map(managementGroup) }),
    "one management group",
  ],
  [
    "DataActionsAtManagementGroup",
    () => define(guid(1), { assignableScopes: [managementGroup("a")], permissions: [{ dataActions: ["A.B/c/read"] }] }),
    "data action permissions",
  ],
  ["RoleDefinitionScopeRoot", () => define(guid(1), { assignableScopes: ["/"] }), "root scope"],
  [
    "RoleDefinitionInUse",
    async () => {
      const { body } = await define(guid(1));
      await assign(guid(2), { roleDefinitionId: String(body["id"]) });
      return remove(String(body["id"]));
    },
    "existing role assignments",
  ],
  ["BuiltInRoleCannotGo", () => remove(reader), "'Reader'"],
  [
    "InvalidLockLevel",
    () =>
      cloud.send("PUT", `${group}/${authorization}/locks/l?api-version=2020-05-01`, {
        properties: { level: "Sometimes" },
      }),
    "'Sometimes'",
  ],
];

function managementGroup(name: string): string {
  return `/providers/Microsoft.Management/managementGroups/${name}`;
}

describe("refusals", () => {
  it.each(rows)("%s", async (row, make, text) => {
    const { status, code = row } = authorizationErrorTable[row] as { readonly status: number; readonly code?: string };
    const answer = await make();
    expect(answer).toMatchObject({ status, body: { error: { code } } });
    expect((answer.body["error"] as unknown as { readonly message: string }).message).toContain(text);
  });

  it("are every row of the table, each with its source", () => {
    expect(rows.map(([row]) => row).toSorted()).toEqual(Object.keys(authorizationErrorTable).toSorted());
    for (const { source } of Object.values(authorizationErrorTable)) expect(source).not.toBe("");
  });
});
