/** Where lines are shown that change. */
export interface Terminal {
  write(text: string): unknown;
  readonly columns?: number;
  readonly rows?: number;
}

/** Lines at the bottom of a terminal that are written over until they are final. */
export interface LiveLines {
  /** Replaces what was shown. */
  show(lines: readonly string[]): void;
  /** Replaces what was shown for the last time: what follows is written beneath. */
  finish(lines: readonly string[]): void;
}

/** The escape sequences that colours are made of; they take no room. */
// oxlint-disable-next-line no-control-regex
const styles = /\u001b\[[0-9;]*m/g;

export function createLiveLines(terminal: Terminal): LiveLines {
  let shown = 0;
  const clear = (): string => (shown === 0 ? "" : `\u001b[${shown}A\u001b[0J`);
  return {
    show(lines) {
      // More lines than the screen has could not be written over.
      const room = Math.max(1, (terminal.rows || 24) - 1);
      const hidden = lines.length - room;
      const visible = hidden > 0 ? [`… ${hidden + 1} lines more`, ...lines.slice(hidden + 1)] : lines;
      terminal.write(`${clear()}${visible.map((line) => `${cut(line, terminal.columns || 80)}\n`).join("")}`);
      shown = visible.length;
    },
    finish(lines) {
      terminal.write(`${clear()}${lines.map((line) => `${line}\n`).join("")}`);
      shown = 0;
    },
  };
}

/** Cuts a line so that it does not wrap; a cut line loses its colours. */
function cut(line: string, columns: number): string {
  const plain = line.replaceAll(styles, "");
  return plain.length < columns ? line : `${plain.slice(0, Math.max(0, columns - 2))}…`;
}
