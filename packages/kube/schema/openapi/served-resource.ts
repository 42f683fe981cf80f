import type { JsonObject } from "@byocni/base/core";
import type { ResourceDefinition } from "../registry/resource-definition.ts";

/** A resource that the server serves now. */
export interface ServedResource {
  readonly definition: ResourceDefinition;
  /** `openAPIV3Schema` of a custom resource's version; built-in resources have their type. */
  readonly schema?: JsonObject;
}
