import { describe, expect, it } from "vitest";
import { machineSize, nodeResources } from "./vm-size.ts";

describe("machineSize", () => {
  // vCPUs and GiB as Azure's size tables give them.
  it.each([
    ["Standard_D4ds_v5", 4, 16],
    ["Standard_D2s_v3", 2, 8],
    ["Standard_D2as_v4", 2, 8],
    ["Standard_D2ls_v5", 2, 4],
    ["Standard_DS2_v2", 2, 7],
    ["Standard_DS3_v2", 4, 14],
    ["Standard_D14_v2", 16, 112],
    ["Standard_E4s_v5", 4, 32],
    ["Standard_F4s_v2", 4, 8],
    ["Standard_B2ms", 2, 8],
    ["Standard_B2s", 2, 4],
    ["Standard_B4ms", 4, 16],
  ])("%s", (name, cpus, gib) => {
    expect(machineSize(name)).toEqual({ cpus, memoryBytes: gib * 1024 ** 3 });
  });

  it("takes an unknown name for a small machine", () => {
    expect(machineSize("Something_else")).toEqual({ cpus: 2, memoryBytes: 8 * 1024 ** 3 });
  });
});

describe("nodeResources", () => {
  it("leaves pods what AKS leaves them", () => {
    const { capacity, allocatable } = nodeResources(machineSize("Standard_D4s_v5"), 250, 128);
    expect(capacity).toMatchObject({ cpu: "4", pods: "250" });
    expect(allocatable).toMatchObject({ cpu: "3860m", pods: "250" });
    // A quarter of 16 GiB is less than 20 MB for each of 250 pods.
    const bytes = (text: string): number => Number(text.replace("Ki", "")) * 1024;
    expect(bytes(capacity.memory) - bytes(allocatable.memory)).toBeCloseTo(4 * 1024 ** 3 + 100 * 1024 ** 2, -5);
  });
});
