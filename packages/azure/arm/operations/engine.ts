import { setMaxListeners } from "node:events";
import type { Clock, Json, JsonObject, Logger, Random } from "@byocni/base/core";
import { assert } from "@byocni/base/core";
import type { Store, WriteOperation } from "@byocni/base/store";
import { ArmError } from "@byocni/azure/types";
import { armFaults } from "../errors.ts";
import {
  operationKey,
  operationPrefix,
  operationRecord,
  type OperationCaller,
  type OperationRecord,
} from "./record.ts";

/** What an operation is made from. */
export interface OperationPlan {
  readonly runner: string;
  readonly kind: string;
  readonly target: string;
  readonly state: string;
  readonly input?: JsonObject | undefined;
  readonly caller: OperationCaller;
  /** Given only when the caller needs the id beforehand. */
  readonly id?: string;
}

/** An operation that was planned: `write` goes into the transaction that makes it real, then `begin` starts it. */
export interface PlannedOperation {
  readonly record: OperationRecord;
  readonly write: WriteOperation;
}

/** What a runner can do while it works. */
export interface OperationControl {
  /** Aborted by cancel and by close. */
  readonly signal: AbortSignal;
  readonly progress: JsonObject;
  save(progress: JsonObject): Promise<void>;
}

/** The work of one kind of operation. */
export interface OperationWork {
  /** Must bear repetition: after a restart it runs again. The returned value becomes the result. */
  run(record: OperationRecord, control: OperationControl): Promise<Json | void>;
  /** Writes the end. Default: only the operation's own record. */
  finish?(record: OperationRecord, write: WriteOperation): Promise<void>;
}

/** Runs operations and keeps them, so that a restart goes on where the last process was. */
export interface OperationEngine {
  plan(plan: OperationPlan): PlannedOperation;
  begin(record: OperationRecord): void;
  get(id: string): Promise<OperationRecord | undefined>;
  /** Resolves when the operation is done or `holdMs` have passed. */
  wait(id: string, holdMs: number): Promise<void>;
  /** Resolves when the operation is done. */
  done(id: string): Promise<void>;
  isRunning(id: string): boolean;
  /** Asks a running operation to stop. @returns false when it does not run. */
  cancel(id: string): boolean;
  /** Starts again what the last process left unfinished, and forgets what ended long ago. */
  resume(): Promise<void>;
  /** Resolves when nothing runs any more. */
  idle(): Promise<void>;
  /** Stops everything that runs; it goes on at the next `resume`. */
  close(): Promise<void>;
}

export interface OperationEngineDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly works: Readonly<Record<string, OperationWork>>;
  /** Told of every end, after it was written. */
  readonly ended?: (record: OperationRecord) => void;
}

/** How long the end of an operation can be asked for. */
const keptForMs = 24 * 3600 * 1000;
/** Old operations are looked for after this many new ones. */
const pruneEvery = 1000;

class Closing extends Error {}

