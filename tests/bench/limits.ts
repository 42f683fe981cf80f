import { join } from "node:path";
import Database from "better-sqlite3";

/** Milliseconds of processor time that some work takes in this process. */
function processorTimeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** What nobody who keeps these objects as JSON can do without: to serialise each once, and to store each text once. */
export function physicalLimits(
  objects: readonly unknown[],
  folder: string,
): { readonly serialise: number; readonly store: number } {
  const texts: string[] = [];
  const serialise = processorTimeOf(() => {
    for (const object of objects) texts.push(JSON.stringify(object));
  });
  const file = new Database(join(folder, "limit.db"));
  file.pragma("journal_mode = WAL");
  file.pragma("synchronous = NORMAL");
  file.exec("CREATE TABLE entries (key INTEGER PRIMARY KEY, value TEXT NOT NULL)");
  const put = file.prepare("INSERT INTO entries (key, value) VALUES (?, ?)");
  const store = processorTimeOf(() => {
    file.transaction(() => {
      for (const [key, text] of texts.entries()) put.run(key, text);
    })();
  });
  file.close();
  return { serialise, store };
}
