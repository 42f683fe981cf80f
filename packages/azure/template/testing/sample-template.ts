import type { Json, JsonObject } from "@byocni/base/core";

/** A template around the given sections. */
export function sampleTemplate(sections: JsonObject = {}): JsonObject {
  return {
    $schema: "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
    contentVersion: "1.0.0.0",
    resources: [],
    ...sections,
  };
}

/** A network security group, the smallest resource, with what the test gives on top. */
export function sampleResource(given: JsonObject = {}): JsonObject {
  return {
    type: "Microsoft.Network/networkSecurityGroups",
    apiVersion: "2024-05-01",
    name: "nsg",
    location: "westeurope",
    ...given,
  };
}

/** An output of a type. */
export function sampleOutput(type: string, value: Json): JsonObject {
  return { type, value };
}
