import { describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { createKubeSchema } from "../create-kube-schema.ts";
import { formatFieldError } from "../errors/field-error.ts";
import { statusErrors } from "../errors/status-errors.ts";
import { createStoredObjects } from "../testing/index.ts";
import { dnsLabelProblems, dnsSubdomainProblems, portNameProblems, qualifiedNameProblems } from "./names.ts";

const schema = createKubeSchema();
const byKind = new Map(schema.resources.map((resource) => [`${resource.group}/${resource.kind}`, resource]));

const { schemaOf, stored } = createStoredObjects(schema);

const create = (body: JsonObject): string[] => schemaOf(body).validateCreate(stored(body)).map(formatFieldError);
const update = (body: JsonObject, old: JsonObject, subresource?: string): string[] =>
  schemaOf(body).validateUpdate(stored(body), stored(old), subresource).map(formatFieldError);

function object(apiVersion: string, kind: string, rest: object, metadata: object = {}): JsonObject {
  const definition = [...byKind.values()].find((item) => item.kind === kind && apiVersion.startsWith(item.group));
  return {
    apiVersion,
    kind,
    metadata: {
      name: "a",
      ...(definition?.namespaced === true ? { namespace: "default" } : {}),
      resourceVersion: "1",
      ...metadata,
    },
    ...rest,
  };
}

const container = { name: "c", image: "i" };
const pod = (spec: object): JsonObject => object("v1", "Pod", { spec: { containers: [container], ...spec } });
const withContainer = (more: object): JsonObject => pod({ containers: [{ ...container, ...more }] });
const workload = (kind: string, spec: object, template: object = {}): JsonObject =>
  object("apps/v1", kind, {
    spec: {
      selector: { matchLabels: { app: "a" } },
      template: { metadata: { labels: { app: "a" } }, spec: { containers: [container], ...template } },
      ...spec,
    },
  });

const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

describe("names", () => {
  it.each([
    ["a", [], []],
    ["a.b", ["must not contain dots"], []],
    ["A", [label], [subdomain]],
    ["", [label], [subdomain]],
    ["-a", [label], [subdomain]],
    ["a\n", [label], [subdomain]],
    ["x".repeat(64), ["must be no more than 63 bytes"], []],
    ["x".repeat(254), ["must be no more than 63 bytes"], ["must be no more than 253 bytes"]],
  ])("%j as label and subdomain", (name, asLabel, asSubdomain) => {
    expect(dnsLabelProblems(name)).toEqual(asLabel);
    expect(dnsSubdomainProblems(name)).toEqual(asSubdomain);
  });

  it.each([
    ["a", 0],
    ["example.com/a_B.c", 0],
    ["/a", 1],
    ["a/", 2],
    ["a/b/c", 1],
    ["EXAMPLE/a", 1],
    [`${"x".repeat(64)}`, 1],
  ])("qualified name %j has %i problems", (name, count) => {
    expect(qualifiedNameProblems(name)).toHaveLength(count);
  });

  it.each([
    ["http", []],
    ["80", ["must contain at least one letter (a-z)"]],
    ["a--b", ["must not contain consecutive hyphens"]],
    ["-a", ["must not begin or end with a hyphen"]],
    ["sixteen-letters-", ["must be no more than 15 bytes", "must not begin or end with a hyphen"]],
  ])("port name %j", (name, problems) => {
    expect(portNameProblems(name)).toEqual(problems);
  });
});

describe("metadata", () => {
  it.each([
    [{ name: "Bad_Name" }, [`metadata.name: Invalid value: "Bad_Name": ${subdomain}`]],
    [{ name: "" }, ["metadata.name: Required value: name or generateName is required"]],
    [{ namespace: "" }, ["metadata.namespace: Required value"]],
    [{ generateName: "a-" }, []],
    [
      { labels: { "a/b/c": "x" } },
      [expect.stringMatching(/^metadata\.labels: Invalid value: "a\/b\/c": a qualified name must consist/)],
    ],
    [{ labels: { a: "-" } }, [expect.stringMatching(/^metadata\.labels: Invalid value: "-": a valid label must be/)]],
    [
      { annotations: { A: "x".repeat(262_144) } },
      ["metadata.annotations: Too long: may not be more than 262144 bytes"],
    ],
    [
      { finalizers: ["orphan", "foregroundDeletion"] },
      [
        'metadata.finalizers: Invalid value: ["orphan","foregroundDeletion"]: finalizer orphan and foregroundDeletion cannot be both set',
      ],
    ],
    [
      { ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "", uid: "u" }] },
      ['metadata.ownerReferences.name: Invalid value: "": must not be empty'],
    ],
  ])("%j", (metadata, expected) => {
    expect(create(object("v1", "ConfigMap", {}, metadata))).toEqual(expected);
  });

  it("keeps cluster-wide objects out of namespaces", () => {
    expect(create(object("v1", "Namespace", {}, { namespace: "x" }))).toEqual([
      "metadata.namespace: Forbidden: not allowed on this type",
    ]);
  });

  it.each([
    [{ resourceVersion: "" }, {}, ['metadata.resourceVersion: Invalid value: "": must be specified for an update']],
    [{ uid: "1" }, { uid: "2" }, ['metadata.uid: Invalid value: "1": field is immutable']],
    [
      { finalizers: ["b"], deletionTimestamp: "2026-01-01T00:00:00Z" },
      { finalizers: [], deletionTimestamp: "2026-01-01T00:00:00Z" },
      [expect.stringContaining("no new finalizers can be added if the object is being deleted")],
    ],
  ])("update %j of %j", (metadata, old, expected) => {
    expect(update(object("v1", "ConfigMap", {}, metadata), object("v1", "ConfigMap", {}, old))).toEqual(
      expect.arrayContaining(expected),
    );
  });
});

