import { describe, expect, it } from "vitest";
import { operationEvent } from "./activity-log.ts";
import type { OperationRecord } from "./operations/record.ts";

const cluster =
  "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg/providers/Microsoft.ContainerService/managedClusters/one";

function ended(kind: string): OperationRecord {
  return {
    id: "00000000-0000-0000-0000-000000000010",
    runner: "resource",
    kind,
    target: cluster,
    state: "Updating",
    status: "Succeeded",
    startTime: "2026-01-01T00:00:00.000Z",
    input: {},
    progress: {},
    caller: {
      principal: { objectId: "o", displayName: "d", kind: "servicePrincipal", tenantId: "t" },
      correlationId: "c",
      origin: "https://localhost",
      strictness: "article",
      userAgent: "",
    },
  };
}

describe("the event at the end of an operation", () => {
  it.each([
    ["create", "write"],
    ["apply", "write"],
    ["write", "write"],
    ["delete", "delete"],
    ["stop", "stop/action"],
  ])("of %s is named %s, as Azure names the request that began it", (kind, verb) => {
    expect(operationEvent(ended(kind)).action).toBe(`Microsoft.ContainerService/managedClusters/${verb}`);
  });
});
