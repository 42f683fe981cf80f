const magic = "\u007fELF";
const marker = /^\u007fELF byocni-simulated (\S+)\n/;

/** The content of a program file: copies of it stay the same program, under whatever name. */
export function binaryContent(program: string): string {
  return `${magic} byocni-simulated ${program}\n`;
}

/** Which program a file's content is; undefined: no (simulated) binary. */
export function programOfContent(content: string): string | undefined {
  return marker.exec(content)?.[1];
}
