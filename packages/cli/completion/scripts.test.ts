import { describe, expect, it } from "vitest";
import type { Command } from "../command.ts";
import { completionScript, shells } from "./scripts.ts";
import { completionNodes } from "./words.ts";

const run = async (): Promise<void> => {};
const commands: readonly Command[] = [
  {
    path: "up",
    summary: "Start it",
    options: [
      { flags: "-d, --detach", description: "in the background" },
      { flags: "--latency <kind>", description: "how long", choices: ["none", "azure"] },
    ],
    run,
  },
  { path: "cluster list", summary: "List: all of them", run },
  { path: "az", summary: "Run az, it's real", passThrough: true, run },
];
const nodes = completionNodes(commands, { cluster: "Clusters" });

describe("completionNodes", () => {
  it("knows the words after the program, a group and a command", () => {
    const words = Object.fromEntries(nodes.map(({ path, words: list }) => [path, list.map(({ text }) => text)]));
    expect(words).toEqual({
      "": ["up", "cluster", "az"],
      up: ["-d", "--detach", "--latency", "--json", "--help"],
      cluster: ["list"],
      "cluster list": ["--json", "--help"],
      az: [],
    });
  });
});

describe("completionScript", () => {
  it.each(shells)("%s offers commands, options and choices", (shell) => {
    const script = completionScript(shell, nodes);
    expect(script).toContain("detach");
    expect(script).toContain("none azure");
    expect(script).toContain("cluster list");
  });
});