describe("pods", () => {
  it.each([
    [pod({}), []],
    [pod({ containers: [] }), ["spec.containers: Required value"]],
    [withContainer({ image: "" }), ["spec.containers[0].image: Required value"]],
    [
      withContainer({ image: " i" }),
      ['spec.containers[0].image: Invalid value: " i": must not have leading or trailing whitespace'],
    ],
    [withContainer({ name: "" }), ["spec.containers[0].name: Required value"]],
    [withContainer({ name: "A" }), [`spec.containers[0].name: Invalid value: "A": ${label}`]],
    [pod({ containers: [container, container] }), ['spec.containers[1].name: Duplicate value: "c"']],
    [pod({ initContainers: [container] }), ['spec.initContainers[0].name: Duplicate value: "c"']],
    [
      withContainer({ imagePullPolicy: "Sometimes" }),
      [
        'spec.containers[0].imagePullPolicy: Unsupported value: "Sometimes": supported values: "Always", "IfNotPresent", "Never"',
      ],
    ],
    [withContainer({ ports: [{ containerPort: 0 }] }), ["spec.containers[0].ports[0].containerPort: Required value"]],
    [
      withContainer({ ports: [{ containerPort: 70_000 }] }),
      ["spec.containers[0].ports[0].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive"],
    ],
    [
      withContainer({ ports: [{ containerPort: 80, protocol: "HTTP" }] }),
      ['spec.containers[0].ports[0].protocol: Unsupported value: "HTTP": supported values: "SCTP", "TCP", "UDP"'],
    ],
    [
      withContainer({ env: [{ name: "a=b", value: "x" }] }),
      [
        "spec.containers[0].env[0].name: Invalid value: \"a=b\": a valid environment variable name must consist only of printable ASCII characters other than '='",
      ],
    ],
    [
      withContainer({ env: [{ name: "a", valueFrom: {} }] }),
      [
        'spec.containers[0].env[0].valueFrom: Invalid value: "": must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`',
      ],
    ],
    [
      withContainer({ volumeMounts: [{ name: "v", mountPath: "/m" }] }),
      ['spec.containers[0].volumeMounts[0].name: Not found: "v"'],
    ],
    [
      withContainer({ livenessProbe: {} }),
      ["spec.containers[0].livenessProbe: Required value: must specify a handler type"],
    ],
    [
      withContainer({ livenessProbe: { exec: { command: ["a"] }, successThreshold: 2 } }),
      ["spec.containers[0].livenessProbe.successThreshold: Invalid value: 2: must be 1"],
    ],
    [
      withContainer({ resources: { requests: { cpu: "2" }, limits: { cpu: "1" } } }),
      ['spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1'],
    ],
    [
      withContainer({ resources: { limits: { memory: "-1" } } }),
      [
        expect.stringContaining(
          'spec.containers[0].resources.limits[memory]: Invalid value: "-1": must be greater than or equal to 0',
        ),
        expect.anything(),
      ],
    ],
    [
      pod({ volumes: [{ name: "v" }, { name: "v", hostPath: { path: "" } }] }),
      ['spec.volumes[1].name: Duplicate value: "v"', "spec.volumes[1].hostPath.path: Required value"],
    ],
    [
      pod({ volumes: [{ name: "v", hostPath: { path: "/" }, emptyDir: {} }] }),
      [expect.stringContaining("Forbidden: may not specify more than 1 volume type")],
    ],
    [
      pod({ restartPolicy: "Maybe" }),
      ['spec.restartPolicy: Unsupported value: "Maybe": supported values: "Always", "OnFailure", "Never"'],
    ],
    [
      pod({ tolerations: [{ operator: "Equal" }] }),
      [
        'spec.tolerations[0].operator: Invalid value: "Equal": operator must be Exists when `key` is empty, which means "match all values and all keys"',
      ],
    ],
    [
      pod({ hostNetwork: true, containers: [{ ...container, ports: [{ containerPort: 80, hostPort: 81 }] }] }),
      [
        "spec.containers[0].ports[0].containerPort: Invalid value: 80: must match `hostPort` when `hostNetwork` is true",
      ],
    ],
    [
      pod({
        containers: [
          { ...container, ports: [{ containerPort: 80, hostPort: 80 }] },
          { name: "d", image: "i", ports: [{ containerPort: 81, hostPort: 80 }] },
        ],
      }),
      ['spec.containers[1].ports[0].hostPort: Duplicate value: "TCP//80"'],
    ],
  ])("%#", (body, expected) => {
    expect(create(body)).toEqual(expected);
  });

  it("lets images change and little else", () => {
    expect(update(withContainer({ image: "j" }), pod({}))).toEqual([]);
    expect(update(pod({ nodeName: "n" }), pod({}))[0]).toMatch(
      /^spec: Forbidden: pod updates may not change fields other than `spec.containers\[\*\].image`,/,
    );
    expect(update(pod({ nodeName: "n" }), pod({}), "binding")).toEqual([]);
    expect(update(pod({ containers: [container, { name: "d", image: "i" }] }), pod({}))).toEqual([
      "spec.containers: Forbidden: pod updates may not add or remove containers",
    ]);
  });
});

