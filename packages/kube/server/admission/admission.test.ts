import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../testing/index.ts";

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi();
});
afterEach(() => api.close());

const pods = "/api/v1/namespaces/default/pods";
const pod = (name: string, spec: object = {}) => ({
  metadata: { name },
  spec: { containers: [{ name: "c", image: "i" }], ...spec },
});
const account = () => api.send("POST", "/api/v1/namespaces/default/serviceaccounts", { metadata: { name: "default" } });

describe("built-in admission", () => {
  it("refuses a pod without its service account", async () => {
    const { status, body } = await api.send("POST", pods, pod("p"));
    expect([status, body["message"]]).toEqual([
      403,
      'pods "p" is forbidden: error looking up service account default/default: serviceaccount "default" not found',
    ]);
  });

  it("gives a pod its token, its priority and the five minutes", async () => {
    await account();
    const { body } = await api.send("POST", pods, pod("p", { priorityClassName: "system-node-critical" }));
    expect(body["spec"]).toMatchObject({
      serviceAccountName: "default",
      priority: 2_000_001_000,
      preemptionPolicy: "PreemptLowerPriority",
      tolerations: [
        { key: "node.kubernetes.io/not-ready", effect: "NoExecute", tolerationSeconds: 300 },
        { key: "node.kubernetes.io/unreachable", effect: "NoExecute", tolerationSeconds: 300 },
      ],
      volumes: [{ name: expect.stringMatching(/^kube-api-access-/), projected: { defaultMode: 420 } }],
      containers: [{ volumeMounts: [{ mountPath: "/var/run/secrets/kubernetes.io/serviceaccount", readOnly: true }] }],
    });
  });

  it("gives a pod that is sent back without them its tolerations again", async () => {
    await account();
    const { body } = await api.send("POST", pods, pod("p", {}));
    const { tolerations: _left, ...spec } = body["spec"] as Record<string, unknown>;
    const reply = await api.send("PUT", `${pods}/p`, { ...body, spec });
    expect([reply.status, reply.body["spec"]?.["tolerations"]]).toEqual([200, body["spec"]?.["tolerations"]]);
  });

  it("leaves alone what says that it wants none of it", async () => {
    await account();
    const tolerations = [{ operator: "Exists" }];
    const { body } = await api.send("POST", pods, pod("p", { automountServiceAccountToken: false, tolerations }));
    expect(body["spec"]).not.toHaveProperty("volumes");
    expect(body["spec"]?.["tolerations"]).toEqual(tolerations);
  });

  it.each([
    [{ priorityClassName: "none" }, "no PriorityClass with name none was found"],
    [
      { priority: 7 },
      "the integer value of priority (7) must not be provided in pod spec; priority admission controller computed 0 from the given PriorityClass name",
    ],
    [{ runtimeClassName: "x" }, 'pod rejected: RuntimeClass "x" not found'],
  ])("refuses %j", async (spec, cause) => {
    await account();
    const { status, body } = await api.send("POST", pods, pod("p", spec));
    expect([status, body["message"]]).toEqual([403, `pods "p" is forbidden: ${cause}`]);
  });

  it("taints a new node", async () => {
    const { body } = await api.send("POST", "/api/v1/nodes", { metadata: { name: "n" } });
    expect(body["spec"]?.["taints"]).toEqual([{ key: "node.kubernetes.io/not-ready", effect: "NoSchedule" }]);
  });

  it("calls the owner's plug-ins too", async () => {
    await api.close();
    api = await createTestApi({
      admission: [
        {
          name: "Labels",
          handles: ({ resource, operation }) => operation === "CREATE" && resource.definition.plural === "configmaps",
          mutate: (_request, object) => ({ ...object, metadata: { ...object.metadata, labels: { by: "plugin" } } }),
        },
      ],
    });
    const { body } = await api.send("POST", "/api/v1/namespaces/default/configmaps", { metadata: { name: "a" } });
    expect(body["metadata"]?.["labels"]).toEqual({ by: "plugin" });
  });

  it("says of webhooks that they are not called", async () => {
    const hooks = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
    const { status, headers } = await api.send("POST", hooks, { metadata: { name: "h" } });
    expect([status, headers["warning"]]).toEqual([201, expect.stringContaining("does not carry it out")]);
  });
});

