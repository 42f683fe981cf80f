import { describe, expect, it } from "vitest";
import { commandGroups, commands } from "./commands/index.ts";

describe("the command table", () => {
  it("has one command a path", () => {
    const paths = commands.map(({ path }) => path);
    expect(paths.length).toBe(new Set(paths).size);
  });

  it.each(commands.map((command) => [command.path, command] as const))("%s can be shown in help", (path, command) => {
    expect(command.summary).toMatch(/^[A-Z][^\n]*[^.\s]$/);
    const words = path.split(" ");
    // A group says what its commands are about, unless it is a command itself.
    for (const word of words.slice(0, -1)) {
      expect(commandGroups[word] ?? commands.find((one) => one.path === word)?.summary).toBeTruthy();
    }
    for (const { flags, description } of command.options ?? []) {
      expect(flags).toMatch(/^(-[a-zA-Z], )?--[a-z][a-z-]*( (<[^>]+>|\[[^\]]+\]))?$/);
      expect(description).not.toBe("");
    }
    const long = (command.options ?? []).map(({ flags }) => /--[a-z-]+/.exec(flags)?.[0]);
    expect(new Set(long).size).toBe(long.length);
  });
});
