import type { ResourceCache } from "./resource-cache.ts";

/** Finds the objects of a resource by its name, for those who only read. */
export interface ObjectLookup {
  find(group: string, version: string, plural: string): { readonly cache: ResourceCache } | undefined;
  findAnyVersion(group: string, plural: string): { readonly cache: ResourceCache } | undefined;
}
