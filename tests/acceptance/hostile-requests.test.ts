import { beforeAll, describe, expect, it } from "vitest";
import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from "jose";
import type { JsonObject } from "@byocni/base/core";
import { testSubscription, testTenant } from "@byocni/azure/arm/testing";
import { createAksCloud, type AksCloud } from "@byocni/azure/providers/testing";

const group = "/subscriptions/{sub}/resourceGroups/rg";
const networks = `${group}/providers/Microsoft.Network/virtualNetworks`;

function codeOf(answer: { readonly body: JsonObject }): string {
  return (answer.body["error"] as { code?: string } | undefined)?.code ?? "";
}

let cloud: AksCloud;
beforeAll(async () => {
  cloud = await createAksCloud();
});

describe("ids that could name something else", () => {
  const vnet = { location: "eastus", properties: { addressSpace: { addressPrefixes: ["10.0.0.0/16"] } } };

  it.each([
    // Relative segments, bare and behind percent-encoding
    ["GET", `${group}/../rg`],
    ["GET", `${group}/./providers/Microsoft.Network/virtualNetworks/v`],
    ["PUT", `${networks}/..`],
    ["PUT", `${networks}/%2e%2e`],
    ["DELETE", `${group}/%2E%2E/victim`],
    ["GET", `${networks}/v/../../../../victim`],
    // Slashes and their like hidden in a name
    ["PUT", `${networks}/a%2Fb`],
    ["PUT", `${networks}/a%2fsubnets%2fb`],
    ["PUT", `${networks}/a%5Cb`],
    ["GET", `${group}%2Fproviders/Microsoft.Network/virtualNetworks/v`],
    // Bytes that are no text, control characters
    ["PUT", `${networks}/%00`],
    ["PUT", `${networks}/a%0d%0aX-Injected:1`],
    ["PUT", `${networks}/%FF%FE`],
    ["PUT", `${networks}/%C0%AE%C0%AE`],
    ["PUT", `${networks}/%E0%A4%A`],
    ["PUT", `${networks}/a%3Fapi-version=1`],
    ["PUT", `${networks}/a%23b`],
  ])("%s %s is refused before anything is looked up", async (method, path) => {
    const answer = await cloud.send(method, `${path}?api-version=2024-05-01`, method === "PUT" ? vnet : undefined);
    expect([answer.status, codeOf(answer)]).toEqual([400, "InvalidRequestUri"]);
  });

  it.each([
    ["a letter of another script", "%D0%B2net", 400, "InvalidResourceName"],
    ["an umlaut", "%C3%BCber", 400, "InvalidResourceName"],
    ["a full-width solidus", "a%EF%BC%8Fb", 400, "InvalidResourceName"],
    ["a right-to-left mark", "a%E2%80%8Fb", 400, "InvalidResourceName"],
    ["a zero-width space", "a%E2%80%8Bb", 400, "InvalidResourceName"],
    ["an emoji", "%F0%9F%98%80", 400, "InvalidResourceName"],
    ["a space", "a%20b", 400, "InvalidResourceName"],
    ["a quote", "a'b", 400, "InvalidResourceName"],
    ["300 characters", "x".repeat(300), 400, "InvalidResourceName"],
    ["the word providers", "providers", 201, ""],
    ["the word subnets", "subnets", 201, ""],
    ["dots inside", "a..b", 201, ""],
    ["the name of a member of every object", "constructor", 201, ""],
    ["the name of a prototype", "__proto__", 201, ""],
  ])("a virtual network named with %s", async (_what, name, status, code) => {
    const answer = await cloud.send("PUT", `${networks}/${name}?api-version=2024-05-01`, vnet);
    expect([answer.status, codeOf(answer)]).toEqual([status, code]);
    const got = await cloud.send("GET", `${networks}/${name}?api-version=2024-05-01`);
    expect(got.status).toBe(status === 201 ? 200 : 404);
  });

  it("a group is named with letters of any script, as Azure allows, and found under either form", async () => {
    const put = await cloud.send("PUT", "/subscriptions/{sub}/resourceGroups/gr%C3%BCn-%E7%B6%B2", {
      location: "eastus",
    });
    expect(put).toMatchObject({ status: 201, body: { name: "grün-網" } });
    expect((await cloud.send("GET", "/subscriptions/{sub}/resourceGroups/GR%C3%9CN-網")).body).toMatchObject({
      id: `/subscriptions/${testSubscription}/resourceGroups/grün-網`,
    });
    expect(codeOf(await cloud.send("PUT", "/subscriptions/{sub}/resourceGroups/a%20b", { location: "eastus" }))).toBe(
      "InvalidResourceGroup",
    );
  });

  it("double slashes count as one: az sends them", async () => {
    const put = await cloud.send("PUT", `/${networks}//double?api-version=2024-05-01`, vnet);
    expect(put.status).toBe(201);
    const got = await cloud.send("GET", `${networks}/double?api-version=2024-05-01`);
    expect(got.body["id"]).toBe(
      `/subscriptions/${testSubscription}/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/double`,
    );
    expect(codeOf(await cloud.send("GET", "/subscriptions//resourceGroups/rg"))).toBe("InvalidSubscriptionId");
  });

  it("none of them leaves anything behind", async () => {
    const { body } = await cloud.send("GET", `${networks}?api-version=2024-05-01`);
    const names = (body["value"] as readonly JsonObject[]).map(({ name }) => name);
    expect(names.toSorted()).toEqual(["__proto__", "a..b", "constructor", "double", "providers", "subnets"]);
    expect(({} as Record<string, unknown>)["location"]).toBeUndefined();
  });
});

