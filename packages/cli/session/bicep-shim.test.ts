import { describe, expect, it } from "vitest";
import { shim } from "./bicep-shim.ts";

describe("shim", () => {
  it.each([
    ["linux", "bicep", `#!/bin/sh\nexec '/opt/my node' '/a/it'\\''s.mjs' bicep "$@"\n`],
    ["win32", "bicep.cmd", `@"/opt/my node" "/a/it's.mjs" bicep %*\r\n`],
  ])("on %s", (platform, name, text) => {
    expect(shim(platform, "/opt/my node", "/a/it's.mjs")).toEqual([name, text]);
  });
});
