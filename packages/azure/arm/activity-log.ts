import type { Clock, JsonObject, Logger } from "@byocni/base/core";
import type { Store } from "@byocni/base/store";
import { isWithin, normalizeIdKey, parseScope, type CloudErrorBody, type Principal } from "@byocni/azure/types";
import type { OperationRecord } from "./operations/record.ts";

/** What was done to the cloud, by whom, and how it ended. */
export interface ActivityEvent {
  readonly id: string;
  /** RFC 3339. */
  readonly time: string;
  /** The permission: `Microsoft.Network/virtualNetworks/write`. */
  readonly action: string;
  /** Id of what it was done to. */
  readonly scope: string;
  readonly status: "Accepted" | "Succeeded" | "Failed";
  readonly httpStatus: number;
  readonly caller: { readonly objectId: string; readonly displayName: string; readonly appId?: string };
  readonly correlationId: string;
  readonly error?: CloudErrorBody;
  readonly warnings?: readonly { readonly code: string; readonly message: string }[];
}

/** An event as it is handed in. */
export type RecordedEvent = Omit<ActivityEvent, "id" | "time" | "caller"> & { readonly principal: Principal };

export interface ActivityLog {
  record(event: RecordedEvent): void;
  /** Newest first. */
  list(query: { readonly within?: string; readonly limit?: number }): Promise<readonly ActivityEvent[]>;
}

/** The end of an operation, as an event of its own. */
export function operationEvent(record: OperationRecord): RecordedEvent {
  const { kind, status, error, caller, target } = record;
  const id = parseScope(target);
  const type = id?.kind === "resource" ? id.type : "Microsoft.Resources/subscriptions/resourceGroups";
  const verbs: Readonly<Record<string, string>> = {
    create: "write",
    update: "write",
    apply: "write",
    write: "write",
    deploy: "write",
    delete: "delete",
  };
  return {
    action: `${type}/${verbs[kind] ?? `${kind}/action`}`,
    scope: target,
    status: status === "Succeeded" ? "Succeeded" : "Failed",
    httpStatus: error?.status ?? 200,
    correlationId: caller.correlationId,
    principal: caller.principal,
    ...(error === undefined ? {} : { error: error.body }),
  };
}

/** How many events are kept. */
const kept = 2000;
const prefix = "activity/";

/**
 * Events are written behind the answer: losing the last ones in a crash is better than making every request wait.
 */
export function createActivityLog(deps: {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
}): ActivityLog & {
  /** Resolves when everything recorded so far is in the store. */
  flush(): Promise<void>;
} {
  const { store, clock, logger } = deps;
  let pending: ActivityEvent[] = [];
  let writing: Promise<void> | undefined;
  let sequence = 0;
  let sincePruning = 0;

  async function writeAll(): Promise<void> {
    while (pending.length > 0) {
      const batch = pending;
      pending = [];
      await store.write(
        batch.map((event) => ({ kind: "put", key: `${prefix}${event.id}`, value: event as unknown as JsonObject })),
      );
      sincePruning += batch.length;
      if (sincePruning >= kept / 2) await prune();
    }
    writing = undefined;
  }

  async function prune(): Promise<void> {
    sincePruning = 0;
    const { entries } = await store.list(prefix);
    const old = entries.slice(0, Math.max(0, entries.length - kept));
    await store.write(old.map(({ key }) => ({ kind: "delete", key })));
  }

  return {
    record({ principal, ...event }) {
      const time = clock.now();
      // Keys sort by time; the sequence keeps events of one millisecond in order.
      const id = `${String(time).padStart(15, "0")}-${String(sequence++ % 1_000_000).padStart(6, "0")}`;
      pending.push({
        ...event,
        id,
        time: new Date(time).toISOString(),
        caller: {
          objectId: principal.objectId,
          displayName: principal.displayName,
          ...(principal.appId === undefined ? {} : { appId: principal.appId }),
        },
      });
      writing ??= writeAll().catch((error: unknown) => {
        writing = undefined;
        logger.warn("the activity log could not be written", { error });
      });
    },
    async flush() {
      await writing;
    },
    async list(query) {
      await writing;
      const within = normalizeIdKey(query.within ?? "/");
      const { entries } = await store.list(prefix);
      const events = entries.map(({ value }) => value as unknown as ActivityEvent).reverse();
      return events.filter((event) => isWithin(event.scope.toLowerCase(), within)).slice(0, query.limit ?? kept);
    },
  };
}
