import type { JsonObject } from "@byocni/base/core";
import { createFakeClock, createSeededRandom, type FakeClock } from "@byocni/base/core/testing";
import type { HttpHeaders } from "@byocni/base/http";
import { createRequest, readResponse } from "@byocni/base/http/testing";
import { createMemoryStoreHost, type Store } from "@byocni/base/store";
import { createEntra, type Entra, type EntraDeps } from "../entra.ts";

export const testTenant = "00000000-0000-0000-0000-000000000002";
export const managementScope = "https://management.core.windows.net//.default";

/** An answer, read. */
export interface EntraAnswer {
  readonly status: number;
  /** `{}` when there is none; of status 0 when the path is not Entra's. */
  readonly body: JsonObject;
  readonly headers: HttpHeaders;
}

/** A tenant in memory, called without sockets. */
export interface TestEntra {
  readonly entra: Entra;
  readonly clock: FakeClock;
  readonly store: Store;
  call(method: string, path: string, body?: string | JsonObject, headers?: HttpHeaders): Promise<EntraAnswer>;
  /** A token request with these fields. */
  token(fields: Readonly<Record<string, string>>, path?: string): Promise<EntraAnswer>;
  /** A Graph call by the tenant's first client. @param path after `/v1.0` */
  graph(method: string, path: string, body?: JsonObject): Promise<EntraAnswer>;
}

let signingKey: Promise<JsonObject> | undefined;

/** An RSA key takes longer to make than most tests: one serves a whole test process. */
function testKey(): Promise<JsonObject> {
  return (signingKey ??= (async () => {
    const { exportJWK, generateKeyPair } = await import("jose");
    const { privateKey } = await generateKeyPair("RS256", { extractable: true });
    return { kid: "k1", jwk: (await exportJWK(privateKey)) as JsonObject };
  })());
}

export async function createTestEntra(
  deps: Pick<EntraDeps, "issuerKeys" | "federatedCredentialsOf"> = {},
): Promise<TestEntra> {
  const clock = createFakeClock();
  const store = await createMemoryStoreHost().open("entra");
  await store.write([{ kind: "put", key: "entra/signing-key", value: await testKey() }]);
  const random = createSeededRandom(1);
  const entra = createEntra({ store, clock, random, tenantId: testTenant, cloudName: "AksByocni", ...deps });

  async function call(
    method: string,
    path: string,
    body?: string | JsonObject,
    headers: HttpHeaders = {},
  ): Promise<EntraAnswer> {
    const sent = body === undefined ? {} : { body: typeof body === "string" ? { text: body } : { json: body } };
    const response = await entra.handle(createRequest({ method, path, headers, ...sent }));
    if (!response) return { status: 0, body: {}, headers: {} };
    const text = await readResponse(response).text();
    const read = text === "" ? {} : (JSON.parse(text) as JsonObject);
    return { status: response.status, body: read, headers: response.headers };
  }

  const token = (fields: Readonly<Record<string, string>>, path = "/adfs/oauth2/token"): Promise<EntraAnswer> =>
    call("POST", path, new URLSearchParams(fields).toString());

  return {
    entra,
    clock,
    store,
    call,
    token,
    async graph(method, path, body) {
      const { body: signedIn } = await token({
        grant_type: "client_credentials",
        client_id: "first-client",
        client_secret: "any",
        scope: "https://localhost:8443/graph//.default",
      });
      const authorization = `Bearer ${String(signedIn["access_token"])}`;
      return call(method, `/graph/v1.0${path}`, body, { authorization });
    },
  };
}
