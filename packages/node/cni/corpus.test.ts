import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadDirectory } from "./load-directory.ts";
import type { ContainerdProfile } from "./profile.ts";
import { createFileTable } from "./testing/index.ts";

const shared = process.env["BYOCNI_SHARED"] ?? join(import.meta.dirname, "../../../../shared");
const folder = join(shared, "corpus/conflists");
const table = existsSync(join(folder, "expected.txt")) ? readFileSync(join(folder, "expected.txt"), "utf8") : "";
const rows = [...table.matchAll(/^(\S+\.conf(?:list)?) \| (\S+) \| (.*?) \| (.*)$/gm)].map(
  ([, file = "", valid = "", cls = "", text = ""]) => ({ file, valid, cls, text }),
);
const profiles: ContainerdProfile[] = ["containerd-1.6", "containerd-1.7", "containerd-2.x"];

describe.skipIf(rows.length === 0)("configuration files (needs the shared corpus)", () => {
  it("has all rows of the table", () => {
    expect(rows).toHaveLength(20);
  });

  describe.each(profiles)("%s", (profile) => {
    it.each(rows)("$file: $valid, $cls", ({ file, valid, text }) => {
      const path = `/etc/cni/net.d/${file}`;
      const view = createFileTable({ [path]: readFileSync(join(folder, file), "utf8") });
      const result = loadDirectory(view, "/etc/cni/net.d", profile);
      if (valid !== "no") {
        expect(result).toMatchObject({ ok: true, file: path });
        return;
      }
      // The table's remarks stand in parentheses after the text.
      const cause = text.replace(/ \([^()]*\)$/, "");
      const what = file.endsWith(".conflist") ? "config list file" : "config file";
      expect(result).toEqual({
        ok: false,
        file: path,
        message: `cni config load failed: failed to load CNI ${what} ${path}: ${cause}: invalid cni config: failed to load cni config`,
      });
    });
  });

  it("takes the highest of cniVersions where the library reads them", () => {
    const path = "/etc/cni/net.d/87-dbnet.conflist";
    const view = createFileTable({ [path]: readFileSync(join(folder, "87-dbnet.conflist"), "utf8") });
    const result = loadDirectory(view, "/etc/cni/net.d", "containerd-2.x");
    expect(result).toMatchObject({ ok: true, network: { name: "dbnet", cniVersion: "1.1.0" } });
  });
});
