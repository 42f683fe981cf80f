import { expect, it } from "vitest";
import { vmSize } from "./vm-sizes.ts";

it.each([
  ["Standard_D4ds_v5", 4, 16, "D"],
  ["Standard_D2s_v3", 2, 8, "D"],
  ["Standard_DS1_v2", 1, 3.5, "DS"],
  ["Standard_DS2_v2", 2, 7, "DS"],
  ["Standard_D2_v2", 2, 7, "D"],
  ["Standard_DS13-2_v2", 2, 56, "DS"],
  ["Standard_B2ms", 2, 8, "B"],
  ["Standard_B2s", 2, 4, "B"],
  ["Standard_B1ls", 1, 0.5, "B"],
  ["Standard_B2ps_v2", 2, 8, "B"],
  ["Standard_E16-4as_v4", 4, 128, "E"],
  ["Standard_F2s_v2", 2, 4, "F"],
  ["Standard_D2ls_v5", 2, 4, "D"],
  ["Standard_A1_v2", 1, 2, "A"],
])("%s has %s vCPUs and %s GB", (name, vcpus, memoryGB, family) => {
  expect(vmSize(name)).toEqual({ vcpus, memoryGB, family });
});

it.each(["", "D4", "Standard_", "Standard_QQ4"])("does not know %j", (name) => {
  expect(vmSize(name)).toBeUndefined();
});
