import { armErrors } from "@byocni/azure/types";
import type { JsonObject } from "@byocni/base/core";
import { isJsonObject } from "@byocni/base/core";
import type { ResourceProvider, StoredType } from "../provider.ts";

const faults = armErrors({
  ThingRefused: { status: 400, message: "The thing '{name}' is refused: {reason}.", source: "test" },
  ThingInUse: { status: 400, message: "The thing '{name}' is in use.", source: "test" },
  OperationNotAllowed: {
    status: 409,
    message: "Operation is not allowed: {state} of {name} in progress.",
    source: "test",
  },
  BuildFailed: { status: 409, message: "The machine '{name}' could not be built.", source: "test" },
});

const apiVersions = ["2024-01-01", "2023-01-01"];

/** Simple and synchronous. `properties.refuse` is refused, `properties.uses` names things that must not go first. */
const thing: StoredType = {
  kind: "stored",
  name: "things",
  apiVersions,
  showsEtag: true,
  patch: "merge",
  nameRule: {
    pattern: /^[a-z][a-z0-9-]{0,30}$/i,
    refuse: (name) => faults.ThingRefused({ name, reason: "its name" }),
  },
  prepare({ id, body, existing }) {
    const { properties = {} } = body;
    if (typeof properties["refuse"] === "string") {
      throw faults.ThingRefused({ name: id.name, reason: properties["refuse"] });
    }
    const { joins, ...kept } = properties;
    return {
      state: {
        properties: { size: "small", ...kept, serial: existing?.properties["serial"] ?? 1 },
        hidden: { secret: "s" },
      },
      ...(typeof joins === "string" ? { linked: [{ scope: joins, action: "Test.Things/things/join/action" }] } : {}),
    };
  },
  async beforeDelete(resource, context) {
    const others = await context.resources.list({ type: "Test.Things/things" });
    const user = others.find(({ properties }) => properties["uses"] === resource.name);
    if (user) throw faults.ThingInUse({ name: resource.name });
  },
  project: (resource, view) =>
    view.apiVersion === "2023-01-01" ? { properties: { size: undefined, oldSize: resource.properties["size"] } } : {},
  actions: [
    {
      name: "listKeys",
      run: ({ resource }) => ({ kind: "json", body: { keys: [`key-of-${resource?.name ?? ""}`] } }),
    },
  ],
  notImplementedActions: ["explode"],
};

/** With children inside, and children that are stored on their own. */
const shelf: StoredType = {
  kind: "stored",
  name: "shelves",
  apiVersions,
  prepare({ body, existing }) {
    const boards = body.properties?.["boards"] ?? existing?.properties["boards"] ?? [];
    return { state: { properties: { ...body.properties, boards: Array.isArray(boards) ? boards.map(bare) : [] } } };
  },
};

/** What a client sends back of what it was shown. */
function bare(element: unknown): JsonObject {
  if (!isJsonObject(element)) return {};
  const { id: _id, type: _type, properties, ...rest } = element;
  const { provisioningState: _state, ...kept } = isJsonObject(properties) ? properties : {};
  return { ...rest, properties: kept };
}

const board: StoredType = {
  kind: "stored",
  name: "shelves/boards",
  apiVersions,
  embedded: { property: "boards", shape: "resource" },
  prepare: ({ body }) => ({ state: { properties: body.properties ?? {} } }),
};

const label: StoredType = {
  kind: "stored",
  name: "shelves/labels",
  apiVersions,
  prepare: ({ body }) => ({ state: { properties: body.properties ?? {} } }),
};

/** Long work: `properties.fail` fails, `properties.slowMs` waits on the clock. Parts are flat children. */
const machine: StoredType = {
  kind: "stored",
  name: "machines",
  apiVersions,
  prepare({ body, existing }) {
    const parts = body.properties?.["parts"] ?? existing?.properties["parts"] ?? [];
    const properties = { ...body.properties, parts, built: existing?.properties["built"] ?? 0 };
    const kind = existing ? "update" : "create";
    return { state: { properties }, operation: { kind, state: existing ? "Updating" : "Creating" } };
  },
  deleteOperation: { kind: "delete" },
  operations: { create: build, update: build, stop: async () => ({ stopped: true }), delete: async () => {} },
  actions: [
    {
      name: "abort",
      run: async ({ id }, context) => ({ kind: "empty", status: (await context.cancelOperation(id)) ? 204 : 200 }),
    },
    { name: "stop", run: () => ({ kind: "operation", operation: { kind: "stop", state: "Stopping" } }) },
  ],
};

async function build(operation: Parameters<NonNullable<StoredType["operations"]>[string]>[0]): Promise<void> {
  const { properties, name } = await operation.resource();
  const slowMs = properties["slowMs"];
  if (typeof slowMs === "number") {
    await new Promise<void>((resolve, reject) => {
      operation.clock.setTimer(slowMs, resolve);
      operation.signal.addEventListener("abort", () => reject(operation.signal.reason as Error), { once: true });
    });
  }
  await operation.takes(60_000);
  if (properties["fail"] === true) throw faults.BuildFailed({ name });
  await operation.save({ step: 1 });
  await operation.update((current) => ({
    ...current,
    properties: { ...current.properties, built: Number(current.properties["built"] ?? 0) + 1 },
  }));
}

const part: StoredType = {
  kind: "stored",
  name: "machines/parts",
  apiVersions,
  embedded: { property: "parts", shape: "flat" },
  prepare: ({ body, existing }) => ({
    state: { properties: { count: 1, ...body.properties } },
    operation: { kind: "build", state: existing ? "Updating" : "Creating" },
  }),
  deleteOperation: { kind: "delete" },
  operations: { build },
};

/** A provider with one type of every sort, for tests of Resource Manager. */
export const thingsProvider: ResourceProvider = {
  namespace: "Test.Things",
  resourceTypes: [
    thing,
    shelf,
    board,
    label,
    machine,
    part,
    {
      kind: "computed",
      name: "machines/profiles",
      apiVersions,
      get: ({ names, parent }) =>
        names.at(-1) === "default" ? { name: "default", machine: parent?.name ?? null } : undefined,
    },
    { kind: "computed", name: "locations/sizes", apiVersions, list: ({ names }) => ({ values: names }) },
  ],
  actions: [
    {
      name: "checkNameAvailability",
      apiVersions,
      run: ({ body }) => ({ kind: "json", body: { nameAvailable: isJsonObject(body) && body["name"] !== "taken" } }),
    },
  ],
  notImplemented: ["rockets"],
  asyncOperations: { apiVersion: "2016-03-30", body: "named" },
  busy: ({ state, busy }) => faults.OperationNotAllowed({ state, name: busy.names.join("/") }),
};
