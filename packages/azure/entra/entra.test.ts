import {
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  jwtVerify,
  importJWK,
  SignJWT,
  type JWK,
} from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { createFakeClock, createSeededRandom, type FakeClock } from "@byocni/base/core/testing";
import { createRequest, readResponse } from "@byocni/base/http/testing";
import { createMemoryStoreHost, type Store } from "@byocni/base/store";
import { createEntra, TokenRejected, type Entra } from "./index.ts";

const tenantId = "00000000-0000-0000-0000-000000000002";
const app = "00000000-0000-0000-0000-000000000004";
const azScope = "https://management.core.windows.net//.default";

let clock: FakeClock;
let store: Store;
let entra: Entra;

// An RSA key takes longer to make than all of these tests together.
const key = (async () => {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return (await exportJWK(privateKey)) as JsonObject;
})();

beforeEach(async () => {
  clock = createFakeClock();
  store = await createMemoryStoreHost().open("entra");
  await store.write([{ kind: "put", key: "entra/signing-key", value: { kid: "k1", jwk: await key } }]);
  entra = create();
});

function create(): Entra {
  return createEntra({ store, clock, random: createSeededRandom(1), tenantId, cloudName: "AksByocni" });
}

async function call(method: string, path: string, body?: string | JsonObject, headers: Record<string, string> = {}) {
  const response = await entra.handle(
    createRequest({
      method,
      path,
      headers,
      ...(body === undefined ? {} : { body: typeof body === "string" ? { text: body } : { json: body } }),
    }),
  );
  if (!response) return { status: 0, body: {} as JsonObject };
  const text = await readResponse(response).text();
  return { status: response.status, body: (text === "" ? {} : JSON.parse(text)) as JsonObject };
}

const form = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();

function login(fields: Record<string, string> = {}, path = "/adfs/oauth2/token") {
  return call(
    "POST",
    path,
    form({
      client_id: app,
      client_secret: "secret",
      grant_type: "client_credentials",
      client_info: "1",
      scope: azScope,
      ...fields,
    }),
  );
}

describe("metadata", () => {
  it.each([
    ["/metadata/endpoints?api-version=2015-01-01", "old"],
    ["//metadata/endpoints?api-version=2015-01-01", "old"],
    ["/metadata/endpoints?api-version=2019-05-01", "list"],
    ["/metadata/endpoints?api-version=2022-09-01", "object"],
    ["/metadata/endpoints?api-version=2023-12-01", "object"],
    ["/metadata/endpoints", "object"],
  ])("%s is in the form %s", async (path, kind) => {
    const { body } = await call("GET", path);
    if (kind === "old") {
      expect(body).toEqual({
        galleryEndpoint: "https://localhost:8443/gallery",
        graphEndpoint: "https://localhost:8443/graph",
        portalEndpoint: "https://localhost:8443/portal",
        authentication: {
          loginEndpoint: "https://localhost:8443/adfs",
          audiences: ["https://management.core.windows.net/"],
        },
      });
      return;
    }
    const document = (kind === "list" ? (body as unknown as JsonObject[])[0] : body) as JsonObject;
    expect(Array.isArray(body)).toBe(kind === "list");
    expect(document).toMatchObject({
      name: "AksByocni",
      resourceManager: "https://localhost:8443/",
      graphAudience: "https://localhost:8443/graph",
      microsoftGraphResourceId: "https://localhost:8443/graph/",
      authentication: { tenant: "common", identityProvider: "AAD" },
      suffixes: { storage: "core.localhost" },
    });
  });
});

