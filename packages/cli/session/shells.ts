import { assert } from "@byocni/base/core";

/** How each shell sets a variable for the programs that it starts. */
const shells: Readonly<Record<string, (name: string, value: string) => string>> = {
  posix: (name, value) => `export ${name}='${value.replaceAll("'", `'\\''`)}'`,
  fish: (name, value) => `set -gx ${name} '${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`,
  powershell: (name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
};

export const shellNames: readonly string[] = Object.keys(shells);

/** The line that sets a variable in a shell's own syntax. */
export function assignment(shell: string, name: string, value: string): string {
  const write = shells[shell];
  assert(write !== undefined, "the shell is one of those that can be chosen");
  return write(name, value);
}
