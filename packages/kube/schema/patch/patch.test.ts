import fc from "fast-check";
import { applyPatch } from "rfc6902";
import type { Operation } from "rfc6902";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { isStatusError } from "../errors/status.ts";
import { createTypeTable } from "../types/create-type-table.ts";
import { applyJsonPatch } from "./json-patch.ts";
import { applyMergePatch } from "./merge-patch.ts";
import { applyStrategicMergePatch } from "./strategic-merge.ts";

const table = createTypeTable();

describe("JSON patch", () => {
  // No texts: the oracle reads a character of a text as if it were an element.
  const document = { a: { b: [1, 2, { c: null }], "x/y~z": 0 }, d: 5 };
  const step = fc.constantFrom("a", "b", "c", "d", "x~1y~0z", "0", "1", "2", "3", "-", "new", "01");
  const pointer = fc.array(step, { minLength: 1, maxLength: 4 }).map((steps) => `/${steps.join("/")}`);
  const value = fc.oneof(fc.constant(null), fc.integer(), fc.constant({ k: [] }), fc.constant(5));
  const operation = fc.oneof(
    fc.record({ op: fc.constantFrom("add", "replace", "test"), path: pointer, value }),
    fc.record({ op: fc.constant("remove"), path: pointer }),
    fc.record({ op: fc.constantFrom("copy", "move"), path: pointer, from: pointer }),
  );

  /** What the oracle makes of the patch; undefined when an operation fails. */
  function expected(patch: readonly Operation[]): unknown {
    const copy = structuredClone(document);
    for (const item of patch) {
      // The oracle sets members of numbers, and moves a value into itself.
      const adds = item.op === "add" || item.op === "copy" || item.op === "move";
      if (!isContainer(copy, item.path, adds)) return undefined;
      if ("from" in item && !isContainer(copy, item.from, false)) return undefined;
      if (item.op === "move" && item.path.startsWith(`${item.from}/`)) return undefined;
      if (applyPatch(copy, [item])[0] !== null) return undefined;
    }
    return copy;
  }

  function isContainer(value: unknown, place: string, adds: boolean): boolean {
    let parent = value;
    for (const name of place.split("/").slice(1, -1))
      parent = (parent as Record<string, unknown> | undefined | null)?.[
        name.replaceAll("~1", "/").replaceAll("~0", "~")
      ];
    // It also sets members of arrays by any name.
    if (Array.isArray(parent)) return (adds ? /\/(?:[0-9]+|-)$/ : /\/[0-9]+$/).test(place);
    return typeof parent === "object" && parent !== null;
  }

  it("law: does what rfc6902 does, and leaves the document alone", () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 4 }), (patch) => {
        // The oracle takes an index like "01"; RFC 6901 forbids it.
        fc.pre(!JSON.stringify(patch).includes("01"));
        const before = JSON.stringify(document);
        let actual: unknown;
        try {
          actual = applyJsonPatch(document, patch);
        } catch (error) {
          if (!isStatusError(error, "Invalid")) throw error;
        }
        expect(JSON.stringify(document)).toBe(before);
        expect(actual).toEqual(expected(patch as Operation[]));
      }),
    );
  });

  it.each([
    [{}, "BadRequest", 400],
    [[{ op: "add", path: "a", value: 1 }], "Invalid", 422],
    [[{ op: "add", path: "/q/r", value: 1 }], "Invalid", 422],
    [[{ op: "replace", path: "/q", value: 1 }], "Invalid", 422],
    [[{ op: "test", path: "/d", value: "x" }], "Invalid", 422],
    [[{ op: "nope", path: "/d" }], "Invalid", 422],
    [[{ op: "remove", path: "" }], "Invalid", 422],
    [[{ op: "replace", path: "", value: 1 }], "Invalid", 422],
    [[{ op: "move", from: "/a", path: "/a/b" }], "Invalid", 422],
    [[{ op: "add", path: "/a/b/01", value: 1 }], "Invalid", 422],
    [Array(10_001).fill({ op: "test", path: "/d", value: 5 }), "RequestEntityTooLarge", 413],
  ] as const)("refuses %#", (patch, reason, code) => {
    try {
      applyJsonPatch(document, patch);
      expect.unreachable();
    } catch (error) {
      expect(isStatusError(error, reason) && error.code === code).toBe(true);
    }
  });

  it("does not reach the prototype", () => {
    const out = applyJsonPatch({}, [{ op: "add", path: "/__proto__", value: { polluted: 1 } }]);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(JSON.stringify(out)).toBe('{"__proto__":{"polluted":1}}');
  });
});