describe("discovery", () => {
  it.each([
    ["/adfs/.well-known/openid-configuration", "/adfs", "/adfs/oauth2/token"],
    [`/${tenantId}/v2.0/.well-known/openid-configuration`, `/${tenantId}/v2.0`, `/${tenantId}/oauth2/v2.0/token`],
    [
      `/adfs/${tenantId}/v2.0/.well-known/openid-configuration`,
      `/adfs/${tenantId}/v2.0`,
      `/adfs/${tenantId}/oauth2/v2.0/token`,
    ],
  ])("%s", async (path, issuer, token) => {
    const { status, body } = await call("GET", path);
    expect(status).toBe(200);
    expect(body["issuer"]).toBe(`https://localhost:8443${issuer}`);
    expect(body["token_endpoint"]).toBe(`https://localhost:8443${token}`);
    const { pathname } = new URL(String(body["jwks_uri"]));
    expect((await call("GET", pathname)).body).toMatchObject({ keys: [{ kty: "RSA", alg: "RS256", kid: "k1" }] });
  });

  it("leaves other paths to others", async () => {
    expect((await call("GET", "/subscriptions")).status).toBe(0);
    expect((await call("GET", "/subscriptions/x/providers/Microsoft.Graph/oauth2")).status).toBe(0);
  });

  it("knows this host as the only authority", async () => {
    expect((await call("GET", "/common/discovery/instance?api-version=1.1")).body).toMatchObject({
      metadata: [{ preferred_network: "localhost:8443", aliases: ["localhost:8443"] }],
    });
  });
});

describe("tokens of clients", () => {
  it.each([
    "/adfs/oauth2/token",
    `/${tenantId}/oauth2/token`,
    `/adfs/${tenantId}/oauth2/v2.0/token`,
    "/adfs/oauth2/token?client-request-id=x",
  ])("are given by %s", async (path) => {
    const { status, body } = await login({}, path);
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: "Bearer", expires_in: 86_399, ext_expires_in: 86_399 });
    expect(decodeJwt(String(body["access_token"]))).toMatchObject({
      aud: "https://management.core.windows.net/",
      tid: tenantId,
      appid: app,
      idtyp: "app",
      ver: "1.0",
    });
  });

  it("are signed with the published key", async () => {
    const { body } = await login();
    const token = String(body["access_token"]);
    expect(decodeProtectedHeader(token)).toEqual({ alg: "RS256", typ: "JWT", kid: "k1" });
    const keys = (await call("GET", "/adfs/discovery/keys")).body["keys"] as unknown as JWK[];
    const published = await importJWK(keys[0] as JWK, "RS256");
    await expect(jwtVerify(token, published, { currentDate: new Date(clock.now()) })).resolves.toBeDefined();
    expect(keys[0]).not.toHaveProperty("d");
  });

  it.each([
    [{ scope: "https://management.azure.com/.default" }, "https://management.azure.com"],
    [{ scope: "https://localhost:8443/.default" }, "https://localhost:8443"],
    [{ scope: "https://localhost:8443/graph//.default" }, "https://localhost:8443/graph/"],
    [{ scope: "", resource: "https://management.azure.com/" }, "https://management.azure.com/"],
  ])("are for what was asked: %j", async (fields, audience) => {
    expect(decodeJwt(String((await login(fields)).body["access_token"])).aud).toBe(audience);
  });

  it("are mapped to a principal that stays the same", async () => {
    const first = decodeJwt(String((await login()).body["access_token"]));
    entra = create();
    const again = decodeJwt(String((await login({ client_id: app.toUpperCase() })).body["access_token"]));
    expect(again["oid"]).toBe(first["oid"]);
    expect(decodeJwt(String((await login({ client_id: "other" })).body["access_token"]))["oid"]).not.toBe(first["oid"]);
  });

  it("are given for a certificate's assertion to clients that nobody registered", async () => {
    const { privateKey } = await generateKeyPair("RS256");
    const seconds = Math.floor(clock.now() / 1000);
    const claims = { sub: app, iss: app, aud: "https://localhost:8443/adfs/oauth2/token", exp: seconds + 600 };
    const assertion = await new SignJWT(claims).setProtectedHeader({ alg: "RS256", x5t: "AAAA" }).sign(privateKey);
    const fields = {
      client_secret: "",
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: assertion,
    };
    expect((await login(fields)).status).toBe(200);
    expect((await login({ ...fields, client_id: "another" })).body["error_codes"]).toEqual([700021]);
  });

  it.each([
    [{ grant_type: "" }, 400, 900144],
    [{ client_id: "" }, 400, 900144],
    [{ client_secret: "" }, 401, 7000216],
    [{ grant_type: "device_code" }, 400, 70003],
    [{ grant_type: "password", username: "u" }, 400, 50126],
    [{ grant_type: "refresh_token", refresh_token: "rt" }, 400, 9002313],
  ])("are refused to %j", async (fields, status, number) => {
    const answer = await login(fields);
    expect(answer.status).toBe(status);
    expect(answer.body["error_codes"]).toEqual([number]);
    expect(String(answer.body["error_description"])).toMatch(new RegExp(`^AADSTS${number}: .* Correlation ID: `));
  });
});

