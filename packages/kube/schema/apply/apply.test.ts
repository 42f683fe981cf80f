import { describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { createKubeSchema } from "../create-kube-schema.ts";
import { isStatusError } from "../errors/status.ts";
import type { StatusError } from "../errors/status.ts";
import type { ResourceSchema } from "../kube-schema.ts";
import type { KubeObject, ManagedFieldsEntry } from "../object.ts";
import { applyServerSide } from "./apply.ts";
import { trackUpdate } from "./track-update.ts";

const schema = createKubeSchema();
const definition = schema.resources.find((item) => item.plural === "deployments");
if (!definition) throw new Error("no deployments");
const deployments: ResourceSchema = schema.of(definition);
const services = schema.of(schema.resources.find((item) => item.plural === "services") ?? definition);
const configMaps = schema.of(schema.resources.find((item) => item.plural === "configmaps") ?? definition);

function object(kind: string, apiVersion: string, rest: object): JsonObject {
  return { apiVersion, kind, metadata: { name: "a", namespace: "default" }, ...rest };
}
const configMap = (data: object, metadata: object = {}): JsonObject =>
  object("ConfigMap", "v1", { metadata: { name: "a", namespace: "default", ...metadata }, data });

interface State {
  readonly object: KubeObject;
  readonly managedFields: readonly ManagedFieldsEntry[];
}

/** What the server does around apply: decode, default, store with managedFields. */
function apply(
  of: ResourceSchema,
  state: State | undefined,
  applied: JsonObject,
  manager: string,
  force = false,
): State {
  const live = state && { ...state.object, metadata: { ...state.object.metadata, managedFields: state.managedFields } };
  const result = applyServerSide({
    shape: of.shape,
    live,
    applied,
    manager,
    force,
    apiVersion: String(applied["apiVersion"]),
    time: "2026-01-01T00:00:00Z",
  });
  const stored = of.withDefaults(of.decode(result.object, { fieldValidation: "Strict" }).object);
  return { object: stored, managedFields: result.managedFields };
}

function update(
  of: ResourceSchema,
  state: State | undefined,
  body: JsonObject,
  manager: string,
  subresource?: string,
): State {
  const updated = of.withDefaults(of.decode(body, { fieldValidation: "Strict" }).object);
  const live = state
    ? { ...state.object, metadata: { ...state.object.metadata, managedFields: state.managedFields } }
    : of.empty;
  const managedFields = trackUpdate({
    shape: of.shape,
    live,
    created: state === undefined,
    updated,
    manager,
    apiVersion: updated.apiVersion,
    ...(subresource === undefined ? {} : { subresource }),
    time: "2026-01-02T00:00:00Z",
  });
  return { object: updated, managedFields: managedFields ?? [] };
}

function fields(state: State, manager: string): unknown {
  return state.managedFields.find((entry) => entry.manager === manager)?.fieldsV1;
}

function conflict(action: () => unknown): StatusError {
  try {
    action();
  } catch (error) {
    if (isStatusError(error, "Conflict")) return error;
    throw error;
  }
  throw new Error("no conflict");
}

const template = (containers: object[]): object => ({
  metadata: { labels: { app: "a" } },
  spec: { containers },
});

describe("managed fields of updates", () => {
  // The shape that a real cluster shows for `kubectl create deployment`.
  it("owns what a create sets, with containers that are new as members", () => {
    const state = update(
      deployments,
      undefined,
      object("Deployment", "apps/v1", {
        spec: {
          selector: { matchLabels: { app: "a" } },
          template: template([{ name: "c", image: "i:1", ports: [{ containerPort: 80 }] }]),
        },
      }),
      "kubectl-create",
    );
    expect(state.managedFields).toEqual([
      {
        manager: "kubectl-create",
        operation: "Update",
        apiVersion: "apps/v1",
        time: "2026-01-02T00:00:00Z",
        fieldsType: "FieldsV1",
        fieldsV1: {
          "f:spec": {
            "f:progressDeadlineSeconds": {},
            "f:replicas": {},
            "f:revisionHistoryLimit": {},
            "f:selector": {},
            "f:strategy": { "f:rollingUpdate": { ".": {}, "f:maxSurge": {}, "f:maxUnavailable": {} }, "f:type": {} },
            "f:template": {
              "f:metadata": { "f:labels": { ".": {}, "f:app": {} } },
              "f:spec": {
                "f:containers": {
                  'k:{"name":"c"}': {
                    ".": {},
                    "f:image": {},
                    "f:imagePullPolicy": {},
                    "f:name": {},
                    "f:ports": {
                      ".": {},
                      'k:{"containerPort":80,"protocol":"TCP"}': { ".": {}, "f:containerPort": {}, "f:protocol": {} },
                    },
                    "f:resources": {},
                    "f:terminationMessagePath": {},
                    "f:terminationMessagePolicy": {},
                  },
                },
                "f:dnsPolicy": {},
                "f:restartPolicy": {},
                "f:schedulerName": {},
                "f:securityContext": {},
                "f:terminationGracePeriodSeconds": {},
              },
            },
          },
        },
      },
    ]);
  });

  it("moves a field to whoever changes it and drops what is removed", () => {
    const first = update(configMaps, undefined, configMap({ a: "1", b: "1", c: "1" }), "one");
    const second = update(configMaps, first, configMap({ a: "2", b: "1" }), "two");
    expect(fields(second, "one")).toEqual({ "f:data": { ".": {}, "f:b": {} } });
    expect(fields(second, "two")).toEqual({ "f:data": { "f:a": {} } });
  });

  it("leaves managedFields as they are when nothing changes", () => {
    const first = update(configMaps, undefined, configMap({ a: "1" }), "one");
    expect(update(configMaps, first, configMap({ a: "1" }), "two").managedFields).toEqual(first.managedFields);
  });

  it("stops tracking on [{}] and never starts for an untracked object", () => {
    const first = update(configMaps, undefined, configMap({ a: "1" }), "one");
    expect(update(configMaps, first, configMap({ a: "2" }, { managedFields: [{}] }), "one").managedFields).toEqual([]);
    expect(update(configMaps, { ...first, managedFields: [] }, configMap({ a: "2" }), "one").managedFields).toEqual([]);
  });

  it("folds the oldest updaters beyond ten", () => {
    const data: Record<string, string> = { k: "x" };
    let state = update(configMaps, undefined, configMap({ ...data }), "first");
    for (let index = 0; index < 14; index++) {
      data[`k${index}`] = "x";
      state = update(configMaps, state, configMap({ ...data }), `m${String(index).padStart(2, "0")}`);
    }
    expect(state.managedFields.filter((entry) => entry.operation === "Update")).toHaveLength(10);
    expect(state.managedFields.some((entry) => entry.manager === "ancient-changes")).toBe(true);
  });

  it("tells subresources apart", () => {
    const body = object("Deployment", "apps/v1", {
      spec: { selector: { matchLabels: { app: "a" } }, template: template([{ name: "c", image: "i:1" }]) },
    });
    const first = update(deployments, undefined, body, "kubectl");
    const status = update(deployments, first, { ...body, status: { replicas: 1 } }, "controller", "status");
    expect(status.managedFields.find((entry) => entry.manager === "controller")).toMatchObject({
      subresource: "status",
      fieldsV1: { "f:status": { "f:replicas": {} } },
    });
  });
});

describe("server-side apply", () => {
  it("creates, owns exactly what is named, and removes what is no longer applied", () => {
    const first = apply(configMaps, undefined, configMap({ a: "1", b: "2" }, { labels: { x: "y" } }), "one");
    expect(fields(first, "one")).toEqual({
      "f:data": { "f:a": {}, "f:b": {} },
      "f:metadata": { "f:labels": { "f:x": {} } },
    });
    const second = apply(configMaps, first, configMap({ a: "1" }), "one");
    expect(second.object).toEqual(configMap({ a: "1" }));
    expect(fields(second, "one")).toEqual({ "f:data": { "f:a": {} } });
  });

  it("keeps what another manager owns or nobody owns", () => {
    const first = apply(configMaps, undefined, configMap({ a: "1", b: "2" }), "one");
    const shared = apply(configMaps, first, configMap({ b: "2", c: "3" }), "two");
    const gone = apply(configMaps, shared, configMap({ a: "1" }), "one");
    expect(gone.object).toEqual(configMap({ a: "1", b: "2", c: "3" }));
    expect(fields(gone, "two")).toEqual({ "f:data": { "f:b": {}, "f:c": {} } });
  });

  it("refuses to change what others own, names each field, and takes it with force", () => {
    const first = apply(configMaps, undefined, configMap({ a: "1", b: "1" }), "one");
    const one = conflict(() => apply(configMaps, first, configMap({ a: "2" }), "two"));
    expect(one.status).toMatchObject({
      code: 409,
      reason: "Conflict",
      message: 'Apply failed with 1 conflict: conflict with "one": .data.a',
      details: { causes: [{ reason: "FieldManagerConflict", message: 'conflict with "one"', field: ".data.a" }] },
    });
    const both = conflict(() => apply(configMaps, first, configMap({ a: "2", b: "2" }), "two"));
    expect(both.message).toBe('Apply failed with 2 conflicts: conflicts with "one":\n- .data.a\n- .data.b');
    const forced = apply(configMaps, first, configMap({ a: "2" }), "two", true);
    expect(fields(forced, "one")).toEqual({ "f:data": { "f:b": {} } });
    expect(forced.object).toEqual(configMap({ a: "2", b: "1" }));
  });

  it("names updaters with their version and keyed elements with their keys", () => {
    const body = object("Deployment", "apps/v1", {
      spec: {
        replicas: 1,
        selector: { matchLabels: { app: "a" } },
        template: template([{ name: "c", image: "i:1", ports: [{ containerPort: 80, name: "x" }] }]),
      },
    });
    const first = update(deployments, undefined, body, "kubectl-create");
    const error = conflict(() =>
      apply(
        deployments,
        first,
        object("Deployment", "apps/v1", {
          spec: {
            template: {
              spec: { containers: [{ name: "c", image: "i:2", ports: [{ containerPort: 80, name: "y" }] }] },
            },
          },
        }),
        "ci",
      ),
    );
    expect(error.status.details?.causes).toEqual([
      {
        reason: "FieldManagerConflict",
        message: 'conflict with "kubectl-create" using apps/v1',
        field: '.spec.template.spec.containers[name="c"].image',
      },
      {
        reason: "FieldManagerConflict",
        message: 'conflict with "kubectl-create" using apps/v1',
        field: '.spec.template.spec.containers[name="c"].ports[containerPort=80,protocol="TCP"].name',
      },
    ]);
  });

  it("shares a field silently when the value is the same", () => {
    const first = apply(configMaps, undefined, configMap({ a: "1" }), "one");
    const second = apply(configMaps, first, configMap({ a: "1" }), "two");
    expect(second.managedFields).toHaveLength(2);
    const third = apply(configMaps, second, configMap({}), "one");
    expect(third.object).toEqual(configMap({ a: "1" }));
  });

  it("removes an element of a keyed list that is applied no more, and keeps the order", () => {
    const ports = (...names: string[]): JsonObject =>
      object("Service", "v1", { spec: { ports: names.map((name, index) => ({ name, port: 80 + index })) } });
    const first = apply(services, undefined, ports("a", "b", "c"), "one");
    const second = apply(
      services,
      first,
      object("Service", "v1", {
        spec: {
          ports: [
            { name: "c", port: 82 },
            { name: "a", port: 80 },
          ],
        },
      }),
      "one",
    );
    expect(
      (second.object as unknown as { spec: { ports: { name: string }[] } }).spec.ports.map((port) => port.name),
    ).toEqual(["c", "a"]);
  });

  it("lets kubectl take over what its client-side apply set", () => {
    const annotations = {
      "kubectl.kubernetes.io/last-applied-configuration": JSON.stringify(configMap({ a: "1" })),
    };
    const first = update(configMaps, undefined, configMap({ a: "1" }, { annotations }), "kubectl-client-side-apply");
    const second = apply(configMaps, first, configMap({ a: "2" }), "kubectl");
    expect(second.object).toMatchObject({ data: { a: "2" } });
    expect(conflict(() => apply(configMaps, first, configMap({ a: "2" }), "other")).code).toBe(409);
  });

  it("gives an untracked object to before-first-apply", () => {
    const stored = { object: configMap({ a: "1", b: "1" }) as unknown as KubeObject, managedFields: [] };
    const state = apply(configMaps, stored, configMap({ a: "1" }), "one");
    expect(fields(state, "before-first-apply")).toEqual({ "f:data": { ".": {}, "f:a": {}, "f:b": {} } });
    expect(fields(state, "one")).toEqual({ "f:data": { "f:a": {} } });
  });

  it("says what does not fit the schema", () => {
    const bad = object("Deployment", "apps/v1", {
      spec: { foo: 1, template: { spec: { containers: [{ image: "x" }] } } },
    });
    expect(() => apply(deployments, undefined, bad, "one")).toThrow(
      'failed to create typed patch object (default/a; apps/v1, Kind=Deployment): errors:\n  .spec.foo: field not declared in schema\n  .spec.template.spec.containers: element 0: associative list with keys has an element that omits key field "name" (and doesn\'t have default value)',
    );
  });
});
