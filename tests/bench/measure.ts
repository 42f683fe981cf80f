import { execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";

/** Milliseconds that a program takes from spawn to its end. @throws when it fails */
export function timeOf(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [...args], { env, maxBuffer: 16 << 20 }, (error, _out, err) => {
      if (error) reject(new Error(`${args.join(" ")}: ${err}`));
      else resolve(performance.now() - start);
    });
  });
}

/** Resident memory of a process; undefined where the system does not tell. */
export function residentMiB(pid: number): number | undefined {
  const line = /VmRSS:\s+(\d+) kB/.exec(procFile(pid, "status") ?? "");
  return line ? Number(line[1]) / 1024 : undefined;
}

/** Milliseconds of processor time that a process has used; undefined where the system does not tell. */
export function processorTime(pid: number): number | undefined {
  const text = procFile(pid, "stat");
  if (text === undefined) return undefined;
  // The name in parentheses may hold anything; user and system time are the 14th and 15th fields, in hundredths.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function procFile(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return undefined;
  }
}

/** A long-running program and how long it took from spawn to its first line on stdout that holds `mark`. */
export function startUntil(
  args: readonly string[],
  mark: string,
): Promise<{ readonly ms: number; readonly pid: number; stop(): Promise<void> }> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...args], { stdio: ["ignore", "pipe", "pipe"] });
    const ended = new Promise<void>((done) => child.once("exit", () => done()));
    let err = "";
    let out = "";
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
    child.once("exit", (code) => reject(new Error(`${args.join(" ")}: exit code ${code}: ${err}`)));
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString();
      if (!out.includes(mark)) return;
      resolve({
        ms: performance.now() - start,
        pid: child.pid ?? 0,
        stop: () => {
          child.kill("SIGTERM");
          return ended;
        },
      });
    });
  });
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
