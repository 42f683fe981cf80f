import { describe, expect, it } from "vitest";
import { createLiveLines } from "./live-lines.ts";

function terminal(size: { readonly columns?: number; readonly rows?: number } = {}) {
  const written: string[] = [];
  return { written, ...size, write: (text: string) => written.push(text) };
}

describe("createLiveLines", () => {
  it("writes over what it showed, and leaves the last lines", () => {
    const screen = terminal();
    const live = createLiveLines(screen);
    live.show(["one"]);
    live.show(["one", "two"]);
    live.finish(["done"]);
    expect(screen.written).toEqual(["one\n", "\u001b[1A\u001b[0Jone\ntwo\n", "\u001b[2A\u001b[0Jdone\n"]);
  });

  it("cuts lines that would wrap, colours not counted", () => {
    const screen = terminal({ columns: 8 });
    createLiveLines(screen).show(["\u001b[32m1234567\u001b[39m", "123456789"]);
    expect(screen.written).toEqual(["\u001b[32m1234567\u001b[39m\n123456…\n"]);
  });

  it("hides the first of more lines than the screen has", () => {
    const screen = terminal({ rows: 3 });
    createLiveLines(screen).show(["a", "b", "c"]);
    expect(screen.written).toEqual(["… 2 lines more\nc\n"]);
  });
});