describe("tokens", () => {
  let key: { readonly kid: string; readonly jwk: JWK };
  let claims: JsonObject;
  beforeAll(async () => {
    const stored = await cloud.store.get("entra/signing-key");
    key = stored?.value as unknown as typeof key;
    const [, payload = ""] = (await cloud.token()).split(".");
    claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as JsonObject;
  });

  const encode = (value: JsonObject): string => Buffer.from(JSON.stringify(value)).toString("base64url");

  async function signed(changes: JsonObject, header: Partial<{ alg: string; typ: string }> = {}): Promise<string> {
    return new SignJWT({ ...claims, ...changes })
      .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: key.kid, ...header })
      .sign(await importJWK(key.jwk, "RS256"));
  }

  async function bySomeoneElse(): Promise<string> {
    const { privateKey } = await generateKeyPair("RS256");
    return new SignJWT({ ...claims, iss: "https://sts.windows.net/another/" })
      .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: key.kid })
      .sign(privateKey);
  }

  /** The public key taken for a shared secret, the classic confusion of algorithms. */
  async function byPublicKey(): Promise<string> {
    const { kty, n, e } = key.jwk;
    const secret = new TextEncoder().encode(JSON.stringify({ kty, n, e }));
    return new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT", kid: key.kid }).sign(secret);
  }

  async function withOwnKey(): Promise<string> {
    const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
    const jwk = await exportJWK(publicKey);
    return new SignJWT(claims).setProtectedHeader({ alg: "RS256", typ: "JWT", jwk }).sign(privateKey);
  }

  async function changedAfterwards(): Promise<string> {
    const [header, , signature] = (await signed({})).split(".");
    return [header, encode({ ...claims, oid: "00000000-0000-0000-0000-00000000dead" }), signature].join(".");
  }

  const past = 1_000_000_000;

  it.each<[string, () => Promise<string>, string, string]>([
    ["of another issuer", bySomeoneElse, "InvalidAuthenticationToken", "The access token is invalid."],
    [
      "without signature (alg none)",
      async () => `${encode({ alg: "none", typ: "JWT" })}.${encode(claims)}.`,
      "InvalidAuthenticationToken",
      "The access token is invalid.",
    ],
    [
      "without signature (alg None, another spelling)",
      async () => `${encode({ alg: "nOnE", typ: "JWT" })}.${encode(claims)}.`,
      "InvalidAuthenticationToken",
      "The access token is invalid.",
    ],
    [
      "signed with the public key as a secret",
      byPublicKey,
      "InvalidAuthenticationToken",
      "The access token is invalid.",
    ],
    ["that brings its own key", withOwnKey, "InvalidAuthenticationToken", "The access token is invalid."],
    ["changed after it was signed", changedAfterwards, "InvalidAuthenticationToken", "The access token is invalid."],
    ["that is expired", () => signed({ exp: past }), "ExpiredAuthenticationToken", "The access token expiry UTC time "],
    [
      "that never expires",
      async () => {
        const { exp: _exp, ...rest } = claims;
        return new SignJWT(rest)
          .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: key.kid })
          .sign(await importJWK(key.jwk, "RS256"));
      },
      "InvalidAuthenticationToken",
      "The access token is invalid.",
    ],
    [
      "that is not valid yet",
      () => signed({ nbf: 4_000_000_000, exp: 4_000_003_600 }),
      "InvalidAuthenticationToken",
      "The access token is invalid.",
    ],
    [
      "for another audience",
      () => signed({ aud: "https://vault.azure.net" }),
      "InvalidAuthenticationTokenAudience",
      "The access token has been obtained for wrong audience or resource 'https://vault.azure.net'. It should exactly match with one of the allowed audiences ",
    ],
    [
      "for an audience that begins alike",
      () => signed({ aud: "https://management.azure.com.evil.example/" }),
      "InvalidAuthenticationTokenAudience",
      "The access token has been obtained for wrong audience or resource ",
    ],
    [
      "of another tenant",
      () => signed({ tid: "00000000-0000-0000-0000-0000000000ee" }),
      "InvalidAuthenticationTokenTenant",
      `It must match the tenant 'https://sts.windows.net/${testTenant}/' associated with this subscription.`,
    ],
    [
      "that is a refresh token",
      () => signed({}, { typ: "refresh" }),
      "InvalidAuthenticationToken",
      "The access token is invalid.",
    ],
    ["that is no token", async () => "abc", "InvalidAuthenticationToken", "The access token is invalid."],
    ["with two dots and nothing else", async () => "..", "InvalidAuthenticationToken", "The access token is invalid."],
    [
      "of a million characters",
      async () => "x".repeat(1_000_000),
      "InvalidAuthenticationToken",
      "The access token is invalid.",
    ],
  ])("%s: 401", async (_what, make, code, message) => {
    const token = await make();
    const answer = await cloud.send("GET", group, undefined, {
      as: null,
      headers: { authorization: `Bearer ${token}` },
    });
    expect([answer.status, codeOf(answer)]).toEqual([401, code]);
    expect((answer.body["error"] as { message: string }).message).toContain(message);
    expect(answer.headers["www-authenticate"]).toMatch(/^Bearer authorization_uri="https:.*", error="invalid_token"/);
  });

  it("that are good are taken, also again and by another case of the scheme", async () => {
    const token = await signed({});
    for (const scheme of ["Bearer", "bearer", "BEARER"]) {
      const headers = { authorization: `${scheme} ${token}` };
      expect((await cloud.send("GET", group, undefined, { as: null, headers })).status).toBe(200);
    }
  });

  it.each([
    [undefined, "AuthenticationFailed"],
    ["Basic YTpi", "AuthenticationFailedInvalidHeader"],
    ["Bearer", "AuthenticationFailedInvalidHeader"],
    ["Bearer a b", "AuthenticationFailedInvalidHeader"],
  ])("a header %s answers 401 %s", async (authorization, code) => {
    const headers = authorization === undefined ? {} : { authorization };
    const answer = await cloud.send("GET", group, undefined, { as: null, headers });
    expect([answer.status, codeOf(answer)]).toEqual([401, code]);
  });

  it("end with their time, though they were good before", async () => {
    const other = await createAksCloud();
    const token = await other.token();
    const headers = { authorization: `Bearer ${token}` };
    expect((await other.send("GET", group, undefined, { as: null, headers })).status).toBe(200);
    await other.clock.advance(90_000_000);
    const late = await other.send("GET", group, undefined, { as: null, headers });
    expect([late.status, codeOf(late)]).toEqual([401, "ExpiredAuthenticationToken"]);
  });
});

