import { execFile, spawn } from "node:child_process";
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

/** Runs a program and gives what it printed. @throws when it fails */
export function outputOf(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [...args], { env, maxBuffer: 16 << 20 }, (error, out, err) => {
      if (error) reject(new Error(`${args.join(" ")}: ${err}`));
      else resolve(out);
    });
  });
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
