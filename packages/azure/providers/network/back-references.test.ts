import { describe, expect, it } from "vitest";
import { testSubscription } from "@byocni/azure/arm/testing";
import type { RelatedContext, Resource } from "@byocni/azure/arm";
import { parseResourceId } from "@byocni/azure/types";
import { boundTo } from "./back-references.ts";

describe("what uses a network resource", () => {
  it("is found by one look at each type that could use it, however many are shown", async () => {
    const asked: (string | undefined)[] = [];
    const id = parseResourceId(
      `/subscriptions/${testSubscription}/resourceGroups/rg/providers/Microsoft.Network/networkSecurityGroups/g`,
    );
    const known = new Map<string, Promise<unknown>>();
    const resources = {
      list: ({ type }: { readonly type?: string }) => {
        asked.push(type);
        return Promise.resolve([]);
      },
    } as unknown as RelatedContext["resources"];
    const context: RelatedContext = {
      resources,
      once<T>(key: string, make: () => Promise<T>) {
        const found = (known.get(key) as Promise<T> | undefined) ?? make();
        known.set(key, found);
        return found;
      },
    };
    const resource = { id } as Resource;
    await Promise.all([boundTo(resource, context), boundTo(resource, context), boundTo(resource, context)]);
    expect(asked.length).toBe(new Set(asked).size);
  });
});
