import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { afterAll, describe, expect, it } from "vitest";
import { StoreFormatError, StoreFullError, StoreLockedError, StorePathError } from "../errors.ts";
import type { StoreHost } from "../store.ts";
import { describeStoreContract } from "../testing/store-contract.ts";
import { createSqliteStoreHost } from "./sqlite-store-host.ts";

const directory = mkdtempSync(join(tmpdir(), "byocni-store-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

let count = 0;
const freshPath = (): string => join(directory, `${count++}`, "data.db");
const paths = new WeakMap<StoreHost, string>();

async function open(path: string, options: { historyLimit?: number; maxBytes?: number } = {}): Promise<StoreHost> {
  const host = await createSqliteStoreHost({ path, ...options });
  paths.set(host, path);
  return host;
}

describeStoreContract("sqlite", (options) => open(freshPath(), options), {
  async reopen(host) {
    await host.close();
    return open(paths.get(host) ?? "");
  },
});

describe("createSqliteStoreHost", () => {
  it("locks the data file until it is closed", async () => {
    const path = freshPath();
    const host = await open(path);
    const second = open(path);
    await expect(second).rejects.toThrow(StoreLockedError);
    await expect(second).rejects.toMatchObject({ path, message: expect.stringContaining(path) });
    await host.close();
    await (await open(path)).close();
  });

  it("keeps the data file to its owner", async () => {
    const path = freshPath();
    const host = await open(path);
    await host.open("a");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(`${path}-wal`).mode & 0o777).toBe(0o600);
    await host.close();
  });

  it("says so when the path cannot be a file", async () => {
    const path = freshPath();
    mkdirSync(path, { recursive: true });
    await expect(open(path)).rejects.toThrow(StorePathError);
    writeFileSync(join(path, "file"), "");
    await expect(open(join(path, "file", "data.db"))).rejects.toThrow(StorePathError);
  });

  it.skipIf(process.getuid?.() === 0)("says so when the file is read-only (not as root)", async () => {
    const path = freshPath();
    await (await open(path)).close();
    chmodSync(path, 0o400);
    await expect(open(path)).rejects.toThrow(StorePathError);
  });

  it("says so when the file is no database, or another program's, or a later version's", async () => {
    const path = freshPath();
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, "this is no database, and long enough to be told apart from an empty file".repeat(20));
    await expect(open(path)).rejects.toThrow(StoreFormatError);

    const other = new Database(`${path}.other`);
    other.exec("CREATE TABLE theirs (x)");
    other.close();
    await expect(open(`${path}.other`)).rejects.toThrow("belongs to another program");

    await (await open(`${path}.later`)).close();
    const later = new Database(`${path}.later`);
    later.pragma("user_version = 99");
    later.close();
    await expect(open(`${path}.later`)).rejects.toThrow("later version");
  });

  it("opens a file of format 1, and goes on in the present one", async () => {
    const path = freshPath();
    const host = await open(path);
    await (await host.open("a")).write([{ kind: "put", key: "kept", value: { n: 1 } }]);
    await host.close();
    const old = new Database(path);
    old.exec(`
      ALTER TABLE entries RENAME TO new_entries;
      CREATE TABLE entries (
        space INTEGER NOT NULL, key TEXT NOT NULL, revision INTEGER NOT NULL, create_revision INTEGER NOT NULL,
        value TEXT NOT NULL, PRIMARY KEY (space, key)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO entries SELECT space, key, revision, create_revision, value FROM new_entries;
      DROP TABLE new_entries;
      PRAGMA user_version = 1;
    `);
    old.close();
    const again = await open(path);
    const store = await again.open("a");
    expect(await store.get("kept")).toMatchObject({ value: { n: 1 }, revision: 1 });
    await store.write([{ kind: "put", key: "kept", value: { n: 2 } }]);
    await again.close();
    const upgraded = new Database(path);
    expect(upgraded.pragma("user_version", { simple: true })).toBe(2);
    expect(upgraded.prepare("SELECT value FROM entries").pluck().all()).toEqual(['{"n":2}']);
    upgraded.close();
  });

  it("refuses writes that have no room, changes nothing by them, and keeps reading", async () => {
    const path = freshPath();
    const host = await open(path, { maxBytes: 64 * 1024 });
    const store = await host.open("a");
    await store.write([{ kind: "put", key: "small", value: { n: 0 } }]);
    const big = { text: "x".repeat(100_000) };
    await expect(store.write([{ kind: "put", key: "big", value: big }])).rejects.toThrow(StoreFullError);
    const revision = await store.revision();
    await expect(store.write([{ kind: "put", key: "refused", value: {} }])).rejects.toThrow(StoreFullError);
    expect(await store.revision()).toBe(revision);
    expect(await store.get("refused")).toBeUndefined();
    expect(await store.get("small")).toBeDefined();
    await expect(host.close()).rejects.toThrow(StoreFullError);
    const again = await open(path);
    expect((await (await again.open("a")).list("")).entries.map((entry) => entry.key)).toEqual(["small"]);
    await again.close();
  });

  it("loses no acknowledged write to kill -9", async () => {
    const path = freshPath();
    const script = fileURLToPath(new URL("../testing/acknowledged-writer.ts", import.meta.url));
    const child = spawn(process.execPath, ["--import", "tsx", script, path], { stdio: ["ignore", "pipe", "inherit"] });
    const exited = once(child, "exit");
    const acknowledged: { key: string; revision: number }[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      const [key = "", revision] = line.split(" ");
      acknowledged.push({ key, revision: Number(revision) });
      if (acknowledged.length === 2000) child.kill("SIGKILL");
    }
    await exited;
    expect(child.signalCode).toBe("SIGKILL");
    expect(acknowledged.length).toBeGreaterThanOrEqual(2000);
    const host = await open(path);
    const store = await host.open("acknowledged");
    for (const { key, revision } of acknowledged) expect(await store.get(key)).toMatchObject({ revision });
    expect(await store.revision()).toBeGreaterThanOrEqual(Math.max(...acknowledged.map((write) => write.revision)));
    await host.close();
  });
});
