import type { JsonObject } from "@byocni/base/core";
import { isJsonObject } from "@byocni/base/core";
import { templateHash } from "@byocni/azure/template";
import { armFaults } from "./errors.ts";
import { isLocation, normalizeLocation } from "./locations.ts";
import type { ProviderAction } from "./provider.ts";

const zones = ["1", "2", "3"];

/** POST `Microsoft.Resources/calculateTemplateHash`: the hash that deployments of the template show. */
export const calculateTemplateHash: ProviderAction = {
  name: "calculateTemplateHash",
  apiVersions: [],
  run({ body }) {
    if (!isJsonObject(body)) {
      throw armFaults.InvalidRequestContent({ reason: "The body is not a JSON object." });
    }
    return { kind: "json", body: { minifiedTemplate: JSON.stringify(body), templateHash: templateHash(body) } };
  },
};

/** POST `Microsoft.Resources/checkZonePeers`: every subscription sees the zones of a region alike here. */
export const checkZonePeers: ProviderAction = {
  name: "checkZonePeers",
  apiVersions: [],
  run({ scope, body }) {
    const { location, subscriptionIds } = isJsonObject(body) ? body : ({} as JsonObject);
    const name = typeof location === "string" ? normalizeLocation(location) : "";
    if (!isLocation(name)) {
      throw armFaults.InvalidRequestContent({ reason: "The property 'location' is not the name of a region." });
    }
    const others = (Array.isArray(subscriptionIds) ? subscriptionIds : []).map((id) =>
      String(id).replace(/^\/?subscriptions\//i, ""),
    );
    const subscriptionId = "subscriptionId" in scope ? (scope.subscriptionId ?? "") : "";
    const availabilityZonePeers = zones.map((availabilityZone) => ({
      availabilityZone,
      peers: others.map((id) => ({ subscriptionId: id, availabilityZone })),
    }));
    return { kind: "json", body: { subscriptionId, location: name, availabilityZonePeers } };
  },
};
