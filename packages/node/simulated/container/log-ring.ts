import type { LogLine } from "@byocni/node/agent";

/** The kept tail of a container's output. */
export interface LogRing {
  /** Adds text as it is written; lines are kept when they are whole. */
  write(stream: LogLine["stream"], text: string): void;
  /** Keeps what is left of a last line without its newline. */
  end(): void;
  lines(): readonly LogLine[];
  follow(listener: (line: LogLine) => void): () => void;
}

const maxLines = 2000;

export function createLogRing(now: () => number): LogRing {
  let lines: LogLine[] = [];
  const partial: Record<LogLine["stream"], string> = { stdout: "", stderr: "" };
  const listeners = new Set<(line: LogLine) => void>();
  function add(stream: LogLine["stream"], text: string): void {
    const line = { at: now(), stream, text };
    lines.push(line);
    // Cutting a part at a time keeps the cost of a line constant.
    if (lines.length > maxLines * 1.25) lines = lines.slice(-maxLines);
    for (const listener of listeners) listener(line);
  }
  return {
    write(stream, text) {
      const parts = (partial[stream] + text).split("\n");
      partial[stream] = parts.pop() ?? "";
      for (const part of parts) add(stream, part);
    },
    end() {
      for (const stream of ["stdout", "stderr"] as const) {
        if (partial[stream] !== "") add(stream, partial[stream]);
        partial[stream] = "";
      }
    },
    lines: () => lines.slice(-maxLines),
    follow(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
