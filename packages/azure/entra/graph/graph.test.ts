import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { graphErrorTable } from "../index.ts";
import { createTestEntra, type EntraAnswer, type TestEntra } from "../testing/test-entra.ts";

const certificate = readFileSync(new URL("../testing/testdata/client.crt", import.meta.url), "utf8");
const der = certificate.replaceAll(/-----.*?-----|\s/g, "");

let tenant: TestEntra;
let graph: TestEntra["graph"];

beforeEach(async () => {
  tenant = await createTestEntra();
  ({ graph } = tenant);
});

const newUser = (name: string, more: JsonObject = {}) =>
  graph("POST", "/users", {
    accountEnabled: true,
    displayName: name,
    mailNickname: name,
    userPrincipalName: `${name}@byocni.local`,
    passwordProfile: { password: "Right-1-pass", forceChangePasswordNextSignIn: false },
    ...more,
  });
const newGroup = (name: string) =>
  graph("POST", "/groups", { displayName: name, mailNickname: name, mailEnabled: false, securityEnabled: true });
const idOf = ({ body }: EntraAnswer): string => String(body["id"]);
const reference = (id: string) => ({ "@odata.id": `https://localhost:8443/graph/v1.0/directoryObjects/${id}` });
const values = ({ body }: EntraAnswer): readonly JsonObject[] => body["value"] as unknown as readonly JsonObject[];

describe("users", () => {
  it("are made, found, changed and removed as az ad user does", async () => {
    const made = await newUser("ann");
    expect(made).toMatchObject({ status: 201, body: { userPrincipalName: "ann@byocni.local", mailNickname: "ann" } });
    expect(JSON.stringify(made.body)).not.toContain("Right-1-pass");
    const filter = encodeURIComponent("startswith(displayName,'an')");
    expect(values(await graph("GET", `/users?$filter=${filter}`))).toHaveLength(1);
    expect((await graph("PATCH", "/users/ann@byocni.local", { displayName: "Ann", jobTitle: "x" })).status).toBe(204);
    expect((await graph("GET", `/users/${idOf(made)}`)).body).toMatchObject({ displayName: "Ann", jobTitle: "x" });
    expect((await graph("DELETE", `/users/${idOf(made)}`)).status).toBe(204);
    expect((await graph("GET", `/users/${idOf(made)}`)).status).toBe(404);
  });

  it("sign in with the password that they were given", async () => {
    const made = await newUser("ann");
    const sign = (password: string) =>
      tenant.token({ grant_type: "password", client_id: "c", username: "ANN@byocni.local", password });
    const { body } = await sign("Right-1-pass");
    const { principal } = await tenant.entra.verify(String(body["access_token"]));
    expect(principal).toMatchObject({ kind: "user", objectId: idOf(made), displayName: "ann@byocni.local" });
    await graph("PATCH", `/users/${idOf(made)}`, { passwordProfile: { password: "Other-1-pass" } });
    expect((await sign("Right-1-pass")).body["error_codes"]).toEqual([50126]);
    expect((await sign("Other-1-pass")).status).toBe(200);
  });

  it("are the caller's own self", async () => {
    const { body } = await tenant.token({ grant_type: "password", client_id: "c", username: "me@x", password: "p" });
    const me = await tenant.call("GET", "/graph/v1.0/me", undefined, {
      authorization: `Bearer ${String(body["access_token"])}`,
    });
    expect(me.body).toMatchObject({ userPrincipalName: "me@x", "@odata.type": "#microsoft.graph.user" });
  });
});

