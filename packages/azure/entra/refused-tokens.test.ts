import { createHash, createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { type JWK, SignJWT, exportJWK, generateKeyPair } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { oauthErrorTable } from "./index.ts";
import { createTestEntra, managementScope, testTenant, type TestEntra } from "./testing/test-entra.ts";

const testdata = (name: string): string => readFileSync(new URL(`testing/testdata/${name}`, import.meta.url), "utf8");
const der = testdata("client.crt").replaceAll(/-----.*?-----|\s/g, "");
const certificateKey = createPrivateKey(testdata("client.key"));
const x5t = createHash("sha1").update(Buffer.from(der, "base64")).digest("base64url");
const x5t256 = createHash("sha256").update(Buffer.from(der, "base64")).digest("base64url");

const issuer = "https://eastus.oic.prod-aks.azure.com/tenant/cluster/";
const subject = "system:serviceaccount:default:workload";
const identityId = "/subscriptions/s/resourceGroups/g/providers/Microsoft.ManagedIdentity/userAssignedIdentities/i";
const cluster = generateKeyPair("ES256", { extractable: true });

let tenant: TestEntra;
/** Client id of an application with a secret, a certificate and a federated credential. */
let app: string;
let appObject: string;
let secret: string;

beforeEach(async () => {
  const clusterKeys = async (): Promise<readonly JWK[]> => [
    { ...(await exportJWK((await cluster).publicKey)), kid: "cluster-key" },
  ];
  tenant = await createTestEntra({
    issuerKeys: (asked) => (asked === issuer ? clusterKeys() : Promise.resolve(undefined)),
    federatedCredentialsOf: (id) =>
      Promise.resolve(id === identityId ? [{ issuer, subject, audiences: ["api://AzureADTokenExchange"] }] : []),
  });
  const { graph } = tenant;
  const created = (
    await graph("POST", "/applications", {
      displayName: "ci",
      keyCredentials: [{ type: "AsymmetricX509Cert", usage: "Verify", key: der }],
    })
  ).body;
  app = String(created["appId"]);
  appObject = String(created["id"]);
  await graph("POST", "/servicePrincipals", { appId: app });
  const password = await graph("POST", `/applications/${appObject}/addPassword`, { passwordCredential: {} });
  secret = String(password.body["secretText"]);
  await graph("POST", `/applications/${appObject}/federatedIdentityCredentials`, {
    name: "pod",
    issuer,
    subject,
    audiences: ["api://AzureADTokenExchange"],
  });
  await tenant.entra.directory.put({
    kind: "managedIdentity",
    objectId: "00000000-0000-0000-0000-00000000000a",
    appId: "00000000-0000-0000-0000-00000000000b",
    displayName: "i",
    resourceId: identityId,
  });
});

const seconds = (): number => Math.floor(tenant.clock.now() / 1000);

/** An assertion as az makes it of a certificate. */
async function ownAssertion(
  claims: JsonObject = {},
  header: Readonly<Record<string, string>> = { x5t },
  key: Parameters<SignJWT["sign"]>[0] = certificateKey,
): Promise<string> {
  const aud = `https://localhost:8443/${testTenant}/oauth2/v2.0/token`;
  const body = { aud, iss: app, sub: app, jti: "j", nbf: seconds(), exp: seconds() + 600, ...claims };
  const kept = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  return new SignJWT(kept).setProtectedHeader({ alg: "RS256", typ: "JWT", ...header }).sign(key);
}

/** A service account's token as a cluster issues it. */
async function podToken(claims: JsonObject = {}, kid = "cluster-key"): Promise<string> {
  const body = {
    iss: issuer,
    sub: subject,
    aud: ["api://AzureADTokenExchange"],
    nbf: seconds(),
    exp: seconds() + 3600,
    ...claims,
  };
  return new SignJWT(body).setProtectedHeader({ alg: "ES256", kid }).sign((await cluster).privateKey);
}

function byAssertion(client_assertion: string, client_id = app) {
  return tenant.token({
    grant_type: "client_credentials",
    client_id,
    client_assertion,
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    scope: managementScope,
  });
}

const bySecret = (fields: Readonly<Record<string, string>> = {}, path?: string) =>
  tenant.token(
    { grant_type: "client_credentials", client_id: app, client_secret: secret, scope: managementScope, ...fields },
    path,
  );

const unsigned = (header: JsonObject, claims: JsonObject): string =>
  [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".") + ".";

async function foreignKey() {
  return (await generateKeyPair("RS256")).privateKey;
}

describe("what is taken", () => {
  it("a secret", async () => {
    expect((await bySecret()).status).toBe(200);
  });

  it.each([
    ["its SHA-1 thumbprint", { x5t }],
    ["its SHA-256 thumbprint", { "x5t#S256": x5t256 }],
    ["a kid", { kid: Buffer.from(x5t, "base64url").toString("hex") }],
    ["another algorithm", { x5t, alg: "PS256" }],
  ])("a certificate by %s", async (_, header) => {
    const answer = await byAssertion(await ownAssertion({}, header as Record<string, string>));
    expect(answer.body).toMatchObject({ token_type: "Bearer" });
  });

  it("a pod's token, for an application and for a user-assigned identity", async () => {
    expect((await byAssertion(await podToken())).status).toBe(200);
    const { body } = await byAssertion(await podToken(), "00000000-0000-0000-0000-00000000000b");
    const { principal } = await tenant.entra.verify(String(body["access_token"]));
    expect(principal).toMatchObject({ kind: "managedIdentity", objectId: "00000000-0000-0000-0000-00000000000a" });
  });
});

type Refusal = readonly [
  row: keyof typeof oauthErrorTable,
  /** What makes it. */
  make: () => Promise<{ readonly status: number; readonly body: JsonObject }>,
  /** Of the text, besides the number. */
  text: RegExp,
];

const user = { grant_type: "password", client_id: "c", username: "made@byocni.local", password: "Right-1-pass" };

const refusals: readonly Refusal[] = [
  ["missingGrantType", () => bySecret({ grant_type: "" }), /'grant_type'/],
  ["missingClientId", () => bySecret({ client_id: "" }), /'client_id'/],
  ["missingRefreshToken", () => bySecret({ grant_type: "refresh_token" }), /'refresh_token'/],
  ["unsupportedGrant", () => bySecret({ grant_type: "device_code" }), /'device_code'/],
  [
    "tenantNotFound",
    () => bySecret({}, "/00000000-0000-0000-0000-0000000000ff/oauth2/v2.0/token"),
    /Tenant '00000000-0000-0000-0000-0000000000ff' not found/,
  ],
  ["invalidScope", () => bySecret({ scope: "https://management.azure.com/user_impersonation" }), /user_impersonation/],
  ["missingCredential", () => bySecret({ client_secret: "" }), /'client_secret' or 'request'/],
  [
    "applicationNotFound",
    async () => byAssertion(await podToken(), "00000000-0000-0000-0000-0000000000cc"),
    /was not found in the directory/,
  ],
  [
    "missingServicePrincipal",
    async () => {
      const { graph } = tenant;
      const record = await tenant.entra.directory.byAppId(app);
      await graph("DELETE", `/servicePrincipals/${record?.objectId}`);
      return bySecret();
    },
    /is missing service principal in the tenant/,
  ],
  [
    "disabledApplication",
    async () => {
      const record = await tenant.entra.directory.byAppId(app);
      await tenant.graph("PATCH", `/servicePrincipals/${record?.objectId}`, { accountEnabled: false });
      return bySecret();
    },
    /\(ci\) is disabled/,
  ],
  ["invalidSecret", () => bySecret({ client_secret: "wrong" }), /Invalid client secret provided/],
  [
    "expiredSecret",
    async () => {
      await tenant.clock.advance(3 * 366 * 24 * 3600 * 1000);
      return bySecret();
    },
    /are expired/,
  ],
  ["malformedAssertion", () => byAssertion("nonsense"), /malformed/],
  [
    "unsupportedAlgorithm",
    () => byAssertion(unsigned({ alg: "none", x5t }, { iss: app, sub: app, exp: 1 })),
    /'none' is not a supported signature algorithm/,
  ],
  ["missingThumbprint", async () => byAssertion(await ownAssertion({}, {})), /No certificate SHA-1 thumbprint/],
  ["missingClaim", async () => byAssertion(await ownAssertion({ aud: null })), /'aud' is missing/],
  ["assertionOfAnother", async () => byAssertion(await ownAssertion({ sub: "other" })), /doesn't match 'client_id'/],
  [
    "assertionAudience",
    async () => byAssertion(await ownAssertion({ aud: "https://login.microsoftonline.com/x/oauth2/token" })),
    /audience claim does not match/,
  ],
  [
    "assertionTimes",
    async () => byAssertion(await ownAssertion({ exp: seconds() - 1 })),
    /Current time: .*, assertion valid from .*, expiry time of assertion/,
  ],
  [
    "unknownCertificate",
    async () => byAssertion(await ownAssertion({}, { x5t: "AAAA" })),
    /Thumbprint of key used by client: '000000'/,
  ],
  [
    "expiredCertificate",
    async () => {
      await tenant.graph("PATCH", `/applications/${appObject}`, {
        keyCredentials: [
          { type: "AsymmetricX509Cert", usage: "Verify", key: der, endDateTime: "2020-01-01T00:00:00Z" },
        ],
      });
      return byAssertion(await ownAssertion());
    },
    /The key used is expired.*End=2020-01-01/,
  ],
  [
    "invalidSignature",
    async () => byAssertion(await ownAssertion({}, { x5t }, await foreignKey())),
    /signature value did not match/,
  ],
  [
    "federatedIssuer",
    async () => byAssertion(await podToken({ iss: "https://elsewhere.example/" })),
    /assertion issuer 'https:\/\/elsewhere\.example\/'/,
  ],
  ["federatedAudience", async () => byAssertion(await podToken({ aud: "sts" })), /assertion audience 'sts'/],
  [
    "federatedSubject",
    async () => byAssertion(await podToken({ sub: "system:serviceaccount:default:other" })),
    /assertion subject 'system:serviceaccount:default:other'/,
  ],
  ["federatedSignature", async () => byAssertion(await podToken({}, "other-key")), /key used by client: 'other-key'/],
  [
    "disabledUser",
    async () => {
      await makeUser(false);
      return tenant.token(user);
    },
    /account is disabled/,
  ],
  [
    "invalidPassword",
    async () => {
      await makeUser(true);
      return tenant.token({ ...user, password: "Wrong-1-pass" });
    },
    /invalid username or password/,
  ],
  ["invalidRefreshToken", () => bySecret({ grant_type: "refresh_token", refresh_token: "rt" }), /malformed or invalid/],
  [
    "expiredRefreshToken",
    async () => {
      const { body } = await tenant.token({ ...user, username: "anyone@byocni.local" });
      await tenant.clock.advance(91 * 24 * 3600 * 1000);
      return tenant.token({
        grant_type: "refresh_token",
        client_id: "c",
        refresh_token: String(body["refresh_token"]),
      });
    },
    /was inactive for 90\.00:00:00/,
  ],
];

function makeUser(accountEnabled: boolean) {
  return tenant.graph("POST", "/users", {
    accountEnabled,
    displayName: "made",
    mailNickname: "made",
    userPrincipalName: user.username,
    passwordProfile: { password: user.password },
  });
}

describe("what is refused", () => {
  it.each(refusals)("%s", async (row, make, text) => {
    const [error, number] = oauthErrorTable[row];
    const { status, body } = await make();
    expect(status).toBe(error === "invalid_client" ? 401 : 400);
    expect(body).toMatchObject({ error, error_codes: [number], correlation_id: expect.any(String) });
    const description = String(body["error_description"]);
    expect(description).toMatch(
      new RegExp(`^AADSTS${number}: .* Trace ID: \\S+ Correlation ID: \\S+ Timestamp: \\d{4}-\\d\\d-\\d\\d [\\d:]+Z$`),
    );
    expect(description).toMatch(text);
  });

  it("is every row of the table, each with its source", () => {
    expect(refusals.map(([row]) => row).toSorted()).toEqual(Object.keys(oauthErrorTable).toSorted());
    for (const [, , , source] of Object.values(oauthErrorTable)) expect(source).not.toBe("");
  });

  it.each([
    ["not valid yet", { nbf: 3600, exp: 7200 }],
    ["expired", { nbf: -7200, exp: -3600 }],
  ])("a pod's token that is %s", async (_, { nbf, exp }) => {
    const token = await podToken({ nbf: seconds() + nbf, exp: seconds() + exp });
    expect((await byAssertion(token)).body["error_codes"]).toEqual([700024]);
  });

  it("a pod's token whose signature is another's", async () => {
    const [header = "", , signature = ""] = (await podToken()).split(".");
    const [, claims = ""] = (await podToken({ jti: "other" })).split(".");
    expect((await byAssertion([header, claims, signature].join("."))).body["error_codes"]).toEqual([50013]);
  });

  it("a certificate of an application that has none", async () => {
    await tenant.graph("PATCH", `/applications/${appObject}`, { keyCredentials: [] });
    expect((await byAssertion(await ownAssertion())).body["error_codes"]).toEqual([700027]);
  });
});
