import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  DataDirectoryError,
  dataDirectoryPath,
  openDataDirectory,
  readInstance,
  removeInstance,
  writeInstance,
} from "./index.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "byocni-instance-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const instance = {
  pid: process.pid,
  startedAt: "2026-11-30T00:00:00.000Z",
  origin: "https://localhost:8443",
  version: "1",
  token: "t",
};

describe("the instance file", () => {
  it("is read as it was written, by its owner alone", () => {
    const file = join(folder, "instance.json");
    writeInstance(file, instance);
    expect(readInstance(file)).toEqual(instance);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it.each([
    ["absent", undefined],
    ["no JSON", "{"],
    ["incomplete", '{"pid": 1}'],
    ["of a process that is gone", JSON.stringify({ ...instance, pid: 2 ** 22 - 7 })],
  ])("counts as none when it is %s", (_what, text) => {
    const file = join(folder, "instance.json");
    if (text !== undefined) writeFileSync(file, text);
    expect(readInstance(file)).toBeUndefined();
  });

  it("is removed by its own process only", () => {
    const file = join(folder, "instance.json");
    writeInstance(file, instance);
    removeInstance(file, process.pid + 1);
    expect(readInstance(file)).toEqual(instance);
    removeInstance(file, process.pid);
    expect(readInstance(file)).toBeUndefined();
  });
});

describe("the data directory", () => {
  it.each([
    ["the option", "/a", { BYOCNI_DATA_DIR: "/b", XDG_DATA_HOME: "/c" }, "/a"],
    ["BYOCNI_DATA_DIR", undefined, { BYOCNI_DATA_DIR: "/b", XDG_DATA_HOME: "/c" }, "/b"],
    ["XDG_DATA_HOME", undefined, { XDG_DATA_HOME: "/c" }, "/c/byocni"],
  ])("is named by %s", (_what, option, env, path) => {
    expect(dataDirectoryPath(option, env)).toBe(path);
  });

  it("is made for its owner alone", () => {
    const directory = openDataDirectory(join(folder, "new", "one"));
    expect(statSync(directory.path).mode & 0o777).toBe(0o700);
  });

  it.each(["file", "file/below"])("cannot be at %s", (path) => {
    writeFileSync(join(folder, "file"), "");
    expect(() => openDataDirectory(join(folder, path))).toThrow(DataDirectoryError);
  });
});
