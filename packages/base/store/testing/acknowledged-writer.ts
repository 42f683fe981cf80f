/**
 * A process to be killed: writes to the data file named by its argument as fast as it can, several writers at once,
 * and prints the key of every write that was acknowledged.
 */
import { writeSync } from "node:fs";
import { createSqliteStoreHost } from "../sqlite/sqlite-store-host.ts";

const path = process.argv[2] ?? "";
const host = await createSqliteStoreHost({ path });
const store = await host.open("acknowledged");

async function writer(name: string): Promise<void> {
  for (let count = 0; ; count++) {
    const key = `/${name}/${count}`;
    const result = await store.write([
      { kind: "put", key, value: { count, padding: "x".repeat(200) }, expect: { kind: "absent" } },
    ]);
    if (result.ok) writeSync(1, `${key} ${result.revision}\n`);
  }
}

await Promise.all(["a", "b", "c", "d"].map(writer));