export function createOperationEngine(deps: OperationEngineDeps): OperationEngine {
  const { store, clock, random, logger, works } = deps;
  const running = new Map<string, { readonly abort: AbortController; readonly done: Promise<void> }>();
  let closed = false;
  let begun = 0;
  const now = (): string => new Date(clock.now()).toISOString();

  function put(record: OperationRecord): WriteOperation {
    return { kind: "put", key: operationKey(record.id), value: record as unknown as JsonObject };
  }

  async function run(started: OperationRecord, signal: AbortSignal): Promise<void> {
    const work = works[started.runner];
    let record = started;
    const control: OperationControl = {
      signal,
      get progress() {
        return record.progress;
      },
      async save(progress) {
        record = { ...record, progress };
        await store.write([put(record)]);
      },
    };
    const ended = await outcome(async () => {
      assert(work, `an operation's runner exists: ${started.runner}`);
      return work.run(started, control);
    }, signal);
    if (ended === undefined) return;
    record = { ...record, ...ended, endTime: now() };
    const write = put(record);
    try {
      await (work?.finish ? work.finish(record, write) : store.write([write]));
      deps.ended?.(record);
    } catch (error) {
      logger.error("an operation could not write its end", { operation: record.id, kind: record.kind, error });
    }
  }

  /** How the work ended; undefined when it was only interrupted by closing. */
  async function outcome(
    work: () => Promise<Json | void>,
    signal: AbortSignal,
  ): Promise<Pick<OperationRecord, "status" | "error" | "result"> | undefined> {
    try {
      const result = await work();
      if (signal.aborted && signal.reason instanceof Closing) return undefined;
      return { status: "Succeeded", ...(result === undefined ? {} : { result }) };
    } catch (error) {
      if (signal.aborted && signal.reason instanceof Closing) return undefined;
      if (signal.aborted) {
        const canceled = armFaults.OperationCanceled();
        return { status: "Canceled", error: { status: canceled.status, body: canceled.body() } };
      }
      if (error instanceof ArmError) return { status: "Failed", error: { status: error.status, body: error.body() } };
      logger.error("an operation failed on a bug", { error });
      const fault = armFaults.InternalServerError({ correlationId: random.uuid() });
      return { status: "Failed", error: { status: fault.status, body: fault.body() } };
    }
  }

  /** Removes what ended long ago. @returns what has not ended */
  async function forget(): Promise<readonly OperationRecord[]> {
    const { entries } = await store.list(operationPrefix);
    const records = entries.map(({ value }) => operationRecord(value));
    const old = records.filter(
      ({ status, endTime, startTime }) =>
        status !== "Running" && clock.now() - Date.parse(endTime ?? startTime) > keptForMs,
    );
    await store.write(old.map(({ id }) => ({ kind: "delete", key: operationKey(id) })));
    return records.filter(({ status }) => status === "Running");
  }

  const engine: OperationEngine = {
    plan(plan) {
      const record: OperationRecord = {
        id: plan.id ?? random.uuid(),
        runner: plan.runner,
        kind: plan.kind,
        target: plan.target,
        state: plan.state,
        status: "Running",
        startTime: now(),
        input: plan.input ?? {},
        progress: {},
        caller: plan.caller,
      };
      return { record, write: { ...put(record), expect: { kind: "absent" } } };
    },
    begin(record) {
      if (closed || running.has(record.id)) return;
      if (++begun % pruneEvery === 0)
        void forget().catch((error: unknown) => logger.warn("old operations stay", { error }));
      const abort = new AbortController();
      // A deployment waits for hundreds of resources at once: that many listeners are no leak.
      setMaxListeners(0, abort.signal);
      const done = run(record, abort.signal)
        .catch((error: unknown) => logger.error("an operation broke", { operation: record.id, error }))
        .finally(() => running.delete(record.id));
      running.set(record.id, { abort, done });
    },
    async get(id) {
      const entry = await store.get(operationKey(id));
      return entry && operationRecord(entry.value);
    },
    async wait(id, holdMs) {
      const one = running.get(id);
      if (!one || holdMs <= 0) return;
      await new Promise<void>((resolve) => {
        const timer = clock.setTimer(holdMs, resolve);
        void one.done.then(() => {
          timer.cancel();
          resolve();
        });
      });
    },
    async done(id) {
      await running.get(id)?.done;
    },
    isRunning: (id) => running.has(id),
    cancel(id) {
      const one = running.get(id);
      one?.abort.abort(new Error("canceled"));
      return one !== undefined;
    },
    async resume() {
      for (const record of await forget()) engine.begin(record);
    },
    async idle() {
      while (running.size > 0) await Promise.all([...running.values()].map(({ done }) => done));
    },
    async close() {
      closed = true;
      const rest = [...running.values()];
      for (const { abort } of rest) abort.abort(new Closing("the engine closes"));
      await Promise.all(rest.map(({ done }) => done));
    },
  };
  return engine;
}
