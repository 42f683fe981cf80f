import type { JsonObject } from "@byocni/base/core";
import { isJsonObject } from "@byocni/base/core";
import { normalizeIdKey, type ResourceId } from "@byocni/azure/types";
import { armFaults } from "../errors.ts";
import { isLocation, normalizeLocation } from "../locations.ts";
import type { PutBody } from "../provider.ts";
import { locationsOf, type RegisteredStoredType } from "../registry.ts";
import type { Resource } from "../resource.ts";
import { checkTags } from "./tags.ts";

/**
 * Checks what Resource Manager checks of every PUT: names, ids and types that agree with the URL, `properties` an
 * object, tags, location. @throws ArmError
 */
export function checkPutBody(
  body: JsonObject,
  id: ResourceId,
  type: RegisteredStoredType,
  existing: Resource | undefined,
): PutBody {
  const { name, type: bodyType, id: bodyId, properties, tags } = body;
  if (typeof name === "string" && !sameName(name, id)) {
    throw armFaults.MismatchingResourceName({ given: name, name: id.name });
  }
  if (typeof bodyType === "string" && bodyType.toLowerCase() !== id.type.toLowerCase()) {
    throw armFaults.MismatchingResourceType({ given: bodyType, type: id.type });
  }
  if (typeof bodyId === "string" && bodyId !== "" && normalizeIdKey(bodyId) !== id.key) {
    throw armFaults.MismatchingResourceID({ given: bodyId, id: id.text });
  }
  // Templates of the gallery have `"properties": ""`: text that is empty counts as null.
  if (properties !== undefined && properties !== null && properties !== "" && !isJsonObject(properties)) {
    throw armFaults.InvalidRequestContent({ reason: "The property 'properties' is not a JSON object." });
  }
  const { location: _location, tags: _tags, ...rest } = body;
  const location = checkLocation(body["location"], id, type, existing);
  return {
    ...rest,
    ...(location === undefined ? {} : { location }),
    ...(tags === undefined || tags === null ? {} : { tags: checkTags(tags) }),
    properties: isJsonObject(properties) ? properties : {},
  };
}

/** A child may be named `parent/child` or just `child`. */
function sameName(name: string, id: ResourceId): boolean {
  const wanted = name.toLowerCase();
  return wanted === id.name.toLowerCase() || wanted === id.names.join("/").toLowerCase();
}

function checkLocation(
  given: unknown,
  id: ResourceId,
  type: RegisteredStoredType,
  existing: Resource | undefined,
): string | undefined {
  const { definition } = type;
  const isTop = !definition.name.includes("/") && id.scope.kind !== "resource";
  const rule = definition.location ?? (isTop ? "required" : "none");
  if (rule === "none") return undefined;
  if (rule === "global") return "global";
  if (typeof given !== "string" || given.trim() === "") {
    if (existing?.location !== undefined) return existing.location;
    throw armFaults.LocationRequired();
  }
  const location = normalizeLocation(given);
  const offered = locationsOf(type).map(normalizeLocation);
  if (!isLocation(location) || !offered.includes(location)) {
    throw armFaults.LocationNotAvailableForResourceType({
      location: given,
      type: type.type,
      locations: offered.join(","),
    });
  }
  if (existing?.location !== undefined && existing.location !== location) {
    throw armFaults.InvalidResourceLocation({
      name: id.name,
      location: existing.location,
      group: id.resourceGroup ?? "",
      given: location,
    });
  }
  return location;
}
