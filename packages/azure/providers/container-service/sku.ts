import { type Json, type JsonObject, isJsonObject } from "@byocni/base/core";
import { apiVersionAtLeast } from "@byocni/azure/types";
import { readBody } from "./read-body.ts";

/** What names of older api-versions are called since 2023-02-01 (Azure/bicep-types-az). */
const newer: Readonly<Record<string, string>> = { Basic: "Base", Paid: "Standard" };
const older: Readonly<Record<string, string>> = { Base: "Basic", Standard: "Paid" };

/** The SKU that a PUT asks for, in today's words. @throws ArmError for a name or tier that AKS does not have */
export function skuOf(sent: Json | undefined, existing: JsonObject | undefined): JsonObject {
  const reader = readBody(isJsonObject(sent) ? sent : existing, "sku");
  const name = reader.oneOf("name", ["Base", "Automatic", "Basic"]) ?? "Base";
  const tier = reader.oneOf("tier", ["Free", "Standard", "Premium", "Paid"]) ?? "Free";
  return { name: newer[name] ?? name, tier: newer[tier] ?? tier };
}

/** The SKU in the words of an api-version. */
export function skuInVersion(sku: JsonObject | undefined, apiVersion: string): JsonObject | undefined {
  const since = apiVersion.includes("-preview") ? "2023-01-02-preview" : "2023-01-01";
  if (!sku || apiVersionAtLeast(apiVersion, since)) return sku;
  const word = (value: Json | undefined): Json => older[String(value)] ?? value ?? null;
  return { name: word(sku["name"]), tier: word(sku["tier"]) };
}
