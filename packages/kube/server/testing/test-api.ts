import { assert, parseCidr, silentLogger } from "@byocni/base/core";
import { createFakeClock, createSeededRandom, type FakeClock } from "@byocni/base/core/testing";
import { type HttpCall, type HttpReply, inProcessCaller } from "@byocni/base/http";
import { createMemoryStoreHost, type Store } from "@byocni/base/store";
import { type ApiServer, type ApiServerDeps, createApiServer } from "../api-server.ts";

/** An API server over a store in memory, with a clock that the test moves. */
export interface TestApi {
  readonly server: ApiServer;
  readonly clock: FakeClock;
  readonly store: Store;
  /** A call as a member of `system:masters`, or as somebody else. */
  call(call: HttpCall, user?: { readonly name: string; readonly groups: readonly string[] }): Promise<HttpReply>;
  /** The status code and the JSON of an answer. */
  send(method: string, path: string, json?: unknown, headers?: Readonly<Record<string, string>>): Promise<TestReply>;
  /** The first events of a watch. */
  watch(path: string, count: number): Promise<readonly WatchEvent[]>;
  close(): Promise<void>;
}

export interface TestReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // Tests look into answers of every kind.
  readonly body: JsonAny;
}

export interface WatchEvent {
  readonly type: string;
  readonly object: JsonAny;
}

/** A JSON value whose members can be read without a check at each step. */
export type JsonAny = { readonly [key: string]: JsonAny };

export async function createTestApi(options: Partial<ApiServerDeps> = {}): Promise<TestApi> {
  const clock = createFakeClock();
  const store = options.store ?? (await createMemoryStoreHost().open("cluster"));
  const range = parseCidr("10.0.0.0/16");
  assert(range.ok, "the test's service range is well formed");
  const server = await createApiServer({
    store,
    clock,
    random: createSeededRandom(1),
    logger: silentLogger,
    version: { major: "1", minor: "34", gitVersion: "v1.34.0", platform: "linux/amd64" },
    serviceCidrs: [range.value.cidr],
    ...options,
  });
  const call: TestApi["call"] = (request, user = { name: "admin", groups: ["system:masters"] }) =>
    inProcessCaller(server.handler, { user: user.name, groups: user.groups })(request);
  return {
    server,
    clock,
    store,
    call,
    async send(method, path, json, headers) {
      const reply = await call({
        method,
        path,
        ...(headers ? { headers } : {}),
        ...(json === undefined ? {} : { body: { json } }),
      });
      return { status: reply.status, headers: reply.headers, body: (await reply.json()) as JsonAny };
    },
    async watch(path, count) {
      const reply = await call({ method: "GET", path });
      const events: WatchEvent[] = [];
      for await (const event of reply.jsonStream()) {
        events.push(event as WatchEvent);
        if (events.length === count) break;
      }
      return events;
    },
    close: () => server.close(),
  };
}
