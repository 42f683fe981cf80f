import { describe, expect, it } from "vitest";
import { sleep } from "../clock.ts";
import { createFakeClock } from "./fake-clock.ts";
import { createRecordingLogger } from "./recording-logger.ts";
import { createSeededRandom } from "./seeded-random.ts";

describe("createFakeClock", () => {
  it("fires due timers in the order of their times and leaves the others", async () => {
    const clock = createFakeClock(0);
    const seen: string[] = [];
    clock.setTimer(20, () => seen.push(`b${clock.now()}`));
    clock.setTimer(10, () => seen.push(`a${clock.now()}`));
    clock.setTimer(31, () => seen.push("never"));
    await clock.advance(30);
    expect(seen).toEqual(["a10", "b20"]);
    expect(clock.now()).toBe(30);
    expect(clock.pending).toBe(1);
  });

  it("lets promises settle between timers, so that a loop of sleeps runs as on a real clock", async () => {
    const clock = createFakeClock(0);
    const seen: number[] = [];
    const loop = (async () => {
      for (let round = 0; round < 3; round++) {
        await sleep(clock, 10);
        seen.push(clock.now());
      }
    })();
    await clock.advance(100);
    await loop;
    expect(seen).toEqual([10, 20, 30]);
  });

  it("does not fire a cancelled timer", async () => {
    const clock = createFakeClock();
    let fired = false;
    clock.setTimer(1, () => (fired = true)).cancel();
    await clock.advance(10);
    expect(fired).toBe(false);
    expect(clock.pending).toBe(0);
  });
});

describe("createSeededRandom", () => {
  it("repeats for the same seed and differs for another", () => {
    const draw = (seed: number) => {
      const random = createSeededRandom(seed);
      return [random.uuid(), random.int(1_000_000), Buffer.from(random.bytes(4)).toString("hex")];
    };
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });

  it("makes version 4 UUIDs and integers in range", () => {
    const random = createSeededRandom(7);
    expect(random.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const drawn = new Set(Array.from({ length: 500 }, () => random.int(5)));
    expect([...drawn].sort()).toEqual([0, 1, 2, 3, 4]);
  });
});

describe("createRecordingLogger", () => {
  it("records level, text and the fields of every link", () => {
    const logger = createRecordingLogger();
    logger.with({ a: 1 }).with({ b: 2 }).warn("text", { c: 3 });
    logger.info("bare");
    expect(logger.records).toEqual([
      { level: "warn", text: "text", fields: { a: 1, b: 2, c: 3 } },
      { level: "info", text: "bare", fields: {} },
    ]);
  });
});
