import type { JsonObject } from "@byocni/base/core";
import type { ResourceId } from "@byocni/azure/types";

export type Tags = Readonly<Record<string, string>>;

/** What a provider decides about a resource. */
export interface ResourceState {
  readonly location?: string;
  readonly tags?: Tags;
  readonly kind?: string;
  readonly sku?: JsonObject;
  readonly identity?: JsonObject;
  readonly zones?: readonly string[];
  readonly plan?: JsonObject;
  readonly managedBy?: string;
  readonly extendedLocation?: JsonObject;
  /** In the newest shape that the provider knows, defaults filled in, without `provisioningState`. */
  readonly properties: JsonObject;
  /** Kept with the resource and never shown to clients. */
  readonly hidden?: JsonObject;
}

/** Who and when, as `systemData` shows it. */
export interface ResourceHistory {
  readonly createdBy: string;
  /** RFC 3339. */
  readonly createdAt: string;
  readonly lastModifiedBy: string;
  readonly lastModifiedAt: string;
}

/** A stored resource (or one embedded in its parent, see `Embedded`). */
export interface Resource extends ResourceState {
  /** In the case in which it was first written. */
  readonly id: ResourceId;
  readonly name: string;
  /** In the provider's spelling. */
  readonly type: string;
  /** `Succeeded`, `Failed`, `Canceled`, or the state of the operation under way (`Creating`…). */
  readonly provisioningState: string;
  /** States of embedded children that are not `Succeeded`, by `{segment}/{name}` in lower case: `subnets/a`. */
  readonly childStates: Readonly<Record<string, string>>;
  /** Changes with every write. Given as `etag` where the type shows one. */
  readonly etag: string;
  readonly history: ResourceHistory;
}

/** A resource group. */
export interface ResourceGroup {
  readonly subscriptionId: string;
  readonly name: string;
  readonly location: string;
  readonly tags?: Tags;
  /** Id of the resource that owns the group (node resource groups of AKS). */
  readonly managedBy?: string;
  readonly provisioningState: string;
}

/** Reads and writes of stored resources for providers. Ids are matched without regard to case. */
export interface ResourceAccess {
  get(id: ResourceId | string): Promise<Resource | undefined>;
  /**
   * Resources in order of their ids.
   * @param query.within id of a subscription, group or resource; everything below it
   * @param query.type full type (`Microsoft.Network/virtualNetworks`), exact, without regard to case
   */
  list(query: { readonly within?: string; readonly type?: string }): Promise<readonly Resource[]>;
  /** Writes a resource that the provider itself makes or replaces, with state `Succeeded`. No hooks are run. */
  put(id: ResourceId | string, state: ResourceState): Promise<Resource>;
  /**
   * Changes a resource with compare-and-swap; `change` may run several times.
   * @returns undefined when the resource is gone or `change` returned undefined.
   */
  update(
    id: ResourceId | string,
    change: (current: Resource) => ResourceState | undefined,
  ): Promise<Resource | undefined>;
  /** Removes a resource with everything below it (children, extensions). Absent is fine. */
  remove(id: ResourceId | string): Promise<void>;

  getGroup(subscriptionId: string, name: string): Promise<ResourceGroup | undefined>;
  putGroup(group: Omit<ResourceGroup, "provisioningState">): Promise<ResourceGroup>;
  /** Removes a group with everything in it, without asking the providers. Absent is fine. */
  removeGroup(subscriptionId: string, name: string): Promise<void>;
}
