import type { Clock } from "@byocni/base/core";
import type { Event } from "./objects/index.ts";

/** What becomes of an event that is to be recorded. */
export type Correlation =
  | { readonly kind: "drop" }
  | { readonly kind: "create"; readonly key: string; readonly message: string }
  /** The event `name` was written before: only its count and time move on. */
  | {
      readonly kind: "repeat";
      readonly key: string;
      readonly name: string;
      readonly count: number;
      readonly message: string;
    };

/** Decides like client-go's correlator: a token bucket an object, similar events combined, equal ones counted. */
export interface EventCorrelator {
  decide(event: Event): Correlation;
  /** Tells under which name the event of this key is now stored. */
  stored(key: string, name: string): void;
  /** The stored event is gone: the next one of this key is created anew. */
  forget(key: string): void;
}

const burst = 25;
const refillMs = 300_000;
const similarLimit = 10;
const similarWindowMs = 600_000;
/** Entries that each table keeps; the oldest go first. */
const capacity = 4096;

function remember<V>(map: Map<string, V>, key: string, value: V): V {
  map.delete(key);
  map.set(key, value);
  if (map.size > capacity) for (const oldest of map.keys()) if (map.delete(oldest)) break;
  return value;
}

export function createEventCorrelator(clock: Clock): EventCorrelator {
  const buckets = new Map<string, { readonly tokens: number; readonly at: number }>();
  const similar = new Map<string, { readonly messages: ReadonlySet<string>; readonly at: number }>();
  const written = new Map<string, { readonly name: string; readonly count: number }>();

  function allow(source: string, now: number): boolean {
    const before = buckets.get(source) ?? { tokens: burst, at: now };
    const tokens = Math.min(burst, before.tokens + (now - before.at) / refillMs);
    remember(buckets, source, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now });
    return tokens >= 1;
  }

  return {
    decide(event) {
      const now = clock.now();
      const about = event.involvedObject;
      const source = [
        event.source?.component,
        event.source?.host,
        about.kind,
        about.namespace,
        about.name,
        about.uid,
        about.apiVersion,
      ].join("\0");
      const family = [source, event.type, event.reason].join("\0");
      const text = event.message ?? "";
      const last = similar.get(family);
      const messages = new Set(last && now - last.at <= similarWindowMs ? last.messages : []);
      messages.add(text);
      const combined = messages.size >= similarLimit;
      // The set need not grow past the limit.
      if (messages.size > similarLimit) messages.delete(text);
      remember(similar, family, { messages, at: now });
      const key = combined ? family : [family, about.fieldPath, text].join("\0");
      const message = combined ? `(combined from similar events): ${text}` : text;
      if (!allow(source, now)) return { kind: "drop" };
      const known = written.get(key);
      if (!known) return { kind: "create", key, message };
      const count = known.count + 1;
      remember(written, key, { name: known.name, count });
      return { kind: "repeat", key, name: known.name, count, message };
    },
    stored(key, name) {
      remember(written, key, { name, count: written.get(key)?.count ?? 1 });
    },
    forget(key) {
      written.delete(key);
    },
  };
}
