import { describe, expect, it } from "vitest";
import { CommandError } from "../command.ts";
import { onlyTemplate, sortArguments } from "./arguments.ts";

const none = (): boolean => false;

describe("the arguments of a command with --parameters", () => {
  it.each<[args: string[], given: string[], files: string[], parameters: string[]]>([
    [["main.json"], [], ["main.json"], []],
    [["main.json"], ["a=b"], ["main.json"], ["a=b"]],
    [["c=d", "main.json"], ["a=b"], ["main.json"], ["a=b", "c=d"]],
    [
      ["main.json", "@p.json", '{"e":{"value":1}}', "x=@y"],
      ["a=b"],
      ["main.json"],
      ["a=b", "@p.json", '{"e":{"value":1}}', "x=@y"],
    ],
    [["main.bicep", "main.parameters.json"], ["a=b"], ["main.bicep"], ["a=b", "main.parameters.json"]],
    [["a.parameters.json"], [], ["a.parameters.json"], []],
    [["-"], ["a=b"], ["-"], ["a=b"]],
  ])("%j after %j", (args, given, files, parameters) => {
    expect(sortArguments(args, given, none)).toEqual({ files, parameters });
  });

  it("takes a file whose name looks like a value for the file that it is", () => {
    expect(sortArguments(["a=b.json"], [], (path) => path === "a=b.json").files).toEqual(["a=b.json"]);
  });

  it("wants the flag before values, and one template", () => {
    expect(() => sortArguments(["main.json", "a=b"], [], none)).toThrow(
      "a=b: a parameter's value comes after --parameters",
    );
    expect(onlyTemplate(["m.json"])).toBe("m.json");
    expect(() => onlyTemplate([])).toThrow(CommandError);
    expect(() => onlyTemplate(["a.json", "b.json"])).toThrow("one template at a time: a.json, b.json");
  });
});
