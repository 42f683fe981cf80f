import { describe, expect, it } from "vitest";
import { eventFilter, type EventQuery } from "./activity.ts";

const now = Date.UTC(2026, 0, 31, 12);
const none: EventQuery = {
  failed: false,
  since: undefined,
  resource: undefined,
  operation: undefined,
  caller: undefined,
  now,
};
const event = {
  eventTimestamp: "2026-01-31T11:30:00Z",
  level: "Error",
  caller: "local",
  resourceId: "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/virtualNetworks/hub",
  operationName: { value: "Microsoft.Network/virtualNetworks/write" },
};

describe("the events that are shown", () => {
  it.each<[Partial<EventQuery>, boolean]>([
    [{}, true],
    [{ failed: true }, true],
    [{ since: "1h" }, true],
    [{ since: "29m" }, false],
    [{ since: "2026-01-31T11:00:00Z" }, true],
    [{ since: "2026-01-31T11:45:00Z" }, false],
    [{ resource: "VIRTUALNETWORKS/hub" }, true],
    [{ resource: "spoke" }, false],
    [{ operation: "write" }, true],
    [{ operation: "delete" }, false],
    [{ caller: "Local", resource: "hub" }, true],
    [{ caller: "other" }, false],
  ])("%j: %s", (query, expected) => {
    expect(eventFilter({ ...none, ...query })(event)).toBe(expected);
  });

  it("wants a time that is one", () => {
    expect(() => eventFilter({ ...none, since: "yesterday" })).toThrow("--since yesterday: a moment such as");
  });
});