describe("workloads", () => {
  const other = { matchLabels: { app: "b" } };
  it.each([
    [workload("Deployment", {}), []],
    [
      workload("Deployment", { replicas: -1 }),
      ["spec.replicas: Invalid value: -1: must be greater than or equal to 0"],
    ],
    [
      workload("Deployment", { selector: other }),
      ['spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`'],
    ],
    [
      workload("Deployment", { selector: {} }),
      ["spec.selector: Invalid value: {}: empty selector is invalid for deployment"],
    ],
    [workload("Deployment", { selector: null }), ["spec.selector: Required value"]],
    [
      workload("Deployment", {}, { containers: [{ name: "c" }] }),
      ["spec.template.spec.containers[0].image: Required value"],
    ],
    [
      workload("Deployment", {}, { restartPolicy: "Never" }),
      ['spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"'],
    ],
    [
      workload("Deployment", { strategy: { type: "Recreate", rollingUpdate: {} } }),
      ["spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'"],
    ],
    [
      workload("Deployment", { strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } }),
      ["spec.strategy.rollingUpdate.maxUnavailable: Invalid value: 0: may not be 0 when `maxSurge` is 0"],
    ],
    [
      workload("Deployment", { progressDeadlineSeconds: 5, minReadySeconds: 5 }),
      ["spec.progressDeadlineSeconds: Invalid value: 5: must be greater than minReadySeconds"],
    ],
    [workload("DaemonSet", {}), []],
    [
      workload("DaemonSet", { updateStrategy: { rollingUpdate: { maxUnavailable: 0 } } }),
      ["spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: cannot be 0 when maxSurge is 0"],
    ],
    [
      workload("DaemonSet", { updateStrategy: { type: "Never" } }),
      ['spec.updateStrategy.type: Unsupported value: "Never": supported values: "RollingUpdate", "OnDelete"'],
    ],
    [
      workload(
        "StatefulSet",
        { serviceName: "s", volumeClaimTemplates: [{ metadata: { name: "v" }, spec: {} }] },
        { containers: [{ ...container, volumeMounts: [{ name: "v", mountPath: "/m" }] }] },
      ),
      [],
    ],
    [workload("ReplicaSet", {}), []],
  ])("%#", (body, expected) => {
    expect(create(body)).toEqual(expected);
  });

  it.each(["Deployment", "DaemonSet", "ReplicaSet"])("the selector of a %s never changes", (kind) => {
    const changed = workload(kind, {
      selector: { matchLabels: { app: "a", x: "y" } },
      template: { metadata: { labels: { app: "a", x: "y" } }, spec: { containers: [container] } },
    });
    expect(update(changed, workload(kind, {}))).toEqual([
      'spec.selector: Invalid value: {"matchLabels":{"app":"a","x":"y"}}: field is immutable',
    ]);
  });

  it("a StatefulSet changes only in part", () => {
    const set = (spec: object): JsonObject => workload("StatefulSet", { serviceName: "s", ...spec });
    expect(update(set({ replicas: 3 }), set({}))).toEqual([]);
    expect(update(set({ serviceName: "t" }), set({}))).toEqual([
      "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
    ]);
  });

  it("jobs must end", () => {
    const job = (template: object): JsonObject =>
      object("batch/v1", "Job", { spec: { template: { spec: { containers: [container], ...template } } } });
    expect(create(job({}))).toEqual([
      'spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
    ]);
    expect(create(job({ restartPolicy: "Never" }))).toEqual([]);
  });

  it.each([
    ["*/5 * * * *", 0],
    ["@hourly", 0],
    ["0 0 1-5,7 JAN MON-FRI", 0],
    ["* * * *", 1],
    ["TZ=UTC * * * * *", 1],
    ["", 1],
  ])("cron schedule %j has %i problems", (schedule, count) => {
    const body = object("batch/v1", "CronJob", {
      spec: {
        schedule,
        jobTemplate: { spec: { template: { spec: { restartPolicy: "Never", containers: [container] } } } },
      },
    });
    expect(create(body)).toHaveLength(count);
  });
});

