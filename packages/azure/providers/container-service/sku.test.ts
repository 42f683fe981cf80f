import { expect, it } from "vitest";
import { skuInVersion, skuOf } from "./sku.ts";

/** Names and tiers by the type definitions of Azure/bicep-types-az. */
it.each([
  [undefined, undefined, { name: "Base", tier: "Free" }],
  [{ name: "Basic", tier: "Paid" }, undefined, { name: "Base", tier: "Standard" }],
  [{ name: "base", tier: "premium" }, undefined, { name: "Base", tier: "Premium" }],
  [{ name: "Automatic", tier: "Standard" }, undefined, { name: "Automatic", tier: "Standard" }],
  [undefined, { name: "Base", tier: "Standard" }, { name: "Base", tier: "Standard" }],
])("%j on %j is %j", (sent, existing, expected) => {
  expect(skuOf(sent, existing)).toEqual(expected);
});

it.each([{ name: "Best" }, { tier: "Gold" }, { name: 7 }])("%j is refused", (sku) => {
  expect(() => skuOf(sku, undefined)).toThrow(/The value of parameter sku\.(?:name|tier) is invalid/);
});

it.each([
  ["2022-11-01", "Base", "Standard", { name: "Basic", tier: "Paid" }],
  ["2022-11-02-preview", "Base", "Free", { name: "Basic", tier: "Free" }],
  ["2023-01-01", "Base", "Standard", { name: "Base", tier: "Standard" }],
  ["2023-01-02-preview", "Base", "Free", { name: "Base", tier: "Free" }],
])("version %s calls %s %s %j", (version, name, tier, expected) => {
  expect(skuInVersion({ name, tier }, version)).toEqual(expected);
});