describe("tokens of users", () => {
  const password = {
    grant_type: "password",
    username: "user@example.com",
    password: "pw",
    scope: `${azScope} offline_access openid profile`,
  };

  it("come with what az needs to keep them", async () => {
    const { body } = await login(password);
    const claims = decodeJwt(String(body["access_token"]));
    expect(claims).toMatchObject({ idtyp: "user", upn: "user@example.com" });
    expect(decodeJwt(String(body["id_token"]))).toMatchObject({
      aud: app,
      preferred_username: "user@example.com",
      tid: tenantId,
    });
    expect(JSON.parse(Buffer.from(String(body["client_info"]), "base64url").toString())).toEqual({
      uid: claims["oid"],
      utid: tenantId,
    });
    const refreshed = await login({
      ...password,
      grant_type: "refresh_token",
      refresh_token: String(body["refresh_token"]),
    });
    expect(refreshed.status).toBe(200);
    expect(decodeJwt(String(refreshed.body["access_token"]))["oid"]).toBe(claims["oid"]);
  });

  it("cannot be used in place of each other", async () => {
    const { body } = await login(password);
    await expect(entra.verify(String(body["refresh_token"]))).rejects.toThrow(TokenRejected);
    const asRefresh = await login({ grant_type: "refresh_token", refresh_token: String(body["access_token"]) });
    expect(asRefresh.status).toBe(400);
    await clock.advance(91 * 24 * 3600 * 1000);
    const late = await login({ grant_type: "refresh_token", refresh_token: String(body["refresh_token"]) });
    expect(late.body["error_codes"]).toEqual([700082]);
  });
});

describe("verification", () => {
  const reason = async (token: string): Promise<string> => {
    try {
      await entra.verify(token);
      return "accepted";
    } catch (error) {
      return error instanceof TokenRejected ? error.reason : String(error);
    }
  };

  it("takes its own tokens until they expire, by the clock that was passed in", async () => {
    const token = String((await login()).body["access_token"]);
    expect(await reason(token)).toBe("accepted");
    await clock.advance(86_398_000);
    expect(await reason(token)).toBe("accepted");
    await clock.advance(2000);
    expect(await reason(token)).toBe("expired");
  });

  it("refuses others", async () => {
    const token = String((await login()).body["access_token"]);
    const [header = "", payload = "", signature = ""] = token.split(".");
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url");
    const changed = Buffer.from(JSON.stringify({ ...decodeJwt(token), oid: "someone-else" })).toString("base64url");
    const { privateKey } = await generateKeyPair("RS256");
    const foreign = await new SignJWT(decodeJwt(token))
      .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: "k1" })
      .sign(privateKey);
    const secret = new TextEncoder().encode("secret-secret-secret-secret-secret");
    const otherKid = await new SignJWT(decodeJwt(token))
      .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: "k2" })
      .sign(await importJWK((await key) as JWK, "RS256"));
    const future = await new SignJWT({ ...decodeJwt(token), nbf: Math.floor(clock.now() / 1000) + 3600 })
      .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: "k1" })
      .sign(await importJWK((await key) as JWK, "RS256"));
    const symmetric = await new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(secret);
    for (const bad of [
      `${none}.${payload}.`,
      `${header}.${changed}.${signature}`,
      foreign,
      otherKid,
      future,
      symmetric,
      "x.y.z",
      "",
      token.slice(0, -2),
    ]) {
      expect(await reason(bad)).toBe("invalid");
    }
  });

  it("refuses tokens of another tenant that shares the key", async () => {
    const other = createEntra({
      store,
      clock,
      random: createSeededRandom(2),
      tenantId: "00000000-0000-0000-0000-0000000000aa",
      cloudName: "x",
    });
    const token = String((await login()).body["access_token"]);
    await expect(other.verify(token)).rejects.toMatchObject({ reason: "tenant" });
  });

  it("keeps its key over a restart, and makes one when there is none", async () => {
    const token = String((await login()).body["access_token"]);
    entra = create();
    expect(await reason(token)).toBe("accepted");
    store = await createMemoryStoreHost().open("fresh");
    entra = create();
    expect(await reason(token)).toBe("invalid");
    expect(await reason(String((await login()).body["access_token"]))).toBe("accepted");
  });
});

