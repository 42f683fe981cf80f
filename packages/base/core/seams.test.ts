import { describe, expect, it } from "vitest";
import { createBackoff } from "./backoff.ts";
import { sleep } from "./clock.ts";
import { createCloser } from "./closer.ts";
import { createFakeClock } from "./testing/fake-clock.ts";
import { createSeededRandom } from "./testing/seeded-random.ts";

describe("createBackoff", () => {
  it("doubles up to the limit and starts over", () => {
    const backoff = createBackoff({ initialMs: 100, maxMs: 500, jitter: 0, random: createSeededRandom(1) });
    expect([backoff.next(), backoff.next(), backoff.next(), backoff.next(), backoff.next()]).toEqual([
      100, 200, 400, 500, 500,
    ]);
    backoff.reset();
    expect(backoff.next()).toBe(100);
  });

  it("adds at most the jitter, and not always the same", () => {
    const backoff = createBackoff({ initialMs: 1000, maxMs: 1000, jitter: 0.5, random: createSeededRandom(1) });
    const delays = Array.from({ length: 100 }, () => backoff.next());
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(1000);
    expect(Math.max(...delays)).toBeLessThanOrEqual(1500);
    expect(new Set(delays).size).toBeGreaterThan(50);
  });
});

describe("sleep", () => {
  it("fails with the reason of an abort, before and while it waits, and leaves no timer", async () => {
    const clock = createFakeClock();
    await expect(sleep(clock, 10, AbortSignal.abort(new Error("early")))).rejects.toThrow("early");
    const controller = new AbortController();
    const sleeping = sleep(clock, 10, controller.signal);
    controller.abort(new Error("late"));
    await expect(sleeping).rejects.toThrow("late");
    expect(clock.pending).toBe(0);
  });
});

describe("createCloser", () => {
  it("closes in reverse order, once, and tries every one before it throws the first error", async () => {
    const closer = createCloser();
    const closed: string[] = [];
    closer.add({ close: () => void closed.push("a") });
    closer.add({
      close() {
        closed.push("b");
        throw new Error("b failed");
      },
    });
    closer.add({ close: async () => void closed.push("c") });
    await expect(closer.close()).rejects.toThrow("b failed");
    await expect(closer.close()).rejects.toThrow("b failed");
    expect(closed).toEqual(["c", "b", "a"]);
    expect(closer.signal.aborted).toBe(true);
    closer.add({ close: () => void closed.push("late") });
    expect(closed.at(-1)).toBe("late");
  });
});