describe("other kinds", () => {
  const service = (spec: object): JsonObject => object("v1", "Service", { spec: { ports: [{ port: 80 }], ...spec } });
  const binding = (rest: object): JsonObject =>
    object("rbac.authorization.k8s.io/v1", "ClusterRoleBinding", {
      roleRef: { kind: "ClusterRole", name: "x" },
      ...rest,
    });
  const crd = (spec: object, name = "widgets.example.com"): JsonObject =>
    object(
      "apiextensions.k8s.io/v1",
      "CustomResourceDefinition",
      {
        spec: {
          group: "example.com",
          scope: "Namespaced",
          names: { plural: "widgets", kind: "Widget" },
          versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
          ...spec,
        },
      },
      { name },
    );

  it.each([
    [service({}), []],
    [service({ ports: [] }), ["spec.ports: Required value"]],
    [service({ ports: [], clusterIP: "None" }), []],
    [
      service({ ports: [{ port: 80 }, { port: 81 }] }),
      ["spec.ports[0].name: Required value", "spec.ports[1].name: Required value"],
    ],
    [
      service({ ports: [{ port: 0 }] }),
      [
        expect.stringContaining("spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive"),
        expect.anything(),
      ],
    ],
    [
      service({ type: "Weird" }),
      [
        'spec.type: Unsupported value: "Weird": supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"',
      ],
    ],
    [
      service({ ports: [{ port: 80, nodePort: 30_000 }] }),
      ["spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'"],
    ],
    [service({ type: "ExternalName", ports: [] }), ["spec.externalName: Required value"]],
    [
      object("v1", "ConfigMap", { data: { "..a": "x" } }),
      ["data[..a]: Invalid value: \"..a\": must not start with '..'"],
    ],
    [
      object("v1", "ConfigMap", { data: { a: "x".repeat(1_048_577) } }),
      [": Too long: may not be more than 1048576 bytes"],
    ],
    [
      object("v1", "Secret", { type: "kubernetes.io/tls" }),
      ["data[tls.crt]: Required value", "data[tls.key]: Required value"],
    ],
    [binding({}), []],
    [binding({ subjects: [{ kind: "ServiceAccount", name: "x" }] }), ["subjects[0].namespace: Required value"]],
    [
      binding({ subjects: [{ kind: "Robot", name: "x" }] }),
      ['subjects[0].kind: Unsupported value: "Robot": supported values: "ServiceAccount", "User", "Group"'],
    ],
    [
      binding({ roleRef: { kind: "Role", name: "x" } }),
      ['roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"'],
    ],
    [
      object("rbac.authorization.k8s.io/v1", "Role", { rules: [{ verbs: [], nonResourceURLs: ["/x"] }] }),
      [
        "rules[0].verbs: Required value: verbs must contain at least one value",
        'rules[0].nonResourceURLs: Invalid value: ["/x"]: namespaced rules cannot apply to non-resource URLs',
      ],
    ],
    [crd({}), []],
    [
      crd({}, "x.example.com"),
      ['metadata.name: Invalid value: "x.example.com": must be spec.names.plural+"."+spec.group'],
    ],
    [
      crd({ versions: [{ name: "v1", served: true, storage: true }] }),
      ["spec.versions[0].schema.openAPIV3Schema: Required value: schemas are required"],
    ],
    [
      crd({
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: "object", properties: { spec: { properties: { a: {} } } } } },
          },
        ],
      }),
      [
        "spec.versions[0].schema.openAPIV3Schema.properties[spec].type: Required value: must not be empty for specified object fields",
        "spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[a].type: Required value: must not be empty for specified object fields",
      ],
    ],
    [
      object("policy/v1", "PodDisruptionBudget", { spec: { minAvailable: 1, maxUnavailable: 1 } }),
      [expect.stringContaining("minAvailable and maxUnavailable cannot be both set")],
    ],
    [
      object("v1", "Event", { involvedObject: { namespace: "other" } }),
      ['involvedObject.namespace: Invalid value: "other": does not match event.namespace'],
    ],
    [
      object("coordination.k8s.io/v1", "Lease", { spec: { leaseDurationSeconds: 0 } }),
      ["spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0"],
    ],
    [
      object("networking.k8s.io/v1", "Ingress", { spec: {} }),
      [expect.stringContaining("either `defaultBackend` or `rules` must be specified")],
    ],
    [
      object("v1", "Node", { spec: { taints: [{ key: "k", effect: "Never" }] } }),
      [
        'spec.taints[0].effect: Unsupported value: "Never": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
      ],
    ],
  ])("%#", (body, expected) => {
    expect(create(body)).toEqual(expected);
  });

  it.each([
    [
      service({ clusterIP: "10.0.0.2" }),
      service({ clusterIP: "10.0.0.1" }),
      ['spec.clusterIPs[0]: Invalid value: ["10.0.0.2"]: may not change once set'],
    ],
    [
      binding({ roleRef: { kind: "ClusterRole", name: "y" } }),
      binding({}),
      [
        'roleRef: Invalid value: {"kind":"ClusterRole","name":"y","apiGroup":"rbac.authorization.k8s.io"}: cannot change roleRef',
      ],
    ],
    [
      object("v1", "ConfigMap", { data: { a: "2" }, immutable: true }),
      object("v1", "ConfigMap", { data: { a: "1" }, immutable: true }),
      ["data: Forbidden: field is immutable when `immutable` is set"],
    ],
    [
      object("v1", "Secret", { type: "b" }),
      object("v1", "Secret", { type: "a" }),
      ['type: Invalid value: "b": field is immutable'],
    ],
  ])("update %#", (body, old, expected) => {
    expect(update(body, old)).toEqual(expected);
  });
});

it("an Invalid status tells the kind, the name and each cause", () => {
  const body = pod({ containers: [] });
  const error = statusErrors.invalid({ group: "", kind: "Pod" }, "x", schemaOf(body).validateCreate(stored(body)));
  expect(error.status).toMatchObject({
    code: 422,
    reason: "Invalid",
    message: 'Pod "x" is invalid: spec.containers: Required value',
    details: {
      name: "x",
      kind: "Pod",
      causes: [{ reason: "FieldValueRequired", message: "Required value", field: "spec.containers" }],
    },
  });
});
