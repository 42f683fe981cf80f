import { describe, expect, it } from "vitest";
import { parseTarget } from "./target.ts";

const group = "/subscriptions/s/resourceGroups/g";

describe("targets", () => {
  it.each([
    ["GET", `${group}/providers/A.B/things/t`, { kind: "resource", id: { name: "t" } }],
    [
      "GET",
      `${group}/providers/A.B/things/`,
      { kind: "collection", namespace: "A.B", path: "things", names: [], parent: undefined },
    ],
    [
      "GET",
      `${group}/providers/A.B/things/t/parts`,
      { kind: "collection", path: "things/parts", names: ["t"], parent: { name: "t" } },
    ],
    ["POST", `${group}/providers/A.B/things/t/listKeys`, { kind: "action", action: "listKeys", id: { name: "t" } }],
    ["POST", `${group}/providers/A.B/things/t/parts/p/stop`, { kind: "action", action: "stop", id: { name: "p" } }],
    ["POST", "/subscriptions/s/providers/A.B/check", { kind: "providerAction", namespace: "A.B", action: "check" }],
    ["POST", "/subscriptions/s/providers/A.B/register", { kind: "fixed", rest: ["providers", "A.B", "register"] }],
    ["GET", "/subscriptions", { kind: "fixed", scope: { kind: "tenant" }, rest: ["subscriptions"] }],
    [
      "GET",
      "/subscriptions/s/resourcegroups",
      { kind: "fixed", scope: { kind: "subscription" }, rest: ["resourcegroups"] },
    ],
    ["PUT", group, { kind: "fixed", scope: { kind: "resourceGroup" }, rest: [] }],
    [
      "GET",
      `${group}/deployments/d/operations`,
      { kind: "collection", namespace: "Microsoft.Resources", path: "deployments/operations" },
    ],
    [
      "GET",
      "/subscriptions/s/deployments/d/operations",
      { kind: "collection", path: "deployments/operations", names: ["d"] },
    ],
    ["GET", "/subscriptions/s/resourceGroups/deployments/providers/A.B/things/t", { kind: "resource" }],
    [
      "GET",
      `${group}/providers/A.B/things/t/providers/C.D/locks/l`,
      { kind: "resource", id: { scope: { name: "t" } } },
    ],
    [
      "GET",
      "/subscriptions/s/providers/A.B/locations/l/sizes",
      { kind: "collection", path: "locations/sizes", names: ["l"] },
    ],
    ["GET", "/subscriptions/s/providers/Microsoft.Features/providers/A.B/features/f", { kind: "fixed" }],
  ])("%s %s", (method, path, expected) => {
    expect(parseTarget(method, path)).toMatchObject(expected);
  });

  it.each([
    "/subscriptions/s/../x",
    "/subscriptions/s/a%2fb",
    "/subscriptions//s",
    "/subscriptions/s/%00",
    "/a/%E0%A4%A",
  ])("refuses %s", (path) => {
    expect(() => parseTarget("GET", path)).toThrow("is not valid");
  });
});
