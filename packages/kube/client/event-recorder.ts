import { type Clock, type Closeable, type Logger, silentLogger } from "@byocni/base/core";
import type { KubeClient } from "./client.ts";
import { isNotFound } from "./errors.ts";
import { createEventCorrelator } from "./event-correlator.ts";
import type { Event, KubeObject, ObjectReference } from "./objects/index.ts";
import { resources } from "./resource.ts";
import { timestamp } from "./time.ts";

export interface EventRecorderOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  /** `kubelet`, `default-scheduler`, `daemonset-controller`: the From column of `kubectl describe`. */
  readonly component: string;
  /** The node, for components that run on one. */
  readonly host?: string;
  readonly logger?: Logger;
}

/** Writes Events beside the work: never throws, never waits; equal events are counted, floods are cut. */
export interface EventRecorder extends Closeable {
  /** @param about the object (with apiVersion and kind), or a reference to it or to a part of it. */
  event(about: KubeObject | ObjectReference, type: "Normal" | "Warning", reason: string, message: string): void;
  /** Settles when all events so far are written. */
  flush(): Promise<void>;
}

/** A reference to an object as events and owner look-ups use it. */
export function referenceTo(object: KubeObject): ObjectReference {
  const { apiVersion, kind, metadata } = object;
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
    name: metadata.name,
    ...(metadata.uid === undefined ? {} : { uid: metadata.uid }),
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(metadata.resourceVersion === undefined ? {} : { resourceVersion: metadata.resourceVersion }),
  };
}

/** Events waiting to be written beyond this are dropped: events are best effort. */
const maxWaiting = 10_000;

export function createEventRecorder(options: EventRecorderOptions): EventRecorder {
  const { client, clock, component, host = "" } = options;
  const logger = options.logger ?? silentLogger;
  const correlator = createEventCorrelator(clock);
  const waiting: Event[] = [];
  let sequence = 0;
  let writing: Promise<void> | undefined;
  let closed = false;

  async function write(event: Event): Promise<void> {
    const decision = correlator.decide(event);
    if (decision.kind === "drop") return;
    const namespace = event.metadata.namespace ?? "default";
    if (decision.kind === "repeat") {
      try {
        const ref = { ...resources.events, namespace, name: decision.name };
        const patch = { count: decision.count, lastTimestamp: event.lastTimestamp, message: decision.message };
        await client.patch(ref, patch, "merge");
        return;
      } catch (error) {
        if (!isNotFound(error)) throw error;
        correlator.forget(decision.key);
      }
    }
    await client.create({ ...resources.events, namespace }, { ...event, message: decision.message });
    correlator.stored(decision.key, event.metadata.name);
  }
  async function writeAll(): Promise<void> {
    for (let index = 0; index < waiting.length && !closed; index++) {
      // One turn each, so that the work that causes the events goes first.
      await new Promise<void>((resolve) => void setImmediate(resolve));
      try {
        await write(waiting[index] as Event);
      } catch (error) {
        logger.debug("event not written", { error });
      }
    }
    waiting.length = 0;
    writing = undefined;
  }

  return {
    event(about, type, reason, message) {
      if (closed || waiting.length >= maxWaiting) return;
      const involvedObject = "metadata" in about ? referenceTo(about) : about;
      const namespace = involvedObject.namespace ?? "default";
      const now = clock.now();
      // Upstream's suffix is the time in nanoseconds; the sequence stands for what a millisecond clock lacks.
      const suffix = (BigInt(now) * 1_000_000n + BigInt(sequence++ % 1_000_000)).toString(16);
      waiting.push({
        apiVersion: "v1",
        kind: "Event",
        metadata: { name: `${involvedObject.name ?? ""}.${suffix}`, namespace },
        involvedObject,
        reason,
        message,
        source: { component, ...(host === "" ? {} : { host }) },
        firstTimestamp: timestamp(now),
        lastTimestamp: timestamp(now),
        count: 1,
        type,
        eventTime: null,
        reportingComponent: component,
        reportingInstance: host,
      });
      writing ??= writeAll();
    },
    async flush() {
      while (writing) await writing;
    },
    async close() {
      closed = true;
      await writing;
    },
    async [Symbol.asyncDispose]() {
      await this.close();
    },
  };
}
