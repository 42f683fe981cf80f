import { describe, expect, it } from "vitest";
import { CommandError } from "../command.ts";
import { type ParameterReader, readParameters } from "./parameters.ts";

const template = {
  parameters: {
    name: { type: "string" },
    Count: { type: "int" },
    flag: { type: "bool" },
    list: { type: "array" },
    secret: { type: "secureString" },
    typed: { $ref: "#/definitions/outer" },
    circle: { $ref: "#/definitions/circle" },
  },
  definitions: {
    outer: { $ref: "#/definitions/inner" },
    inner: { type: "int" },
    circle: { $ref: "#/definitions/circle" },
  },
};

const files: Readonly<Record<string, string>> = {
  "values.json": '{"$schema":"x","parameters":{"name":{"value":"from file"}}}',
  "bare.json": '{"name":{"value":"bare"}}',
  "key.txt": "line one\n",
};

const reader: ParameterReader = {
  readFile(path) {
    const text = files[path];
    if (text === undefined) throw new CommandError(`${path}: there is no such file`, { exitCode: 66 });
    return text;
  },
  fileExists: (path) => path in files,
  readJson: (text) => JSON.parse(text) as never,
};

const read = (...given: readonly string[]) => readParameters(given, template, reader);

describe("readParameters", () => {
  it.each([
    ["text", ["name=a=b"], { name: { value: "a=b" } }],
    ["a text that looks like a number", ["name=5"], { name: { value: "5" } }],
    ["an empty text", ["name="], { name: { value: "" } }],
    ["a number by the declared type", ["count=5"], { count: { value: 5 } }],
    ["a flag in az's spelling", ["flag=True"], { flag: { value: true } }],
    ["JSON for an array", ['list=["a"]'], { list: { value: ["a"] } }],
    ["the content of a file", ["secret=@key.txt"], { secret: { value: "line one\n" } }],
    ["a type behind definitions", ["typed=7"], { typed: { value: 7 } }],
    ["a type in a circle: as JSON", ["circle=7"], { circle: { value: 7 } }],
    ["a parameters file", ["@values.json"], { name: { value: "from file" } }],
    ["a parameters file without @", ["values.json"], { name: { value: "from file" } }],
    ["a file of values alone", ["@bare.json"], { name: { value: "bare" } }],
    ["JSON on the command line", ['{"name":{"value":"json"}}'], { name: { value: "json" } }],
    ["later ones over earlier ones", ["@values.json", "NAME=later"], { NAME: { value: "later" } }],
  ])("takes %s", (_what, given, expected) => {
    expect(read(...given)).toEqual(expected);
  });

  it.each([
    ["no number", ["count=many"], /takes a whole number/, 64],
    ["no flag", ["flag=yes"], /takes true or false/, 64],
    ["neither a file, nor JSON, nor a pair", ["nothing"], /neither a file, nor JSON, nor name=value/, 64],
    ["a file that is not there", ["@absent.json"], /there is no such file/, 66],
    ["JSON that is no object", ["{"], /JSON|Expected/, undefined],
  ])("refuses %s", (_what, given, message, exitCode) => {
    const run = (): unknown => read(...given);
    expect(run).toThrow(message);
    if (exitCode !== undefined) expect(run).toThrow(expect.objectContaining({ exitCode }) as Error);
  });

  it("suggests the parameter that was meant", () => {
    expect(() => read("cont=1")).toThrow(expect.objectContaining({ hint: "Did you mean 'Count'?" }) as Error);
  });
});
