import { describe, expect, it } from "vitest";
import { createTypeTable } from "../types/create-type-table.ts";
import { createTypedDecoder, TypeMismatch } from "./typed-decoder.ts";

const decoder = createTypedDecoder(createTypeTable());
const pod = (spec: object): object => ({ spec });

function read(typeName: string, value: unknown): { object: unknown; unknown: string[] } {
  const unknown: string[] = [];
  return { object: decoder.decode(typeName, value as Record<string, never>, unknown), unknown };
}

function problem(typeName: string, value: unknown): string {
  try {
    read(typeName, value);
  } catch (error) {
    if (error instanceof TypeMismatch) return error.message;
    throw error;
  }
  return "";
}

describe("typed decoder", () => {
  it("writes what the server writes: plain structs and required fields are there, zero values are not", () => {
    const { object } = read("core/v1.Pod", {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "a", labels: {}, annotations: null, creationTimestamp: null },
      spec: {
        hostNetwork: false,
        terminationGracePeriodSeconds: 0,
        nodeName: "",
        containers: [{ name: "c", image: "i", env: [], resources: { limits: { cpu: 0.5, memory: "1024Mi" } } }],
        volumes: [{ name: "v", emptyDir: {} }],
      },
    });
    expect(object).toEqual({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "a" },
      spec: {
        terminationGracePeriodSeconds: 0,
        containers: [{ name: "c", image: "i", resources: { limits: { cpu: "500m", memory: "1Gi" } } }],
        volumes: [{ name: "v", emptyDir: {} }],
      },
      status: {},
    });
  });

  it("fills required numbers of a status that is given", () => {
    expect(read("apps/v1.DaemonSet", { status: { numberReady: 2 } }).object).toMatchObject({
      status: { numberReady: 2, desiredNumberScheduled: 0, currentNumberScheduled: 0, numberMisscheduled: 0 },
    });
  });

  it("reports unknown fields with their place", () => {
    expect(
      read("core/v1.Pod", {
        foo: 1,
        spec: {
          containers: [
            { name: "a", bar: {} },
            { name: "b", Image: "x" },
          ],
        },
      }).unknown,
    ).toEqual(["foo", "spec.containers[0].bar", "spec.containers[1].Image"]);
  });

  it("takes times with any offset and fraction", () => {
    expect(
      read("coordination/v1.Lease", {
        metadata: { creationTimestamp: "2026-01-02T03:04:05.9+02:00" },
        spec: { renewTime: "2026-01-02T03:04:05.123456789Z" },
      }).object,
    ).toMatchObject({
      metadata: { creationTimestamp: "2026-01-02T01:04:05Z" },
      spec: { renewTime: "2026-01-02T03:04:05.123456Z" },
    });
  });

  // Texts as real clusters answer them.
  it.each([
    [
      "core/v1.Pod",
      pod({ containers: {} }),
      "json: cannot unmarshal object into Go struct field PodSpec.spec.containers of type []v1.Container",
    ],
    [
      "core/v1.Pod",
      pod({ containers: ["a"] }),
      "json: cannot unmarshal string into Go struct field PodSpec.spec.containers of type v1.Container",
    ],
    [
      "apps/v1.Deployment",
      pod({ template: { spec: { containers: [{ env: [{ name: "a", value: 1 }] }] } } }),
      "json: cannot unmarshal number into Go struct field EnvVar.spec.template.spec.containers.env.value of type string",
    ],
    [
      "apps/v1.Deployment",
      pod({ replicas: "3" }),
      "json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32",
    ],
    [
      "apps/v1.Deployment",
      pod({ replicas: 1.5 }),
      "json: cannot unmarshal number 1.5 into Go struct field DeploymentSpec.spec.replicas of type int32",
    ],
    [
      "apps/v1.Deployment",
      pod({ replicas: 3_000_000_000 }),
      "json: cannot unmarshal number 3000000000 into Go struct field DeploymentSpec.spec.replicas of type int32",
    ],
    [
      "core/v1.Pod",
      { metadata: { labels: { a: 1 } } },
      "json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string",
    ],
    [
      "core/v1.Pod",
      pod({ containers: [{ imagePullPolicy: true }] }),
      "json: cannot unmarshal bool into Go struct field Container.spec.containers.imagePullPolicy of type v1.PullPolicy",
    ],
    [
      "core/v1.Pod",
      pod({ containers: [{ resources: { limits: { cpu: "x" } } }] }),
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    ["core/v1.Secret", { data: { a: "?" } }, "illegal base64 data at input byte 0"],
    ["core/v1.Secret", { data: { a: "YWJj=" } }, "illegal base64 data at input byte 4"],
    ["core/v1.Secret", { data: { a: "YWI" } }, "illegal base64 data at input byte 3"],
    [
      "core/v1.Service",
      pod({ ports: [{ targetPort: true }] }),
      "json: cannot unmarshal bool into Go value of type int32",
    ],
    [
      "core/v1.Pod",
      { metadata: { creationTimestamp: "yesterday" } },
      'parsing time "yesterday" as "2006-01-02T15:04:05Z07:00": cannot parse "yesterday" as "2006"',
    ],
    [
      "core/v1.Pod",
      { metadata: { creationTimestamp: "2026-13-01T00:00:00Z" } },
      'parsing time "2026-13-01T00:00:00Z": month out of range',
    ],
    [
      "core/v1.Pod",
      { metadata: { creationTimestamp: "2026-02-30T00:00:00Z" } },
      'parsing time "2026-02-30T00:00:00Z": day out of range',
    ],
    [
      "core/v1.Pod",
      { metadata: { creationTimestamp: "2026-01-01 00:00:00Z" } },
      'parsing time "2026-01-01 00:00:00Z" as "2006-01-02T15:04:05Z07:00": cannot parse " 00:00:00Z" as "T"',
    ],
  ])("%s %j", (typeName, value, text) => {
    expect(problem(typeName, value)).toBe(text);
  });

  it("keeps keys of user-given name apart from the prototype", () => {
    const { object } = read("core/v1.ConfigMap", { data: JSON.parse('{"__proto__":"x","constructor":"y"}') });
    expect(JSON.stringify(object)).toBe('{"data":{"__proto__":"x","constructor":"y"},"metadata":{}}');
  });
});
