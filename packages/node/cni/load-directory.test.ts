import { describe, expect, it } from "vitest";
import { loadDirectory } from "./load-directory.ts";
import type { ContainerdProfile } from "./profile.ts";
import { createFileTable } from "./testing/index.ts";

const dir = "/etc/cni/net.d";
const list = (name: string, extra = ""): string =>
  `{"cniVersion":"1.0.0","name":"${name}","plugins":[{"type":"bridge"}]${extra}}`;

function load(files: Readonly<Record<string, string>>, profile: ContainerdProfile = "containerd-1.7"): string {
  const placed = Object.fromEntries(Object.entries(files).map(([name, text]) => [`${dir}/${name}`, text]));
  const result = loadDirectory(createFileTable(placed), dir, profile);
  return result.ok ? `${result.network.name} ${result.network.cniVersion} ${result.file}` : result.message;
}

const badList = (file: string, cause: string): string =>
  `cni config load failed: failed to load CNI config list file ${dir}/${file}: ${cause}: invalid cni config: failed to load cni config`;
const badConf = (file: string, cause: string): string =>
  `cni config load failed: failed to load CNI config file ${dir}/${file}: ${cause}: invalid cni config: failed to load cni config`;
const nothing = `cni config load failed: no network config found in ${dir}: cni plugin not initialized: failed to load cni config`;
const parsing = "error parsing configuration list: ";

describe("which file decides", () => {
  it.each<[string, Record<string, string>, string]>([
    ["an empty directory", {}, nothing],
    ["a list", { "10-a.conflist": list("a") }, `a 1.0.0 ${dir}/10-a.conflist`],
    [
      "string order, not numeric",
      { "9-a.conflist": list("a"), "10-b.conflist": list("b") },
      `b 1.0.0 ${dir}/10-b.conflist`,
    ],
    ["upper case sorts first", { "a.conflist": list("a"), "B.conflist": list("b") }, `b 1.0.0 ${dir}/B.conflist`],
    ["only *.cilium_bak", { "10-a.conflist.cilium_bak": list("a") }, nothing],
    ["only .tmp and .txt", { "10-a.tmp": list("a"), "10-b.txt": list("b") }, nothing],
    ["only a folder", { "10-a.conflist/inner": list("a") }, nothing],
    ["a hidden file with the right ending", { ".conflist": list("a") }, `a 1.0.0 ${dir}/.conflist`],
    ["a single conf", { "10-a.conf": '{"cniVersion":"0.4.0","name":"a","type":"bridge"}' }, `a 0.4.0 ${dir}/10-a.conf`],
    ["a single conf named .json", { "10-a.json": '{"name":"a","Type":"bridge"}' }, `a  ${dir}/10-a.json`],
    [
      "a bad first file is not skipped",
      { "05-x.conflist": "{}", "10-y.conflist": list("y") },
      badList("05-x.conflist", `${parsing}no name`),
    ],
  ])("%s", (_, files, expected) => {
    expect(load(files)).toBe(expected);
  });

  it("an absent directory holds no configuration", () => {
    expect(loadDirectory(createFileTable({}, []), dir, "containerd-1.7")).toEqual({ ok: false, message: nothing });
  });
});

