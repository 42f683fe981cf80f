import { createFakeClock } from "@byocni/base/core/testing";
import { describe, expect, it } from "vitest";
import { settle } from "./testing/index.ts";
import { createWorkQueue } from "./work-queue.ts";

describe("createWorkQueue", () => {
  it("works once on a key that is added many times in one turn", async () => {
    const done: string[] = [];
    const queue = createWorkQueue({ clock: createFakeClock(), process: (key) => void done.push(key) });
    for (const key of ["a", "b", "a", "a", "b"]) queue.add(key);
    expect(queue.length).toBe(2);
    await settle();
    expect(done).toEqual(["a", "b"]);
    expect(queue.idle).toBe(true);
  });

  it("works once more on a key that is added while it is worked on, and never twice at a time", async () => {
    let active = 0;
    let most = 0;
    const done: string[] = [];
    const queue = createWorkQueue({
      clock: createFakeClock(),
      workers: 4,
      async process(key) {
        most = Math.max(most, ++active);
        if (done.length === 0) {
          queue.add(key);
          queue.add(key);
        }
        await settle(3);
        active--;
        done.push(key);
      },
    });
    queue.add("a");
    await settle();
    expect(done).toEqual(["a", "a"]);
    expect(most).toBe(1);
  });

  it("works on as many keys at a time as it has workers", async () => {
    let active = 0;
    let most = 0;
    const queue = createWorkQueue({
      clock: createFakeClock(),
      workers: 3,
      async process() {
        most = Math.max(most, ++active);
        await settle(1);
        active--;
      },
    });
    for (let number = 0; number < 10; number++) queue.add(String(number));
    await settle(60);
    expect(most).toBe(3);
    expect(queue.idle).toBe(true);
  });

  it("puts a key back after 5 ms, doubling, and forgets the failures after a success", async () => {
    const clock = createFakeClock();
    const start = clock.now();
    const attempts: number[] = [];
    const queue = createWorkQueue({
      clock,
      process() {
        attempts.push(clock.now() - start);
        if (attempts.length <= 3) throw new Error("not yet");
      },
    });
    queue.add("a");
    await clock.advance(1000);
    expect(attempts).toEqual([0, 5, 15, 35]);
    queue.addRateLimited("a");
    await clock.advance(5);
    await settle();
    expect(attempts).toEqual([0, 5, 15, 35, 1005]);
  });

  it("keeps the earliest of several delays, and an add at once takes its place", async () => {
    const clock = createFakeClock();
    const done: number[] = [];
    const start = clock.now();
    const queue = createWorkQueue({ clock, process: () => void done.push(clock.now() - start) });
    queue.addAfter("a", 100);
    queue.addAfter("a", 50);
    queue.addAfter("a", 200);
    await clock.advance(60);
    expect(done).toEqual([50]);
    queue.addAfter("a", 100);
    queue.add("a");
    await clock.advance(500);
    expect(done).toEqual([50, 60]);
  });

  it("close waits for the work in hand and lets nothing else begin", async () => {
    const clock = createFakeClock();
    const begun: string[] = [];
    const done: string[] = [];
    const queue = createWorkQueue({
      clock,
      async process(key) {
        begun.push(key);
        await settle(2);
        done.push(key);
      },
    });
    queue.add("a");
    queue.add("b");
    queue.addAfter("c", 10);
    await settle(1);
    await queue.close();
    queue.add("d");
    await clock.advance(100);
    expect(begun).toEqual(["a"]);
    expect(done).toEqual(["a"]);
    expect(clock.pending).toBe(0);
  });
});
