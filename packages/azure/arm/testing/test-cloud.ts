import type { JsonObject, Logger } from "@byocni/base/core";
import { silentLogger } from "@byocni/base/core";
import { createFakeClock, createSeededRandom, type FakeClock } from "@byocni/base/core/testing";
import type { HttpHeaders } from "@byocni/base/http";
import { createRequest, readResponse } from "@byocni/base/http/testing";
import { createMemoryStoreHost, type Store } from "@byocni/base/store";
import { createAzure, type Azure, type AzureDeps } from "../azure.ts";
import type { ResourceProvider } from "../provider.ts";

export const testSubscription = "00000000-0000-0000-0000-000000000001";
export const testTenant = "00000000-0000-0000-0000-000000000002";
/** Client id of the owner. */
export const testClient = "00000000-0000-0000-0000-000000000004";

/** An answer, read. */
export interface TestAnswer {
  readonly status: number;
  readonly headers: HttpHeaders;
  /** The JSON body; `{}` when there is none. */
  readonly body: JsonObject;
}

export interface SendOptions {
  /** Client id whose token is sent; the owner's by default, `null`: no token. */
  readonly as?: string | null;
  readonly headers?: HttpHeaders;
  /** A raw body instead of a JSON value. */
  readonly text?: string;
}

/** A cloud in memory, called without sockets. */
export interface TestCloud {
  readonly azure: Azure;
  readonly clock: FakeClock;
  readonly store: Store;
  /** `{sub}` and `{tenant}` in the path are filled in; a path without api-version gets 2024-01-01. */
  send(method: string, path: string, body?: unknown, options?: SendOptions): Promise<TestAnswer>;
  /** Follows the operation of an answer to its end and gives its last body. */
  finish(answer: TestAnswer): Promise<TestAnswer>;
  token(clientId?: string, scope?: string): Promise<string>;
  /** The same store under a new process, as after a crash. */
  restart(): Promise<TestCloud>;
}

export interface TestCloudOptions {
  readonly providers?: readonly ResourceProvider[];
  readonly settings?: Partial<AzureDeps["settings"]>;
  readonly logger?: Logger;
  /** Share time and store with another cloud. */
  readonly clock?: FakeClock;
  readonly store?: Store;
  readonly deps?: Partial<AzureDeps>;
}

let signingKey: Promise<JsonObject> | undefined;

/** Making an RSA key takes longer than most tests: one serves a whole test process. */
function testKey(): Promise<JsonObject> {
  return (signingKey ??= (async () => {
    const { exportJWK, generateKeyPair } = await import("jose");
    const { privateKey } = await generateKeyPair("RS256", { extractable: true });
    return { kid: "test", jwk: (await exportJWK(privateKey)) as JsonObject };
  })());
}

export async function createTestCloud(options: TestCloudOptions = {}): Promise<TestCloud> {
  const clock = options.clock ?? createFakeClock();
  const store = options.store ?? (await createMemoryStoreHost().open("azure"));
  if (!options.store) await store.write([{ kind: "put", key: "entra/signing-key", value: await testKey() }]);
  const azure = createAzure({
    store,
    clock,
    random: createSeededRandom(1),
    logger: options.logger ?? silentLogger,
    providers: options.providers ?? [],
    settings: { tenantId: testTenant, subscriptionId: testSubscription, ...options.settings },
    defaultClient: { clientId: testClient, displayName: "local" },
    ...options.deps,
  });
  await azure.start();
  const tokens = new Map<string, string>();

  async function token(
    clientId = testClient,
    scope = "https://management.core.windows.net//.default",
  ): Promise<string> {
    const response = await azure.handler(
      createRequest({
        method: "POST",
        path: "/adfs/oauth2/token",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: {
          text: new URLSearchParams({
            client_id: clientId,
            client_secret: "secret",
            grant_type: "client_credentials",
            scope,
          }).toString(),
        },
      }),
    );
    const { access_token } = (await readResponse(response).json()) as { access_token: string };
    return access_token;
  }

  async function cachedToken(clientId: string): Promise<string> {
    const known = tokens.get(clientId);
    if (known) return known;
    const fresh = await token(clientId);
    tokens.set(clientId, fresh);
    return fresh;
  }

  async function send(method: string, path: string, body?: unknown, more: SendOptions = {}): Promise<TestAnswer> {
    const filled = path.replaceAll("{sub}", testSubscription).replaceAll("{tenant}", testTenant);
    const target = /[?&]api-version=/.test(filled)
      ? filled
      : `${filled}${filled.includes("?") ? "&" : "?"}api-version=2024-01-01`;
    const authorization =
      more.as === null ? {} : { authorization: `Bearer ${await cachedToken(more.as ?? testClient)}` };
    const response = await azure.handler(
      createRequest({
        method,
        path: target,
        headers: { ...authorization, ...more.headers },
        ...(more.text === undefined
          ? body === undefined
            ? {}
            : { body: { json: body } }
          : { body: { text: more.text } }),
      }),
    );
    const text = await readResponse(response).text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === "" ? {} : (JSON.parse(text) as JsonObject),
    };
  }

  return {
    azure,
    clock,
    store,
    send,
    token,
    async finish(answer) {
      await azure.idle();
      const url = answer.headers["azure-asyncoperation"] ?? answer.headers["location"] ?? "";
      const { pathname, search } = new URL(url);
      return send("GET", `${pathname}${search}`);
    },
    async restart() {
      await azure.close();
      return createTestCloud({ ...options, clock, store });
    },
  };
}