describe("groups", () => {
  it("hold members, also through other groups", async () => {
    const [ann, bob] = [idOf(await newUser("ann")), idOf(await newUser("bob"))];
    const [outer, inner] = [idOf(await newGroup("outer")), idOf(await newGroup("inner"))];
    const add = (group: string, member: string) => graph("POST", `/groups/${group}/members/$ref`, reference(member));
    expect((await add(outer, inner)).status).toBe(204);
    expect((await add(inner, ann)).status).toBe(204);
    // A ring of groups ends, too.
    expect((await add(inner, outer)).status).toBe(204);
    expect(values(await graph("GET", `/groups/${outer}/members`)).map(({ id }) => id)).toEqual([inner]);
    const check = async (member: string) =>
      (await graph("POST", `/directoryObjects/${member}/checkMemberGroups`, { groupIds: [outer] })).body["value"];
    expect(await check(ann)).toEqual([outer]);
    expect(await check(bob)).toEqual([]);
    const { body } = await graph("POST", `/users/${ann}/getMemberGroups`, { securityEnabledOnly: true });
    expect(new Set(body["value"] as unknown as string[])).toEqual(new Set([inner, outer]));
    expect(values(await graph("GET", `/users/${ann}/memberOf`)).map(({ id }) => id)).toEqual([inner]);
    expect(await tenant.entra.directory.memberOf(ann.toUpperCase())).toHaveLength(2);
    expect((await graph("DELETE", `/groups/${inner}/members/${ann}/$ref`)).status).toBe(204);
    expect(await check(ann)).toEqual([]);
  });

  it("forget who is removed from the directory", async () => {
    const [ann, group] = [idOf(await newUser("ann")), idOf(await newGroup("group"))];
    await graph("POST", `/groups/${group}/members/$ref`, reference(ann));
    await graph("DELETE", `/users/${ann}`);
    expect(values(await graph("GET", `/groups/${group}/members`))).toEqual([]);
    await graph("DELETE", `/groups/${group}`);
    expect(await tenant.entra.directory.memberOf(ann)).toEqual([]);
  });
});

describe("applications", () => {
  it("keep what they are told and show no secret", async () => {
    const made = await graph("POST", "/applications", {
      displayName: "app",
      signInAudience: "AzureADMultipleOrgs",
      web: { redirectUris: ["https://x"] },
      keyCredentials: [{ type: "AsymmetricX509Cert", usage: "Verify", key: der }],
    });
    expect(made.body).toMatchObject({
      displayName: "app",
      signInAudience: "AzureADMultipleOrgs",
      web: { redirectUris: ["https://x"] },
      keyCredentials: [{ type: "AsymmetricX509Cert", displayName: "CN=byocni test client", key: null }],
    });
    const [known] = made.body["keyCredentials"] as unknown as readonly JsonObject[];
    const path = `/applications/${idOf(made)}`;
    // A certificate is added by sending the known ones back without their keys.
    await graph("PATCH", path, { keyCredentials: [known ?? {}, { key: der, displayName: "second" }] });
    expect((await graph("GET", path)).body["keyCredentials"]).toMatchObject([known, { displayName: "second" }]);
    await graph("PATCH", path, { displayName: "renamed", web: null });
    expect((await graph("GET", path)).body).toMatchObject({ displayName: "renamed", identifierUris: [] });
    expect((await graph("GET", path)).body).not.toHaveProperty("web");
  });

  it("go with their principals", async () => {
    const { body } = await graph("POST", "/applications", { displayName: "app" });
    const principal = await graph("POST", "/servicePrincipals", { appId: String(body["appId"]) });
    expect((await graph("GET", `/servicePrincipals/${idOf(principal)}`)).status).toBe(200);
    await graph("DELETE", `/applications(appId='${String(body["appId"])}')`);
    expect((await graph("GET", `/servicePrincipals/${idOf(principal)}`)).status).toBe(404);
  });

  it("have federated credentials", async () => {
    const path = `/applications/${idOf(await graph("POST", "/applications", { displayName: "app" }))}/federatedIdentityCredentials`;
    const credential = { name: "ci", issuer: "https://i", subject: "s", audiences: ["a"] };
    const made = await graph("POST", path, credential);
    expect(made).toMatchObject({ status: 201, body: credential });
    expect(values(await graph("GET", path))).toMatchObject([credential]);
    expect((await graph("PATCH", `${path}/ci`, { subject: "other" })).status).toBe(204);
    expect((await graph("GET", `${path}/${idOf(made)}`)).body).toMatchObject({ ...credential, subject: "other" });
    expect((await graph("DELETE", `${path}/${idOf(made)}`)).status).toBe(204);
    expect(values(await graph("GET", path))).toEqual([]);
  });

  it("have owners", async () => {
    const path = `/applications/${idOf(await graph("POST", "/applications", { displayName: "app" }))}/owners`;
    const ann = idOf(await newUser("ann"));
    expect((await graph("POST", `${path}/$ref`, reference(ann))).status).toBe(204);
    expect(values(await graph("GET", path)).map(({ id }) => id)).toEqual([ann]);
    expect((await graph("DELETE", `${path}/${ann}/$ref`)).status).toBe(204);
    expect(values(await graph("GET", path))).toEqual([]);
  });
});