describe("owners", () => {
  it("are the default client and the first who signs in", async () => {
    const withDefault = createEntra({
      store,
      clock,
      random: createSeededRandom(1),
      tenantId,
      cloudName: "x",
      defaultClient: { clientId: "default", displayName: "local" },
    });
    const [defaultOwner] = await withDefault.directory.owners();
    await login({ client_id: "first" });
    await login({ client_id: "second" });
    const first = await entra.directory.byAppId("first");
    expect(await create().directory.owners()).toEqual([first?.objectId]);
    expect(await withDefault.directory.owners()).toEqual([defaultOwner]);
  });
});

describe("Graph", () => {
  async function graph(method: string, path: string, body?: JsonObject) {
    const token = String((await login({ scope: "https://localhost:8443/graph//.default" })).body["access_token"]);
    return call(method, `/graph/v1.0${path}`, body, { authorization: `Bearer ${token}` });
  }

  it("finds service principals as az asks for them", async () => {
    const filter = encodeURIComponent(`servicePrincipalNames/any(c:c eq '${app}')`);
    const { body } = await graph("GET", `/servicePrincipals?$filter=${filter}`);
    expect(body).toMatchObject({
      value: [{ "@odata.type": "#microsoft.graph.servicePrincipal", appId: app, displayName: app }],
    });
    const [found] = body["value"] as readonly JsonObject[];
    const ids = await graph("POST", "/directoryObjects/getByIds", {
      ids: [String(found?.["id"]), "00000000-0000-0000-0000-0000000000ff"],
      types: ["user", "group", "servicePrincipal", "directoryObjectPartnerReference"],
    });
    expect(ids.body["value"]).toHaveLength(1);
    expect((await graph("GET", `/servicePrincipals/${String(found?.["id"])}`)).body).toMatchObject({ appId: app });
    expect((await graph("GET", `/servicePrincipals(appId='${app}')`)).status).toBe(200);
    expect((await graph("GET", "/me")).body).toMatchObject({ appId: app });
  });

  it("finds users by name", async () => {
    await login({ grant_type: "password", username: "user@example.com", password: "pw" });
    const filter = encodeURIComponent("userPrincipalName eq 'USER@example.com'");
    expect((await graph("GET", `/users?$filter=${filter}`)).body).toMatchObject({
      value: [{ userPrincipalName: "user@example.com" }],
    });
    expect((await graph("GET", "/users/user@example.com")).status).toBe(200);
    expect((await graph("GET", "/users/nobody")).body).toMatchObject({ error: { code: "Request_ResourceNotFound" } });
  });

  it("registers applications whose secrets then count", async () => {
    const created = await graph("POST", "/applications", { displayName: "ci" });
    expect(created.status).toBe(201);
    const { id, appId } = created.body;
    expect((await graph("POST", "/servicePrincipals", { appId: String(appId) })).body).toMatchObject({
      displayName: "ci",
    });
    const { body } = await graph("POST", `/applications/${String(id)}/addPassword`, {
      passwordCredential: { displayName: "rbac" },
    });
    const secret = String(body["secretText"]);
    expect((await login({ client_id: String(appId), client_secret: secret })).status).toBe(200);
    expect((await login({ client_id: String(appId), client_secret: "wrong" })).body["error_codes"]).toEqual([7000215]);
    expect(JSON.stringify((await graph("GET", `/applications/${String(id)}`)).body)).not.toContain(secret);
    await clock.advance(3 * 366 * 24 * 3600 * 1000);
    expect((await login({ client_id: String(appId), client_secret: secret })).body["error_codes"]).toEqual([7000222]);
  });

  it("takes a secret back, as a reset of credentials does", async () => {
    const application = (await graph("POST", "/applications", { displayName: "ci" })).body;
    await graph("POST", "/servicePrincipals", { appId: String(application["appId"]) });
    const path = `/applications/${String(application["id"])}`;
    const add = async () => (await graph("POST", `${path}/addPassword`, {})).body;
    const [first, second] = [await add(), await add()];
    const use = (secret: unknown) => login({ client_id: String(application["appId"]), client_secret: String(secret) });
    const remove = () => graph("POST", `${path}/removePassword`, { keyId: String(first["keyId"]) });
    expect((await remove()).status).toBe(204);
    expect((await use(first["secretText"])).status).toBe(401);
    expect((await use(second["secretText"])).status).toBe(200);
    expect((await remove()).status).toBe(400);
  });

  it("refuses calls without a token, bad filters, and what it has not, by name", async () => {
    expect((await call("GET", "/graph/v1.0/me")).status).toBe(401);
    expect((await graph("GET", "/users?$filter=x")).status).toBe(400);
    const missing = await graph("POST", "/policies", {});
    expect(missing).toMatchObject({ status: 501, body: { error: { code: "NotImplemented" } } });
  });
});

