import { describe, expect, it } from "vitest";
import { createKubeSchema } from "./create-kube-schema.ts";
import { isStatusError } from "./errors/status.ts";
import type { ResourceSchema } from "./kube-schema.ts";
import type { KubeObject } from "./object.ts";

const schema = createKubeSchema();

function schemaOf(plural: string, group = ""): ResourceSchema {
  const definition = schema.resources.find((item) => item.plural === plural && item.group === group);
  if (!definition) throw new Error(`no ${plural}`);
  return schema.of(definition);
}

function refusal(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (isStatusError(error, "BadRequest")) return error.message;
    throw error;
  }
  return "";
}

const strict = { fieldValidation: "Strict" } as const;

describe("built-in schema", () => {
  const deployments = schemaOf("deployments", "apps");
  const minimal = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", namespace: "default" },
    spec: {
      selector: { matchLabels: { app: "web" } },
      template: {
        metadata: { labels: { app: "web" } },
        spec: { containers: [{ name: "c", image: "nginx:1.27", ports: [{ containerPort: 80 }] }] },
      },
    },
  };

  it("decodes and fills a Deployment as the API server shows it", () => {
    expect(deployments.withDefaults(deployments.decode(minimal, strict).object)).toEqual({
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "web", namespace: "default" },
      spec: {
        replicas: 1,
        selector: { matchLabels: { app: "web" } },
        strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "25%", maxSurge: "25%" } },
        revisionHistoryLimit: 10,
        progressDeadlineSeconds: 600,
        template: {
          metadata: { labels: { app: "web" } },
          spec: {
            containers: [
              {
                name: "c",
                image: "nginx:1.27",
                imagePullPolicy: "IfNotPresent",
                ports: [{ containerPort: 80, protocol: "TCP" }],
                resources: {},
                terminationMessagePath: "/dev/termination-log",
                terminationMessagePolicy: "File",
              },
            ],
            dnsPolicy: "ClusterFirst",
            restartPolicy: "Always",
            schedulerName: "default-scheduler",
            securityContext: {},
            terminationGracePeriodSeconds: 30,
          },
        },
      },
      status: {},
    });
  });

  it("tells unknown and duplicate fields as warnings or as one refusal", () => {
    const body = { ...minimal, spec: { ...minimal.spec, foo: 1 } };
    const duplicates = ['duplicate field "spec.replicas"'];
    expect(deployments.decode(body, { fieldValidation: "Warn", duplicates }).warnings).toEqual([
      'duplicate field "spec.replicas"',
      'unknown field "spec.foo"',
    ]);
    expect(deployments.decode(body, { fieldValidation: "Ignore", duplicates }).warnings).toEqual([]);
    expect(refusal(() => deployments.decode(body, { ...strict, duplicates }))).toBe(
      'Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: duplicate field "spec.replicas", unknown field "spec.foo"',
    );
  });

  it.each([
    [
      { ...minimal, spec: { replicas: "x" } },
      'Deployment in version "v1" cannot be handled as a Deployment: json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32',
    ],
    [
      { ...minimal, kind: "ReplicaSet" },
      'ReplicaSet in version "v1" cannot be handled as a Deployment: converting (v1.ReplicaSet) to (apps.Deployment): unknown conversion',
    ],
    [
      { ...minimal, kind: "Foo" },
      'Foo in version "v1" cannot be handled as a Deployment: no kind "Foo" is registered for version "apps/v1" in scheme "pkg/api/legacyscheme/scheme.go:30"',
    ],
    [
      { ...minimal, apiVersion: "apps/v2" },
      "the API version in the data (apps/v2) does not match the expected API version (apps/v1)",
    ],
  ])("refuses %j", (body, message) => {
    expect(refusal(() => deployments.decode(body, strict))).toBe(message);
  });

  it("tells what a patch made wrong as a complaint about the patch", () => {
    try {
      deployments.decode(
        { ...minimal, spec: { ...minimal.spec, foo: 1 } },
        { ...strict, patchText: "map[spec:map[foo:1]]" },
      );
      expect.unreachable();
    } catch (error) {
      expect(isStatusError(error, "Invalid") && error.message).toBe(
        ' "" is invalid: patch: Invalid value: "map[spec:map[foo:1]]": strict decoding error: unknown field "spec.foo"',
      );
    }
  });

  it("does not change what it is given", () => {
    const object = deployments.decode(minimal, strict).object;
    const before = JSON.stringify(object);
    deployments.withDefaults(object);
    expect(JSON.stringify(object)).toBe(before);
  });

  it("finds kinds that are no resources", () => {
    expect(schema.typeOfKind("v1", "DeleteOptions")).toBe("meta/v1.DeleteOptions");
    expect(schema.typeOfKind("policy/v1", "Eviction")).toBe("policy/v1.Eviction");
    expect(schema.typeOfKind("autoscaling/v1", "Scale")).toBe("autoscaling/v1.Scale");
    expect(schema.typeOfKind("v1", "List")).toBe("meta/v1.List");
    expect(schema.typeOfKind("apps.example.com/v1", "Deployment")).toBeUndefined();
    expect(schema.typeOfKind("v1", "PodSpec")).toBeUndefined();
  });

  it("names what a custom resource definition serves", () => {
    const crd = {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "widgets.example.com" },
      spec: {
        group: "example.com",
        scope: "Namespaced",
        names: { plural: "widgets", kind: "Widget", singular: "widget", listKind: "WidgetList", shortNames: ["wd"] },
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            subresources: { status: {} },
            schema: { openAPIV3Schema: { type: "object" } },
          },
          { name: "v1beta1", served: false, storage: false },
        ],
      },
    } as unknown as KubeObject;
    const [only, ...more] = schema.ofCustom(crd);
    expect(more).toEqual([]);
    expect(only?.definition).toMatchObject({ plural: "widgets", version: "v1", namespaced: true, shortNames: ["wd"] });
    expect(only?.definition.subresources.map((item) => item.name)).toEqual(["status"]);
  });
});
