import { existsSync, readFileSync } from "node:fs";
import { CommandError } from "../command.ts";

/** The exit code for input that is not there (EX_NOINPUT of sysexits). */
const exitNoInput = 66;

/** What stands for the standard input in place of a file. */
export const standardInput = "-";

/** Reads a file that the user named. @throws CommandError that says why it cannot be read */
export function readInput(path: string): string {
  try {
    return readFileSync(path === standardInput ? process.stdin.fd : path, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reasons: Readonly<Record<string, string>> = {
      ENOENT: "there is no such file",
      EISDIR: "it is a folder",
      EACCES: "it may not be read",
    };
    throw new CommandError(`${path}: ${reasons[code ?? ""] ?? message}`, { exitCode: exitNoInput, cause: error });
  }
}

export function inputExists(path: string): boolean {
  return existsSync(path);
}
