/** A script that the shell cannot read. */
export class ShellSyntaxError extends Error {
  override readonly name = "ShellSyntaxError";
  readonly line: number;
  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}
