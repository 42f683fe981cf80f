import { isJsonObject, type JsonObject } from "@byocni/base/core";
import { describe, expect, it } from "vitest";
import { createKubeSchema } from "./create-kube-schema.ts";
import { createStoredObjects } from "./testing/index.ts";

const schema = createKubeSchema();
const { schemaOf, stored } = createStoredObjects(schema);
const metadata = { name: "x", namespace: "default", labels: { app: "x" } };
const container = {
  name: "c",
  image: "nginx",
  ports: [{ containerPort: 80 }],
  resources: { limits: { cpu: "1" } },
  readinessProbe: { httpGet: { port: 80 } },
};
const podSpec = {
  hostNetwork: true,
  serviceAccountName: "x",
  initContainers: [{ ...container, name: "i" }],
  containers: [container],
  volumes: [
    { name: "e" },
    { name: "h", hostPath: { path: "/x" } },
    { name: "s", secret: { secretName: "s" } },
    { name: "m", configMap: { name: "m" } },
  ],
};
const template = { metadata: { labels: { app: "x" } }, spec: podSpec };
const selector = { matchLabels: { app: "x" } };

/** One of each kind whose own rule looks into its members. */
const bodies: readonly JsonObject[] = [
  { apiVersion: "v1", kind: "Pod", metadata, spec: podSpec, status: { phase: "Pending" } },
  {
    apiVersion: "v1",
    kind: "Service",
    metadata,
    spec: { type: "LoadBalancer", sessionAffinity: "ClientIP", ports: [{ port: 80 }] },
    status: { loadBalancer: { ingress: [{ ip: "10.0.0.1" }] } },
  },
  { apiVersion: "v1", kind: "Secret", metadata, stringData: { a: "b" } },
  { apiVersion: "v1", kind: "Namespace", metadata: { name: "x" } },
  { apiVersion: "v1", kind: "PersistentVolume", metadata: { name: "x" }, spec: {} },
  { apiVersion: "v1", kind: "PersistentVolumeClaim", metadata, spec: {} },
  { apiVersion: "v1", kind: "ReplicationController", metadata: { name: "x" }, spec: { template } },
  { apiVersion: "v1", kind: "Node", metadata: { name: "x" }, status: { capacity: { cpu: "4" } } },
  { apiVersion: "v1", kind: "LimitRange", metadata, spec: { limits: [{ type: "Container", max: { cpu: "1" } }] } },
  { apiVersion: "apps/v1", kind: "Deployment", metadata, spec: { selector, template } },
  { apiVersion: "apps/v1", kind: "DaemonSet", metadata, spec: { selector, template } },
  { apiVersion: "apps/v1", kind: "ReplicaSet", metadata, spec: { selector, template } },
  {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata,
    spec: { selector, template, volumeClaimTemplates: [{ metadata: { name: "v" }, spec: {} }] },
  },
  { apiVersion: "batch/v1", kind: "Job", metadata: { name: "x" }, spec: { template } },
  {
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata,
    spec: { schedule: "* * * * *", jobTemplate: { spec: { template } } },
  },
  {
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    metadata,
    spec: { scaleTargetRef: { kind: "Deployment", name: "x" }, maxReplicas: 2, behavior: {} },
  },
  { apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicy", metadata, spec: { podSelector: {}, egress: [{}] } },
  { apiVersion: "storage.k8s.io/v1", kind: "CSIDriver", metadata: { name: "x" }, spec: {} },
  {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "xs.example.org" },
    spec: { group: "example.org", scope: "Namespaced", names: { plural: "xs", kind: "X" }, versions: [] },
  },
];

function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) for (const item of Object.values(Object.freeze(value))) freeze(item);
  return value;
}

describe.each(bodies.map((body) => [String(body["kind"]), body] as const))("a stored %s", (_kind, body) => {
  const of = schemaOf(body);
  const object = freeze(stored(body));

  it("is shared, not changed, by an object that has its members", () => {
    const next = { ...object, metadata: { ...object.metadata, annotations: { a: "b" } } };
    const decoded = of.decode(next, { fieldValidation: "Strict", known: object });
    const filled = of.withDefaults(decoded.object, { known: object, fresh: true });
    expect(filled).toEqual(stored(next as JsonObject));
    for (const [name, value] of Object.entries(object))
      if (name !== "metadata" && isJsonObject(value)) expect(new Map(Object.entries(filled)).get(name)).toBe(value);
  });

  it("is filled in place as it is filled in a copy", () => {
    const decode = () => of.decode(body, { fieldValidation: "Strict" }).object;
    expect(of.withDefaults(decode(), { fresh: true })).toEqual(of.withDefaults(decode()));
    // What one object got must not show in the next.
    expect(of.withDefaults(decode())).toEqual(object);
  });
});
