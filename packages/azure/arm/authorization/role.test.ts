import { describe, expect, it } from "vitest";
import { loadBuiltInRoles } from "./built-in-roles.ts";
import { parseCondition } from "./condition/parse.ts";
import { actionMatches, roleAllows } from "./role.ts";

describe("patterns", () => {
  it.each([
    ["*", "Microsoft.Network/virtualNetworks/write", true],
    ["*/read", "Microsoft.Network/virtualNetworks/read", true],
    ["*/read", "Microsoft.Network/virtualNetworks/write", false],
    ["Microsoft.Network/*", "microsoft.network/virtualnetworks/subnets/join/action", true],
    ["Microsoft.Network/*", "Microsoft.NetworkFunction/x/read", false],
    ["Microsoft.Authorization/*/Write", "Microsoft.Authorization/roleAssignments/write", true],
    ["A/b/*/assign/action", "A/b/assign/action", true],
    ["A/b/*/assign/action", "A/b/c/assign/action", true],
    ["A/b/read", "A/bXread", false],
    ["A.b/c/read", "AXb/c/read", false],
  ])("%s holds %s: %s", (pattern, action, expected) => {
    expect(actionMatches(pattern, action)).toBe(expected);
  });
});

/** Roles against actions: what each role is for, and what it must not do (Azure built-in roles reference). */
const actions = [
  "Microsoft.ContainerService/managedClusters/read",
  "Microsoft.ContainerService/managedClusters/write",
  "Microsoft.ContainerService/managedClusters/delete",
  "Microsoft.ContainerService/managedClusters/listClusterUserCredential/action",
  "Microsoft.ContainerService/managedClusters/listClusterAdminCredential/action",
  "Microsoft.ContainerService/managedClusters/agentPools/write",
  "Microsoft.Network/virtualNetworks/read",
  "Microsoft.Network/virtualNetworks/write",
  "Microsoft.Network/virtualNetworks/subnets/join/action",
  "Microsoft.Network/networkSecurityGroups/securityRules/delete",
  "Microsoft.ManagedIdentity/userAssignedIdentities/read",
  "Microsoft.ManagedIdentity/userAssignedIdentities/write",
  "Microsoft.ManagedIdentity/userAssignedIdentities/assign/action",
  "Microsoft.Authorization/roleAssignments/read",
  "Microsoft.Authorization/roleAssignments/write",
  "Microsoft.Authorization/roleAssignments/delete",
  "Microsoft.Authorization/roleDefinitions/write",
  "Microsoft.Resources/deployments/write",
  "Microsoft.Resources/subscriptions/resourceGroups/read",
  "Microsoft.Resources/subscriptions/resourceGroups/write",
  "Microsoft.Compute/virtualMachineScaleSets/write",
] as const;

/** One column an action, in the order above. */
const matrix: readonly (readonly [role: string, allowed: string])[] = [
  ["Owner", "111111111111111111111"],
  ["Contributor", "111111111111110001111"],
  ["Reader", "100000100010010000100"],
  ["User Access Administrator", "100000100010011110100"],
  ["Role Based Access Control Administrator", "100000100010011100100"],
  ["Network Contributor", "000000111100010001100"],
  ["Managed Identity Operator", "000000000010110001100"],
  ["Managed Identity Contributor", "000000000011010001100"],
  ["Azure Kubernetes Service Cluster Admin Role", "100010000000000000000"],
  ["Azure Kubernetes Service Cluster User Role", "100100000000000000000"],
  ["Azure Kubernetes Service Contributor Role", "111111000000010001100"],
  ["Virtual Machine Contributor", "000000101000010001101"],
];

describe("built-in roles", () => {
  const cases = matrix.flatMap(([role, allowed]) =>
    actions.map((action, index) => [role, action, allowed[index] === "1"] as const),
  );
  it(`covers at least 200 cases (${cases.length})`, () => {
    expect(cases.length).toBeGreaterThanOrEqual(200);
  });
  it.each(cases)("%s, %s: %s", async (name, action, expected) => {
    const role = [...(await loadBuiltInRoles()).values()].find(({ roleName }) => roleName === name);
    expect(role && roleAllows(role, action)).toBe(expected);
  });

  it("are all there, with their permissions", async () => {
    const roles = await loadBuiltInRoles();
    expect(roles.size).toBeGreaterThan(900);
    // Ids and actions: Azure built-in roles reference.
    expect(roles.get("7f951dda-4ed3-4680-a7ca-43fe172d538d")).toMatchObject({
      roleName: "AcrPull",
      permissions: [{ actions: ["Microsoft.ContainerRegistry/registries/pull/read"], notActions: [] }],
    });
    expect(roles.get("4633458b-17de-408a-b874-0445c86b69e6")).toMatchObject({
      roleName: "Key Vault Secrets User",
      permissions: [
        {
          dataActions: [
            "Microsoft.KeyVault/vaults/secrets/getSecret/action",
            "Microsoft.KeyVault/vaults/secrets/readMetadata/action",
          ],
        },
      ],
    });
    for (const role of roles.values()) {
      expect(role.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      expect(role.roleName).not.toBe("");
      const { permissions } = role;
      for (const { actions, notActions, dataActions, notDataActions } of permissions)
        for (const action of [...actions, ...notActions, ...dataActions, ...notDataActions])
          expect(action).not.toBe("");
    }
  });

  it("have conditions that can be read", async () => {
    const conditions = [...(await loadBuiltInRoles()).values()].flatMap(({ roleName, permissions }) =>
      permissions.flatMap(({ condition }) => (condition === undefined ? [] : [[roleName, condition] as const])),
    );
    expect(conditions.length).toBeGreaterThan(20);
    expect(conditions.filter(([, text]) => parseCondition(text) === undefined)).toEqual([]);
  });
});
