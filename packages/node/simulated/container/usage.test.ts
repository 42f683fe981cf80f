import { describe, expect, it } from "vitest";
import { simulatedUsage } from "./usage.ts";

describe("simulatedUsage", () => {
  const of = (resources: object, seed = "a") => simulatedUsage({ name: "c", resources }, seed);

  it("is a share of what is requested, the same at every look, another for another container", () => {
    const { cpuNanocores, memoryBytes } = of({ requests: { cpu: "1", memory: "100Mi" } });
    expect(cpuNanocores / 1e9).toBeCloseTo(0.1, 1);
    expect(memoryBytes / 2 ** 20).toBeGreaterThan(40);
    expect(memoryBytes / 2 ** 20).toBeLessThan(60);
    expect(of({ requests: { cpu: "1", memory: "100Mi" } })).toEqual({ cpuNanocores, memoryBytes });
    expect(of({ requests: { cpu: "1", memory: "100Mi" } }, "b")).not.toEqual({ cpuNanocores, memoryBytes });
  });

  it.each([
    [{}, 12 * 2 ** 20],
    [{ limits: { memory: "1Mi" } }, 2 ** 20],
    [{ requests: { memory: "odd" } }, 12 * 2 ** 20],
  ])("is never above a limit, and little where nothing is asked for: %j", (resources, most) => {
    const { memoryBytes } = of(resources);
    expect(memoryBytes).toBeGreaterThan(0);
    expect(memoryBytes).toBeLessThanOrEqual(most * 1.2);
  });
});