describe("eviction", () => {
  it("heeds the disruption budget", async () => {
    await account();
    await api.send("POST", pods, { ...pod("p"), metadata: { name: "p", labels: { a: "b" } } });
    await api.send(
      "PATCH",
      `${pods}/p/status`,
      { status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] } },
      {
        "content-type": "application/merge-patch+json",
      },
    );
    const budgets = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
    await api.send("POST", budgets, {
      metadata: { name: "b" },
      spec: { minAvailable: 1, selector: { matchLabels: { a: "b" } } },
    });
    const allow = (disruptionsAllowed: number) =>
      api.send(
        "PATCH",
        `${budgets}/b/status`,
        {
          status: { disruptionsAllowed, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1, observedGeneration: 1 },
        },
        { "content-type": "application/merge-patch+json" },
      );
    await allow(0);
    const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "p", namespace: "default" } };
    const refused = await api.send("POST", `${pods}/p/eviction`, eviction);
    expect([refused.status, refused.body["message"]]).toEqual([
      429,
      "Cannot evict pod as it would violate the pod's disruption budget.",
    ]);
    expect(refused.body["details"]?.["causes"]).toEqual([
      { reason: "DisruptionBudget", message: "The disruption budget b needs 1 healthy pods and has 1 currently" },
    ]);
    await allow(1);
    expect((await api.send("POST", `${pods}/p/eviction`, eviction)).status).toBe(201);
    expect((await api.send("GET", `${budgets}/b`)).body["status"]).toMatchObject({ disruptionsAllowed: 0 });
    expect((await api.send("GET", `${pods}/p`)).status).toBe(404);
  });
});

describe("services", () => {
  const services = "/api/v1/namespaces/default/services";
  const service = (name: string, spec: object = {}) => ({
    metadata: { name },
    spec: { ports: [{ port: 80 }], ...spec },
  });

  it("get addresses and node ports once each", async () => {
    const made = await Promise.all(
      ["a", "b", "c"].map((name) => api.send("POST", services, service(name, { type: "NodePort" }))),
    );
    const specs = made.map(({ body }) => body["spec"]);
    expect(new Set(specs.map((spec) => spec?.["clusterIP"])).size).toBe(3);
    for (const spec of specs) {
      expect(String(spec?.["clusterIP"])).toMatch(/^10\.0\./);
      expect(spec).toMatchObject({ ipFamilies: ["IPv4"], ipFamilyPolicy: "SingleStack" });
      expect(Number((spec as unknown as { ports: { nodePort: number }[] }).ports[0]?.nodePort)).toBeGreaterThanOrEqual(
        30_000,
      );
    }
    expect((await api.send("GET", `${services}/kubernetes`)).body["spec"]?.["clusterIP"]).toBe("10.0.0.1");
  });

  it.each([{ clusterIP: "10.0.0.77" }, { clusterIP: "10.0.0.77", clusterIPs: ["10.0.0.77"] }])(
    "keep their address: %j is refused",
    async (spec) => {
      await api.send("POST", services, service("a"));
      const merge = { "content-type": "application/merge-patch+json" };
      const { status, body } = await api.send("PATCH", `${services}/a`, { spec }, merge);
      expect([status, body["message"]]).toEqual([
        422,
        expect.stringMatching(
          /^Service "a" is invalid: spec.clusterIPs\[0\]: Invalid value: .*: may not change once set$/,
        ),
      ]);
    },
  );

  it.each([
    [
      { clusterIP: "10.1.0.1" },
      "failed to allocate IP 10.1.0.1: the provided IP (10.1.0.1) is not in the valid range. The range of valid IPs is 10.0.0.0/16",
    ],
    [{ clusterIP: "10.0.0.1" }, "failed to allocate IP 10.0.0.1: provided IP is already allocated"],
    [
      { type: "NodePort", ports: [{ port: 80, nodePort: 80 }] },
      "provided port is not in the valid range. The range of valid ports is 30000-32767",
    ],
    [{ ipFamilyPolicy: "RequireDualStack" }, "this cluster is not configured for dual-stack services"],
  ])("refuse %j", async (spec, cause) => {
    const { status, body } = await api.send("POST", services, service("s", spec));
    expect(status).toBe(422);
    expect(body["message"]).toContain(cause);
  });

  it("keep what they were given when an update leaves it out, and give it back", async () => {
    const made = await api.send("POST", services, service("a", { type: "NodePort" }));
    const { status, body } = await api.send(
      "PUT",
      `${services}/a`,
      service("a", { type: "NodePort", selector: { x: "y" } }),
    );
    expect(status).toBe(200);
    expect(body["spec"]).toMatchObject({
      clusterIP: made.body["spec"]?.["clusterIP"],
      ports: made.body["spec"]?.["ports"],
      selector: { x: "y" },
    });
    const external = await api.send(
      "PUT",
      `${services}/a`,
      service("a", { type: "ExternalName", externalName: "x.y" }),
    );
    expect(external.body["spec"]).not.toHaveProperty("clusterIP");
    const headless = await api.send("POST", services, service("h", { clusterIP: "None" }));
    expect(headless.body["spec"]).toMatchObject({ clusterIP: "None", clusterIPs: ["None"] });
  });
});