const unknown = "00000000-0000-0000-0000-0000000000ff";

async function application(): Promise<{ readonly appId: string; readonly path: string }> {
  const made = await graph("POST", "/applications", { displayName: "app" });
  return { appId: String(made.body["appId"]), path: `/applications/${idOf(made)}` };
}

const refusals: readonly (readonly [keyof typeof graphErrorTable, () => Promise<EntraAnswer>, RegExp])[] = [
  ["unauthenticated", () => tenant.call("GET", "/graph/v1.0/me"), /token is empty or invalid/],
  ["notFound", () => graph("GET", `/groups/${unknown}`), new RegExp(`Resource '${unknown}' does not exist`)],
  ["badRequest", () => graph("GET", "/users?$filter=displayName"), /Syntax error/],
  ["missingValue", () => graph("POST", "/groups", { displayName: "g", mailNickname: "g" }), /'mailEnabled'/],
  [
    "sameValue",
    async () => {
      await newUser("ann");
      return newUser("ann");
    },
    /property userPrincipalName already exists/,
  ],
  [
    "alreadyMember",
    async () => {
      const [ann, group] = [idOf(await newUser("ann")), idOf(await newGroup("group"))];
      await graph("POST", `/groups/${group}/members/$ref`, reference(ann));
      return graph("POST", `/groups/${group}/members/$ref`, reference(ann));
    },
    /already exist for the following modified properties: 'members'/,
  ],
  ["weakPassword", () => newUser("ann", { passwordProfile: { password: "short" } }), /complexity requirements/],
  [
    "principalExists",
    async () => {
      const { appId } = await application();
      await graph("POST", "/servicePrincipals", { appId });
      return graph("POST", "/servicePrincipals", { appId });
    },
    /is already in use/,
  ],
  [
    "credentialExists",
    async () => {
      const path = `${(await application()).path}/federatedIdentityCredentials`;
      const credential = { name: "ci", issuer: "https://i", subject: "s", audiences: ["a"] };
      await graph("POST", path, credential);
      return graph("POST", path, credential);
    },
    /with name ci already exists/,
  ],
  [
    "noSuchPassword",
    async () => graph("POST", `${(await application()).path}/removePassword`, { keyId: unknown }),
    /No password credential found/,
  ],
  [
    "invalidCertificate",
    () => graph("POST", "/applications", { displayName: "app", keyCredentials: [{ key: "AAAA" }] }),
    /Key credential 0/,
  ],
  ["notImplemented", () => graph("POST", "/policies", {}), /does not have the Graph call POST \/policies/],
];

describe("refusals", () => {
  it.each(refusals)("%s", async (row, make, text) => {
    const [status, code] = graphErrorTable[row];
    const answer = await make();
    expect(answer).toMatchObject({ status, body: { error: { code } } });
    expect((answer.body["error"] as unknown as { message: string }).message).toMatch(text);
  });

  it("are every row of the table, each with its source", () => {
    expect(refusals.map(([row]) => row).toSorted()).toEqual(Object.keys(graphErrorTable).toSorted());
    for (const [, , , source] of Object.values(graphErrorTable)) expect(source).not.toBe("");
  });
});
