import { describe, expect, it } from "vitest";
import { createFakeClock, createRecordingLogger, createSeededRandom } from "@byocni/base/core/testing";
import { createMemoryStoreHost } from "@byocni/base/store";
import { armErrors } from "@byocni/azure/types";
import { createOperationEngine, type OperationWork } from "./engine.ts";

const faults = armErrors({ Broken: { status: 409, message: "It is broken.", source: "test" } });

const caller = {
  principal: { kind: "servicePrincipal", objectId: "o", tenantId: "t", displayName: "d" },
  correlationId: "c",
  origin: "https://localhost",
  strictness: "article",
  userAgent: "",
} as const;

async function setUp(works: Readonly<Record<string, OperationWork>>) {
  const store = await createMemoryStoreHost().open("operations");
  const clock = createFakeClock();
  const logger = createRecordingLogger();
  const deps = { store, clock, logger, random: createSeededRandom(1), works };
  const engine = createOperationEngine(deps);
  async function start(runner: string) {
    const planned = engine.plan({ runner, kind: "test", target: "/x", state: "Running", caller });
    await store.write([planned.write]);
    engine.begin(planned.record);
    return planned.record.id;
  }
  return { engine, store, clock, logger, start, another: () => createOperationEngine(deps) };
}

describe("the operation engine", () => {
  it.each([
    ["a result", () => Promise.resolve({ answer: 1 }), { status: "Succeeded", result: { answer: 1 } }],
    [
      "a refusal",
      () => Promise.reject(faults.Broken()),
      { status: "Failed", error: { status: 409, body: { code: "Broken" } } },
    ],
    [
      "a bug",
      () => Promise.reject(new TypeError("x")),
      { status: "Failed", error: { body: { code: "InternalServerError" } } },
    ],
  ])("keeps %s", async (_, run, expected) => {
    const { engine, start } = await setUp({ work: { run } });
    const id = await start("work");
    await engine.idle();
    expect(await engine.get(id.toUpperCase())).toMatchObject({ ...expected, endTime: "2026-01-01T00:00:00.000Z" });
  });

  it("goes on where the last process was, with what that saved", async () => {
    let attempts = 0;
    const work: OperationWork = {
      async run(_, control) {
        attempts++;
        if (control.progress["half"] === true) return "whole";
        await control.save({ half: true });
        await new Promise((_resolve, reject) =>
          control.signal.addEventListener("abort", () => reject(control.signal.reason as Error)),
        );
        return undefined;
      },
    };
    const { engine, start, another } = await setUp({ work });
    const id = await start("work");
    await new Promise((resolve) => setImmediate(resolve));
    await engine.close();
    expect(await engine.get(id)).toMatchObject({ status: "Running", progress: { half: true } });
    const next = another();
    await next.resume();
    await next.idle();
    expect(await next.get(id)).toMatchObject({ status: "Succeeded", result: "whole" });
    expect(attempts).toBe(2);
  });

  it("cancels what runs, and only that", async () => {
    const work: OperationWork = {
      run: (_, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error))),
    };
    const { engine, start } = await setUp({ work });
    const id = await start("work");
    expect(engine.cancel(id)).toBe(true);
    await engine.idle();
    expect(await engine.get(id)).toMatchObject({ status: "Canceled", error: { body: { code: "OperationCanceled" } } });
    expect(engine.cancel(id)).toBe(false);
  });

  it("survives work that it does not know and ends that cannot be written", async () => {
    const { engine, start, logger } = await setUp({
      stuck: { run: () => Promise.resolve(), finish: () => Promise.reject(new Error("no room")) },
    });
    const unknown = await start("unknown");
    await start("stuck");
    await engine.idle();
    expect(await engine.get(unknown)).toMatchObject({ status: "Failed" });
    expect(logger.records.map(({ text }) => text).toSorted()).toEqual([
      "an operation could not write its end",
      "an operation failed on a bug",
    ]);
  });

  it("holds a poll until the end or for the time given", async () => {
    let end: () => void = () => {};
    const work: OperationWork = { run: () => new Promise<void>((resolve) => (end = resolve)) };
    const { engine, start, clock } = await setUp({ work });
    const id = await start("work");
    let waited = false;
    const first = engine.wait(id, 100).then(() => (waited = true));
    await clock.advance(99);
    expect(waited).toBe(false);
    await clock.advance(1);
    await first;
    const second = engine.wait(id, 60_000);
    end();
    await second;
    expect(await engine.get(id)).toMatchObject({ status: "Succeeded" });
  });

  it("forgets what ended a day ago", async () => {
    const { engine, start, clock, another } = await setUp({ work: { run: () => Promise.resolve() } });
    const id = await start("work");
    await engine.idle();
    await clock.advance(25 * 3600 * 1000);
    await another().resume();
    expect(await engine.get(id)).toBeUndefined();
  });
});
