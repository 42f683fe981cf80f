import { afterEach, describe, expect, it } from "vitest";
import { createTestApi, type JsonAny, type TestApi } from "../testing/index.ts";

let api: TestApi;
afterEach(() => api.close());

const rbac = "/apis/rbac.authorization.k8s.io/v1";
const jane = { name: "jane", groups: ["system:authenticated"] };

async function as(user: typeof jane, method: string, path: string, json?: unknown, headers?: Record<string, string>) {
  const reply = await api.call(
    { method, path, ...(headers ? { headers } : {}), ...(json ? { body: { json } } : {}) },
    user,
  );
  return { status: reply.status, body: (await reply.json()) as JsonAny };
}

async function grant(verbs: string[], resources: string[], names?: string[]): Promise<void> {
  const metadata = { name: "r" };
  const rules = [{ apiGroups: [""], verbs, resources, ...(names ? { resourceNames: names } : {}) }];
  await api.send("POST", `${rbac}/namespaces/default/roles`, { metadata, rules });
  await api.send("POST", `${rbac}/namespaces/default/rolebindings`, {
    metadata,
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "r" },
    subjects: [{ kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "jane" }],
  });
}

describe("role-based access control", () => {
  it("refuses in the API server's words what no role allows", async () => {
    api = await createTestApi({ authorization: "rbac" });
    const pods = await as(jane, "GET", "/api/v1/namespaces/default/pods");
    expect([pods.status, pods.body["message"]]).toEqual([
      403,
      'pods is forbidden: User "jane" cannot list resource "pods" in API group "" in the namespace "default"',
    ]);
    const node = await as(jane, "DELETE", "/api/v1/nodes/n");
    expect(node.body["message"]).toBe(
      'nodes "n" is forbidden: User "jane" cannot delete resource "nodes" in API group "" at the cluster scope',
    );
    const path = await as(jane, "GET", "/metrics");
    expect(path.body["message"]).toBe('forbidden: User "jane" cannot get path "/metrics"');
    expect((await as(jane, "GET", "/version")).status).toBe(200);
    expect((await as(jane, "GET", "/apis")).status).toBe(200);
  });

  it.each([
    ["get", "/api/v1/namespaces/default/configmaps/a", 404],
    ["get", "/api/v1/namespaces/default/configmaps/b", 403],
    ["get", "/api/v1/namespaces/kube-system/configmaps/a", 403],
    ["get", "/api/v1/namespaces/default/secrets/a", 403],
    ["delete", "/api/v1/namespaces/default/configmaps/a", 403],
  ])("lets a bound user %s %s with %d", async (method, path, code) => {
    api = await createTestApi({ authorization: "rbac" });
    await grant(["get"], ["configmaps"], ["a"]);
    expect((await as(jane, method.toUpperCase(), path)).status).toBe(code);
  });

  it("gives aggregated roles the rules of those that they select, through each other", async () => {
    api = await createTestApi({ authorization: "rbac" });
    await api.send("POST", `${rbac}/clusterrolebindings`, {
      metadata: { name: "b" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "admin" },
      subjects: [{ kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "jane" }],
    });
    const rules = async () => (await api.send("GET", `${rbac}/clusterroles/admin`)).body["rules"];
    await expect.poll(async () => JSON.stringify(await rules())).toContain("rolebindings");
    for (const path of ["/api/v1/pods", "/apis/apps/v1/deployments", `${rbac}/namespaces/default/roles`])
      expect((await as(jane, "GET", path)).status).toBe(200);
    expect((await as(jane, "GET", "/api/v1/nodes")).status).toBe(403);
  });

  it("asks before somebody acts as another", async () => {
    api = await createTestApi({ authorization: "rbac" });
    const denied = await as(jane, "GET", "/version", undefined, { "impersonate-user": "bob" });
    expect(denied.body["message"]).toBe(
      'users "bob" is forbidden: User "jane" cannot impersonate resource "users" in API group "" at the cluster scope',
    );
    const whoami = await api.send(
      "POST",
      "/apis/authentication.k8s.io/v1/selfsubjectreviews",
      {},
      {
        "impersonate-user": "system:serviceaccount:ns:sa",
      },
    );
    expect(whoami.body["status"]?.["userInfo"]).toEqual({
      username: "system:serviceaccount:ns:sa",
      groups: ["system:serviceaccounts", "system:serviceaccounts:ns", "system:authenticated"],
    });
  });
});

