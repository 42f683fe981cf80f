import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { StoreFullError } from "../errors.ts";
import type { StoreEvent } from "../store.ts";
import { openDataFile } from "./data-file.ts";
import { createSqliteJournal } from "./sqlite-journal.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const put = (key: string, revision: number, text: string): StoreEvent => ({
  kind: "put",
  revision,
  entry: { key, value: { text }, revision, createRevision: revision },
});

describe("createSqliteJournal", () => {
  it("keeps what had no room and stores it as soon as there is some", async () => {
    const directory = mkdtempSync(join(tmpdir(), "byocni-journal-"));
    try {
      const path = join(directory, "data.db");
      const file = openDataFile(Database, path, 64 * 1024);
      const journal = createSqliteJournal(file, path);
      journal.load("a");
      await expect(journal.append("a", [put("big", 1, "x".repeat(100_000))])).rejects.toThrow(StoreFullError);
      expect(() => journal.assertWritable()).toThrow(StoreFullError);
      file.pragma("max_page_count = 1000000");
      journal.assertWritable();
      await journal.append("a", [put("small", 2, "")]);
      const { revision, entries } = journal.load("a");
      expect(revision).toBe(2);
      expect([...entries].map((entry) => entry.key)).toEqual(["big", "small"]);
      journal.close();
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it("shares one transaction among the writes of one turn, the last state of a key counting", async () => {
    const directory = mkdtempSync(join(tmpdir(), "byocni-journal-"));
    try {
      const path = join(directory, "data.db");
      const file = openDataFile(Database, path, undefined);
      const journal = createSqliteJournal(file, path);
      journal.load("a");
      const before = Number(file.prepare("SELECT total_changes()").pluck().get());
      await Promise.all([1, 2, 3].map((revision) => journal.append("a", [put("k", revision, String(revision))])));
      expect(Number(file.prepare("SELECT total_changes()").pluck().get()) - before).toBe(2);
      expect([...journal.load("a").entries]).toMatchObject([{ revision: 3, value: { text: "3" } }]);
      journal.close();
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
