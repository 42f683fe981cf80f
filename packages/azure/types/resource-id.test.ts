import { describe, expect, it } from "vitest";
import {
  childResource,
  isWithin,
  leadingScope,
  parentResource,
  parseResourceId,
  parseScope,
  pathSegments,
  resourceIdIn,
  sameId,
  subscriptionScope,
} from "./resource-id.ts";

const sub = "/subscriptions/00000000-0000-0000-0000-000000000001";

describe("scopes", () => {
  it.each([
    ["/", "tenant"],
    [sub, "subscription"],
    [`${sub}/`, "subscription"],
    [`${sub}/resourcegroups/rg`, "resourceGroup"],
    ["/providers/Microsoft.Management/managementGroups/mg", "managementGroup"],
    [`${sub}/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/v/subnets/s`, "resource"],
    ["/providers/Microsoft.Authorization/roleDefinitions/x", "resource"],
  ])("%s is a %s", (text, kind) => {
    expect(parseScope(text)?.kind).toBe(kind);
  });

  it.each([
    "",
    "subscriptions/x",
    "//subscriptions/x",
    `${sub}/resourceGroups//providers/A.B/c/d`,
    `${sub}/resourceGroups/../providers/A.B/c/d`,
    `${sub}/resourceGroups/%2e%2e/x`,
    `${sub}/resourceGroups/a%2Fb`,
    `${sub}/resourceGroups/a%5Cb`,
    `${sub}/resourceGroups/a%00`,
    `${sub}/resourceGroups/%E0%A4%A`,
    `${sub}/resourceGroups`,
    `${sub}/resourceGroups/rg/providers/Microsoft.Network`,
    `${sub}/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks`,
  ])("%s is none", (text) => {
    expect(parseScope(text)).toBeUndefined();
  });

  it("keeps the case and compares without it", () => {
    const id = parseResourceId(`${sub}/resourcegroups/RG/providers/microsoft.network/VirtualNetworks/V/subnets/S`);
    expect(id).toMatchObject({
      namespace: "microsoft.network",
      type: "microsoft.network/VirtualNetworks/subnets",
      types: ["VirtualNetworks", "subnets"],
      names: ["V", "S"],
      name: "S",
      resourceGroup: "RG",
    });
    expect(sameId(id?.text ?? "", id?.key ?? "-")).toBe(true);
  });

  it("decodes percent-encoding and unicode in names", () => {
    expect(parseScope(`${sub}/resourceGroups/caf%C3%A9`)).toMatchObject({ resourceGroup: "café" });
  });

  it("sees extensions, and resources that are called providers", () => {
    const lock = parseResourceId(
      `${sub}/resourceGroups/rg/providers/A.B/things/providers/providers/Microsoft.Authorization/locks/l`,
    );
    expect(lock).toMatchObject({ type: "Microsoft.Authorization/locks", name: "l" });
    expect(lock?.scope).toMatchObject({ kind: "resource", name: "providers" });
  });

  it("gives what is left after the longest scope", () => {
    const segments = pathSegments(`${sub}/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks`) ?? [];
    const { scope, rest } = leadingScope(segments);
    expect(scope.kind).toBe("resourceGroup");
    expect(rest).toEqual(["providers", "Microsoft.Network", "virtualNetworks"]);
  });

  it("builds ids, parents and children", () => {
    const vnet = resourceIdIn(subscriptionScope("s"), "Microsoft.Network/virtualNetworks", ["v"]);
    const subnet = childResource(vnet, "subnets", "a");
    expect(subnet.text).toBe("/subscriptions/s/providers/Microsoft.Network/virtualNetworks/v/subnets/a");
    expect(parentResource(subnet)?.text).toBe(vnet.text);
    expect(parentResource(vnet)).toBeUndefined();
  });
});

describe("isWithin", () => {
  it.each([
    ["/subscriptions/s/resourcegroups/rg1", "/subscriptions/s/resourcegroups/rg1", true],
    ["/subscriptions/s/resourcegroups/rg1/providers/a", "/subscriptions/s/resourcegroups/rg1", true],
    ["/subscriptions/s/resourcegroups/rg10", "/subscriptions/s/resourcegroups/rg1", false],
    ["/subscriptions/s", "/", true],
    ["/subscriptions/s", "/subscriptions/s/resourcegroups/rg1", false],
  ])("%s in %s: %s", (key, scope, expected) => {
    expect(isWithin(key, scope)).toBe(expected);
  });
});