describe("managed identities", () => {
  it("get tokens by client id, object id and resource id", async () => {
    const resourceId = "/subscriptions/s/resourceGroups/g/providers/Microsoft.ManagedIdentity/userAssignedIdentities/i";
    await entra.directory.put({ kind: "managedIdentity", objectId: "o-1", appId: "c-1", displayName: "i", resourceId });
    for (const query of [
      "client_id=c-1",
      "object_id=o-1",
      `mi_res_id=${encodeURIComponent(resourceId.toLowerCase())}`,
    ]) {
      const { body } = await call(
        "GET",
        `/metadata/identity/oauth2/token?resource=https://management.azure.com/&${query}`,
        undefined,
        { metadata: "true" },
      );
      expect((await entra.verify(String(body["access_token"]))).principal).toMatchObject({
        kind: "managedIdentity",
        objectId: "o-1",
      });
    }
  });

  const ask = (path: string, headers: Record<string, string>) => call("GET", path, undefined, headers);
  const machine = "/metadata/identity/oauth2/token?api-version=2018-02-01&resource=https://management.azure.com/";
  const appService = "/msi/token?api-version=2019-08-01&resource=https://management.azure.com/";

  it("are not guessed", async () => {
    const metadata = { metadata: "true" };
    expect((await ask(machine, {})).body["error_description"]).toBe("Required metadata header not specified");
    expect((await ask(machine, metadata)).body["error_description"]).toBe("Identity not found");
    await entra.directory.put({ kind: "managedIdentity", objectId: "o-1", appId: "c-1", displayName: "i" });
    expect((await ask(machine, metadata)).body["client_id"]).toBe("c-1");
    await entra.directory.put({ kind: "managedIdentity", objectId: "o-2", appId: "c-2", displayName: "j" });
    expect(await ask(machine, metadata)).toMatchObject({
      status: 400,
      body: {
        error: "invalid_request",
        error_description:
          "Multiple user assigned identities exist, please specify the clientId / resourceId of the identity in the token request",
      },
    });
    expect((await ask(`${machine}&client_id=none`, metadata)).body["error_description"]).toBe("Identity not found");
    expect((await ask("/metadata/identity/oauth2/token", metadata)).body["error_description"]).toBe(
      "Required audience parameter not specified",
    );
  });

  it("are told to App Service's clients by the header that they pass on", async () => {
    await entra.directory.put({ kind: "managedIdentity", objectId: "o-1", appId: "c-1", displayName: "i" });
    await entra.directory.put({ kind: "managedIdentity", objectId: "o-2", appId: "c-2", displayName: "j" });
    expect((await ask(appService, {})).status).toBe(401);
    const { body } = await ask(appService, { "x-identity-header": "c-2" });
    expect(body).toMatchObject({ client_id: "c-2", token_type: "Bearer", resource: "https://management.azure.com/" });
    expect(Number(body["expires_on"])).toBe(Math.floor(clock.now() / 1000) + 86_399);
    const other = await ask(`${appService}&client_id=c-1`, { "x-identity-header": "c-2" });
    expect(other.body["client_id"]).toBe("c-1");
  });
});