describe("why a file does not load", () => {
  it.each([
    ["{not json}", `${parsing}invalid character 'n' looking for beginning of object key string`],
    ['{"name":"a",}', `${parsing}invalid character '}' looking for beginning of object key string`],
    ['{"name":"a"', `${parsing}unexpected end of JSON input`],
    ["", `${parsing}unexpected end of JSON input`],
    ["[]", `${parsing}json: cannot unmarshal array into Go value of type map[string]interface {}`],
    ["null", `${parsing}no name`],
    ['{"name":1}', `${parsing}invalid name type float64`],
    ['{"name":"a","cniVersion":null}', `${parsing}invalid cniVersion type <nil>`],
    ['{"name":"a","plugins":{}}', `${parsing}invalid 'plugins' type map[string]interface {}`],
    ['{"name":"a","plugins":[]}', `${parsing}no plugins in list`],
    ['{"name":"a","plugins":[{}]}', "failed to parse plugin config 0: error parsing configuration: missing 'type'"],
    [
      '{"name":"a","plugins":[{"type":"a"},null]}',
      "failed to parse plugin config 1: error parsing configuration: missing 'type'",
    ],
    [
      '{"name":"a","plugins":[{"type":"a","capabilities":{"x":"true"}}]}',
      "failed to parse plugin config 0: error parsing configuration: json: cannot unmarshal string into Go struct field NetConf.capabilities of type bool",
    ],
    [
      '{"name":"a","plugins":["bridge"]}',
      "failed to parse plugin config 0: error parsing configuration: json: cannot unmarshal string into Go value of type types.NetConf",
    ],
  ])("%s", (text, cause) => {
    expect(load({ "10-a.conflist": text })).toBe(badList("10-a.conflist", cause));
  });

  it.each<[ContainerdProfile, string, string]>([
    ["containerd-1.7", '{"name":"a"}', `${parsing}no 'plugins' key`],
    ["containerd-2.x", '{"name":"a"}', "no plugin configs found"],
    [
      "containerd-2.x",
      '{"name":"a","loadOnlyInlinedPlugins":true}',
      `${parsing}\`loadOnlyInlinedPlugins\` is true, and no 'plugins' key`,
    ],
    ["containerd-1.7", list("a", ',"disableCheck":"true"'), `${parsing}invalid disableCheck type string`],
    ["containerd-2.x", list("a", ',"disableCheck":"perhaps"'), `${parsing}invalid value "perhaps" for disableCheck`],
    ["containerd-2.x", list("a", ',"disableGC":1'), `${parsing}invalid type float64 for disableGC`],
    ["containerd-2.x", list("a", ',"cniVersions":"1.0.0"'), `${parsing}invalid type for cniVersions: []interface {}`],
    ["containerd-2.x", list("a", ',"cniVersions":[1]'), `${parsing}invalid type for cniVersions index 0: float64`],
    [
      "containerd-2.x",
      list("a", ',"cniVersions":["x.1"]'),
      `${parsing}invalid cniVersions entry x.1 at index 0: failed to convert major version part "x": strconv.Atoi: parsing "x": invalid syntax`,
    ],
  ])("%s: %s", (profile, text, cause) => {
    expect(load({ "10-a.conflist": text }, profile)).toBe(badList("10-a.conflist", cause));
  });

  it.each([
    [list("a"), "error parsing configuration: missing 'type'"],
    ["{", "error parsing configuration: unexpected end of JSON input"],
    [
      '{"type":5}',
      "error parsing configuration: json: cannot unmarshal number into Go struct field NetConf.type of type string",
    ],
  ])("in a .conf: %s", (text, cause) => {
    expect(load({ "10-a.conf": text })).toBe(badConf("10-a.conf", cause));
  });

  it("a link that leads nowhere", () => {
    const view = createFileTable({ [`${dir}/10-a.conflist`]: "" });
    const broken = { ...view, read: () => ({ kind: "error", reason: "no such file or directory" }) as const };
    const file = `${dir}/10-a.conflist`;
    expect(loadDirectory(broken, dir, "containerd-1.7")).toEqual({
      ok: false,
      file,
      message: badList("10-a.conflist", `error reading ${file}: open ${file}: no such file or directory`),
    });
  });
});

describe("versions and plugin files by profile", () => {
  it.each<[ContainerdProfile, string]>([
    ["containerd-1.6", "0.4.0"],
    ["containerd-1.7", "0.4.0"],
    ["containerd-2.x", "1.1.0"],
  ])("%s takes %s from cniVersions", (profile, version) => {
    const text = '{"cniVersion":"0.4.0","cniVersions":["0.3.1","1.1.0","9.0.0"],"name":"a","plugins":[{"type":"x"}]}';
    expect(load({ "10-a.conflist": text }, profile)).toBe(`a ${version} ${dir}/10-a.conflist`);
  });

  it("adds the plugins of the network's folder after the inlined ones", () => {
    const view = createFileTable({
      [`${dir}/10-a.conflist`]: list("net"),
      [`${dir}/net/20-b.conf`]: '{"type":"portmap"}',
      [`${dir}/net/10-b.conf`]: '{"type":"tuning"}',
    });
    const types = (profile: ContainerdProfile): string[] => {
      const result = loadDirectory(view, dir, profile);
      return result.ok ? result.network.plugins.map((plugin) => plugin.type) : [];
    };
    expect(types("containerd-2.x")).toEqual(["bridge", "tuning", "portmap"]);
    expect(types("containerd-1.7")).toEqual(["bridge"]);
  });
});