describe("role assignments to principals that are not known", () => {
  const assignments = `${group}/providers/Microsoft.Authorization/roleAssignments`;
  const reader = `/subscriptions/${testSubscription}/providers/Microsoft.Authorization/roleDefinitions/acdd72a7-3385-48ef-bd42-f606fba81ae7`;
  const unknown = "99999999-9999-4999-8999-999999999999";
  const put = (name: string, properties: JsonObject) =>
    cloud.send("PUT", `${assignments}/${name}?api-version=2022-04-01`, { properties });

  it("are refused in Azure's words", async () => {
    const answer = await put("10000000-0000-4000-8000-000000000001", {
      roleDefinitionId: reader,
      principalId: unknown,
    });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: {
          code: "PrincipalNotFound",
          message: expect.stringContaining(
            `Principal ${unknown.replaceAll("-", "")} does not exist in the directory ${testTenant}.`,
          ),
        },
      },
    });
  });

  it.each([
    [
      "a role that is not there",
      { roleDefinitionId: reader.replace("acdd", "0000"), principalId: unknown },
      404,
      "RoleDefinitionDoesNotExist",
    ],
    ["no principal", { roleDefinitionId: reader }, 400, "BadRequestFormat"],
    ["no role", { principalId: unknown }, 400, "BadRequestFormat"],
    ["a principal that is a number", { roleDefinitionId: reader, principalId: 1 }, 400, "BadRequestFormat"],
    ["a condition", { roleDefinitionId: reader, principalId: unknown, condition: "x" }, 400, "InvalidCondition"],
  ])("%s", async (_what, properties, status, code) => {
    const answer = await put("10000000-0000-4000-8000-000000000002", properties);
    expect([answer.status, codeOf(answer)]).toEqual([status, code]);
  });

  it("need a GUID for a name", async () => {
    const answer = await put("not-a-guid", { roleDefinitionId: reader, principalId: unknown });
    expect([answer.status, codeOf(answer)]).toEqual([400, "InvalidRoleAssignmentId"]);
  });

  it("leave nothing behind, and the owner stays", async () => {
    const { body } = await cloud.send("GET", `${assignments}?api-version=2022-04-01&$filter=atScope()`);
    expect(JSON.stringify(body)).not.toContain(unknown);
    expect(body["value"]).toHaveLength(1);
  });
});