describe("merge patch", () => {
  // Appendix A of RFC 7386, objects only.
  it.each([
    [{ a: "b" }, { a: "c" }, { a: "c" }],
    [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
    [{ a: "b" }, { a: null }, {}],
    [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
    [{ a: ["b"] }, { a: "c" }, { a: "c" }],
    [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
    [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
    [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])("%j + %j = %j", (document, patch, expected) => {
    expect(applyMergePatch(document, patch)).toEqual(expected);
  });
});

describe("strategic merge patch", () => {
  const pod = (spec: object): JsonObject => ({ spec }) as unknown as JsonObject;
  const run = (type: string, document: unknown, patch: unknown): unknown =>
    applyStrategicMergePatch(table, type, document as JsonObject, patch as JsonObject);
  const containers = [
    { name: "a", image: "1", env: [{ name: "x", value: "1" }] },
    { name: "b", image: "1" },
  ];

  it.each([
    [
      "merges by key and appends",
      { containers: [{ name: "b", image: "2" }, { name: "c" }] },
      { containers: [containers[0], { name: "b", image: "2" }, { name: "c" }] },
    ],
    [
      "merges nested lists",
      { containers: [{ name: "a", env: [{ name: "y", value: "2" }] }] },
      {
        containers: [
          {
            ...containers[0],
            env: [
              { name: "y", value: "2" },
              { name: "x", value: "1" },
            ],
          },
          containers[1],
        ],
      },
    ],
    ["deletes by key", { containers: [{ $patch: "delete", name: "a" }] }, { containers: [containers[1]] }],
    ["replaces a list", { containers: [{ $patch: "replace" }, { name: "z" }] }, { containers: [{ name: "z" }] }],
    [
      "orders",
      { "$setElementOrder/containers": [{ name: "b" }, { name: "a" }] },
      { containers: [containers[1], containers[0]] },
    ],
    [
      "orders and merges",
      { "$setElementOrder/containers": [{ name: "n" }, { name: "b" }, { name: "a" }], containers: [{ name: "n" }] },
      { containers: [{ name: "n" }, containers[1], containers[0]] },
    ],
    ["keeps what the order does not name", { "$setElementOrder/containers": [{ name: "b" }] }, { containers }],
    ["drops a key with null", { containers: null }, {}],
    [
      "replaces a list without a merge strategy",
      { tolerations: [{ key: "n" }] },
      { containers, tolerations: [{ key: "n" }] },
    ],
    ["replaces a map", { nodeSelector: { $patch: "replace", q: "r" } }, { containers, nodeSelector: { q: "r" } }],
    ["merges a map", { nodeSelector: { q: "r", s: null } }, { containers, nodeSelector: { q: "r" } }],
  ])("%s", (_name, patch, expected) => {
    expect(run("core/v1.Pod", pod({ containers }), pod(patch))).toEqual(pod(expected));
  });

  it("retains only the named keys", () => {
    const spec = { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1 } } };
    expect(
      run("apps/v1.Deployment", pod(spec), pod({ strategy: { $retainKeys: ["type"], type: "Recreate" } })),
    ).toEqual(pod({ strategy: { type: "Recreate" } }));
    const volumes = [{ name: "v", emptyDir: {} }];
    expect(
      run(
        "core/v1.Pod",
        pod({ volumes }),
        pod({ volumes: [{ $retainKeys: ["name", "hostPath"], name: "v", hostPath: { path: "/" } }] }),
      ),
    ).toEqual(pod({ volumes: [{ name: "v", hostPath: { path: "/" } }] }));
  });

  it("merges and deletes in lists of plain values", () => {
    const meta = (finalizers: string[] | undefined, more: object = {}): object => ({
      metadata: { ...(finalizers ? { finalizers } : {}), ...more },
    });
    expect(run("core/v1.Pod", meta(["a", "b"]), meta(["b", "c"]))).toEqual(meta(["a", "b", "c"]));
    expect(
      run("core/v1.Pod", meta(["a", "b"]), meta(undefined, { "$deleteFromPrimitiveList/finalizers": ["a"] })),
    ).toEqual(meta(["b"]));
    expect(
      run(
        "core/v1.Pod",
        meta(["a", "b"]),
        meta(["c"], { "$setElementOrder/finalizers": ["c", "b"], "$deleteFromPrimitiveList/finalizers": ["a"] }),
      ),
    ).toEqual(meta(["c", "b"]));
  });

  it("keys Service ports by port alone", () => {
    const ports = [{ port: 80, protocol: "TCP", name: "a" }];
    expect(run("core/v1.Service", pod({ ports }), pod({ ports: [{ port: 80, name: "b" }] }))).toEqual(
      pod({ ports: [{ port: 80, protocol: "TCP", name: "b" }] }),
    );
  });

  it("stores neither directives nor nulls of parts that are new", () => {
    expect(
      run(
        "core/v1.Pod",
        {},
        pod({
          "$setElementOrder/containers": [{ name: "a" }],
          containers: [{ name: "a", env: [{ $patch: "delete", name: "x" }], command: null }],
        }),
      ),
    ).toEqual(pod({ containers: [{ name: "a", env: [] }] }));
  });

  it.each([
    [{ spec: { $patch: "explode" } }, "Invalid", "the server rejected our request due to an error in our request"],
    [
      { spec: { containers: [{ image: "x" }] } },
      "InternalError",
      "Internal error occurred: map: map[image:x] does not contain declared merge key: name",
    ],
    [{ spec: { $retainKeys: ["a"], b: 1 } }, "BadRequest", "invalid patch format of retainKeys"],
    [
      {
        spec: {
          "$setElementOrder/containers": [{ name: "b" }, { name: "a" }],
          containers: [{ name: "a" }, { name: "b" }],
        },
      },
      "BadRequest",
      "The order in patch list:\n[map[name:a] map[name:b]]\n doesn't match $setElementOrder list:\n[map[name:b] map[name:a]]\n",
    ],
  ] as const)("refuses %j", (patch, reason, message) => {
    try {
      run("core/v1.Pod", pod({ containers }), patch);
      expect.unreachable();
    } catch (error) {
      expect(isStatusError(error, reason)).toBe(true);
      expect((error as Error).message).toBe(message);
    }
  });
});
