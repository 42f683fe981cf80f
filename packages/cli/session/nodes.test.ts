import { describe, expect, it } from "vitest";
import { machineOf, readMessage, shellWords } from "./nodes.ts";

describe("machineOf", () => {
  it.each([
    ["aks-nodepool1-12345678-vmss000000", { scaleSet: "aks-nodepool1-12345678-vmss", instance: "0" }],
    ["aks-np-12345678-vmss00000a", { scaleSet: "aks-np-12345678-vmss", instance: "10" }],
    ["aks-np-12345678-vmss0000zz", { scaleSet: "aks-np-12345678-vmss", instance: "1295" }],
    ["worker-1", undefined],
  ])("%s", (node, expected) => {
    expect(machineOf(node)).toEqual(expected);
  });
});

describe("readMessage", () => {
  it.each([
    [
      "both streams",
      "Enable succeeded: \n[stdout]\na\nb\n\n[stderr]\nc\n",
      { exitCode: 0, stdout: "a\nb\n", stderr: "c\n" },
    ],
    ["nothing", "Enable succeeded: \n[stdout]\n\n[stderr]\n", { exitCode: 0, stdout: "", stderr: "" }],
    [
      "a failure",
      "Enable succeeded: \n[stdout]\n\n[stderr]\nno\nexit status 3\n",
      { exitCode: 3, stdout: "", stderr: "no\n" },
    ],
    [
      "a silent failure",
      "Enable succeeded: \n[stdout]\n\n[stderr]\nexit status 1\n",
      { exitCode: 1, stdout: "", stderr: "" },
    ],
  ])("%s", (_what, message, expected) => {
    expect(readMessage(message)).toEqual(expected);
  });
});

describe("shellWords", () => {
  it.each([
    [["ls /etc; exit 3"], "ls /etc; exit 3"],
    [["ls", "-la", "/etc"], "ls -la /etc"],
    [["echo", "it's", "a b"], `echo 'it'\\''s' 'a b'`],
  ])("%j", (words, expected) => {
    expect(shellWords(words)).toBe(expected);
  });
});
