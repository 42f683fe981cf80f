import { expect } from "vitest";

export const subscription = "/subscriptions/00000000-0000-0000-0000-000000000001";

/** A value that is another one in every run. */
export const guid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

/** The service's words for a resource that is not there. */
export function notFound(resource: string, group: string): string {
  return `(ResourceNotFound) The Resource '${resource}' under resource group '${group}' was not found. For more details please go to https://aka.ms/ARMResourceNotFoundFix`;
}

export function groupNotFound(group: string): string {
  return `(ResourceGroupNotFound) Resource group '${group}' could not be found.`;
}
