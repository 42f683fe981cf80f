import { describe, expect, it } from "vitest";
import type { Attributes } from "@byocni/kube/server";
import { testPool, testSpec } from "../testing/cluster-spec.ts";
import { aksServer, entraAuthorizer, type EntraDirectory, entraTokens } from "./entra-access.ts";

const spec = testSpec(testPool("nodepool1", 1));
const cluster = `/subscriptions/${spec.subscriptionId}/resourceGroups/${spec.resourceGroup}/providers/Microsoft.ContainerService/managedClusters/${spec.name}`;
const actions = "Microsoft.ContainerService/managedClusters";

function directory(allowed: readonly string[] = []): EntraDirectory & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    tenantId: "tenant",
    identify: (token) => {
      const [kind, audience = aksServer] = token.split(" ");
      if (kind !== "user" && kind !== "client") return Promise.resolve(undefined);
      const userPrincipalName = kind === "user" ? "ann@byocni.local" : undefined;
      return Promise.resolve({ audience, objectId: "oid-1", userPrincipalName, groups: ["group-1"] });
    },
    mayDo: (objectId, action, scope) => {
      asked.push(`${objectId} ${action} ${scope}`);
      return Promise.resolve(allowed.includes(action));
    },
  };
}

const call = (changes: Partial<Attributes> = {}): Attributes => ({
  user: { name: "ann@byocni.local", groups: ["group-1"], extra: { oid: ["oid-1"] } },
  isResource: true,
  verb: "list",
  path: "/api/v1/namespaces/dev/pods",
  group: "",
  version: "v1",
  namespace: "dev",
  resource: "pods",
  subresource: "",
  name: "",
  ...changes,
});

describe("tokens of Entra", () => {
  it.each([
    ["user", "ann@byocni.local"],
    [`user api://${aksServer}`, "ann@byocni.local"],
    ["client", "oid-1"],
  ])("%s is %s", async (token, name) => {
    expect(await entraTokens(directory()).authenticateToken(token)).toEqual({
      user: { name, groups: ["group-1"], extra: { oid: ["oid-1"] } },
      audiences: [],
    });
  });

  it.each(["nobody", "user https://management.azure.com/"])("%s is nobody here", async (token) => {
    expect(await entraTokens(directory()).authenticateToken(token)).toBeUndefined();
  });
});

/** What each call is as a data action (kubeguard/guard, authz/providers/azure). */
const rows: readonly (readonly [what: Partial<Attributes>, action: string, scope: string])[] = [
  [{}, "pods/read", `${cluster}/namespaces/dev`],
  [{ verb: "watch" }, "pods/read", `${cluster}/namespaces/dev`],
  [{ verb: "patch" }, "pods/write", `${cluster}/namespaces/dev`],
  [{ verb: "deletecollection" }, "pods/delete", `${cluster}/namespaces/dev`],
  [{ verb: "create", subresource: "exec" }, "pods/exec/action", `${cluster}/namespaces/dev`],
  [{ verb: "get", subresource: "log" }, "pods/read", `${cluster}/namespaces/dev`],
  [{ group: "apps", resource: "deployments" }, "apps/deployments/read", `${cluster}/namespaces/dev`],
  [{ resource: "nodes", namespace: "" }, "nodes/read", cluster],
  [
    { group: "rbac.authorization.k8s.io", resource: "roles", verb: "bind" },
    "rbac.authorization.k8s.io/roles/bind/action",
    `${cluster}/namespaces/dev`,
  ],
  [{ isResource: false, verb: "get", path: "/metrics", namespace: "", resource: "" }, "metrics/read", cluster],
];

describe("a cluster with Azure RBAC", () => {
  const entra = { azureRbac: true, adminGroups: ["group-2"] };

  it.each(rows)("asks for %j", async (what, action, scope) => {
    const known = directory([`${actions}/${action}`]);
    const decision = await entraAuthorizer({ ...spec, entra }, known).authorize(call(what));
    expect(known.asked).toEqual([`oid-1 ${actions}/${action} ${scope}`]);
    expect(decision).toEqual({ allowed: true, reason: "" });
  });

  it("refuses in AKS's words what no role allows", async () => {
    expect(await entraAuthorizer({ ...spec, entra }, directory()).authorize(call())).toEqual({
      allowed: false,
      reason: "User does not have access to the resource in Azure. Update role assignment to allow access.",
    });
  });

  it("lets its admin groups do everything and leaves other users to others", async () => {
    const authorizer = entraAuthorizer({ ...spec, entra: { ...entra, adminGroups: ["group-1"] } }, directory());
    expect(await authorizer.authorize(call())).toEqual({ allowed: true, reason: "" });
    const other = { name: "system:serviceaccount:default:x", groups: ["group-1"] };
    expect(await authorizer.authorize(call({ user: other }))).toEqual({ allowed: false, reason: "" });
  });
});

it("a cluster without Azure RBAC has its own roles only", async () => {
  const known = directory([`${actions}/pods/read`]);
  const authorizer = entraAuthorizer({ ...spec, entra: { azureRbac: false, adminGroups: [] } }, known);
  expect(await authorizer.authorize(call())).toEqual({ allowed: false, reason: "" });
  expect(known.asked).toEqual([]);
});