describe("reviews", () => {
  it("answer for the caller and for others", async () => {
    api = await createTestApi({ authorization: "rbac" });
    await grant(["get"], ["pods"]);
    const resourceAttributes = { verb: "get", resource: "pods", namespace: "default" };
    const reviews = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
    const yes = await api.send("POST", reviews, { spec: { user: "jane", resourceAttributes } });
    expect(yes.body["status"]).toMatchObject({
      allowed: true,
      reason: expect.stringContaining('RoleBinding "r/default"'),
    });
    const no = await api.send("POST", reviews, { spec: { user: "bob", resourceAttributes } });
    expect(no.body["status"]).toEqual({ allowed: false });
    expect((await api.send("POST", reviews, { spec: { user: "bob" } })).status).toBe(422);
    const rules = await as(jane, "POST", "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews", {
      spec: { namespace: "default" },
    });
    expect(JSON.stringify(rules.body["status"])).toContain('"resources":["pods"]');
  });
});

describe("service-account tokens", () => {
  it("hold as long as their account, their pod and their time", async () => {
    api = await createTestApi({ tokens: [{ token: "static", user: { name: "s", groups: ["g"] } }] });
    const accounts = "/api/v1/namespaces/default/serviceaccounts";
    await api.send("POST", accounts, { metadata: { name: "default" } });
    await api.send("POST", accounts, { metadata: { name: "robot" } });
    const pod = await api.send("POST", "/api/v1/namespaces/default/pods", {
      metadata: { name: "p" },
      spec: { serviceAccountName: "robot", containers: [{ name: "c", image: "i" }] },
    });
    const request = (spec: object) =>
      api.send("POST", `${accounts}/robot/token`, {
        apiVersion: "authentication.k8s.io/v1",
        kind: "TokenRequest",
        spec,
      });
    const plain = await request({ expirationSeconds: 600 });
    expect(plain.body["status"]?.["expirationTimestamp"]).toBe("2026-01-01T00:10:00Z");
    const uid = pod.body["metadata"]?.["uid"];
    const bound = await request({ boundObjectRef: { kind: "Pod", apiVersion: "v1", name: "p", uid } });
    const other = await request({ audiences: ["vault"] });
    expect((await request({ expirationSeconds: 10 })).status).toBe(422);

    const review = async (token: unknown, audiences?: string[]) =>
      (
        await api.send("POST", "/apis/authentication.k8s.io/v1/tokenreviews", {
          spec: { token, ...(audiences ? { audiences } : {}) },
        })
      ).body["status"];
    const tokenOf = (reply: { body: JsonAny }) => reply.body["status"]?.["token"];
    expect(await review(tokenOf(plain))).toMatchObject({
      authenticated: true,
      user: { username: "system:serviceaccount:default:robot" },
    });
    expect(await review(tokenOf(bound))).toMatchObject({
      user: { extra: { "authentication.kubernetes.io/pod-name": ["p"] } },
    });
    expect(await review(tokenOf(other))).toMatchObject({ authenticated: false });
    expect(await review(tokenOf(other), ["vault"])).toMatchObject({ authenticated: true, audiences: ["vault"] });
    expect(await review(`${String(tokenOf(plain))}x`)).toMatchObject({ authenticated: false });
    expect(await review("static")).toMatchObject({ authenticated: true, user: { username: "s" } });
    await api.send("DELETE", "/api/v1/namespaces/default/pods/p", { gracePeriodSeconds: 0 });
    expect(await review(tokenOf(bound))).toMatchObject({ authenticated: false });
    await api.clock.advance(600_000);
    expect(await review(tokenOf(plain))).toMatchObject({ authenticated: false });
  });

  it("survive a restart, since their key is kept with the cluster", async () => {
    api = await createTestApi();
    const before = await api.send("GET", "/openid/v1/jwks");
    await api.close();
    api = await createTestApi({ store: api.store });
    expect((await api.send("GET", "/openid/v1/jwks")).body).toEqual(before.body);
  });
});
