import { createServer } from "node:net";
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { networkCaller } from "@byocni/base/http";
import { missingReason, run } from "../support/clients.ts";
import { type TestEngine, repository, startTestEngine } from "../support/engine.ts";

const subscription = "/subscriptions/00000000-0000-0000-0000-000000000001";
const clusters = `${subscription}/resourceGroups/group/providers/Microsoft.ContainerService/managedClusters`;
const launcher = join(repository, "packages", "cli", "bin", "byocni.mjs");

let engine: TestEngine;
let ca = "";
let token = "";

beforeAll(async () => {
  engine = await startTestEngine();
  ca = readFileSync(join(engine.dataDir, "authority", "ca.crt"), "utf8");
  const reply = await networkCaller({ origin: engine.origin, ca })({
    method: "POST",
    path: "/adfs/oauth2/token",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: {
      bytes: Buffer.from(
        "grant_type=client_credentials&client_id=00000000-0000-0000-0000-000000000004&client_secret=byocni&scope=https://management.core.windows.net//.default",
      ),
    },
  });
  token = ((await reply.json()) as { readonly access_token: string }).access_token;
  await call("PUT", `${subscription}/resourcegroups/group?api-version=2024-11-01`, '{"location":"eastus"}');
});
afterAll(() => engine.close());

async function call(
  method: string,
  path: string,
  body?: string,
  bearer: string = token,
  headers: Readonly<Record<string, string>> = {},
) {
  const reply = await networkCaller({ origin: engine.origin, ca })({
    method,
    path,
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: { bytes: Buffer.from(body) } }),
  });
  const text = await reply.text();
  const { error } = (text ? JSON.parse(text) : {}) as {
    readonly error?: {
      readonly code: string;
      readonly message: string;
      readonly additionalInfo?: readonly { readonly info: unknown }[];
    };
  };
  return {
    status: reply.status,
    code: error?.code,
    message: error?.message ?? "",
    violation: error?.additionalInfo?.[0]?.info,
  };
}

const version = "?api-version=2025-03-01";
const cluster = JSON.stringify({
  location: "eastus",
  properties: {
    dnsPrefix: "x",
    agentPoolProfiles: [{ name: "nodepool1", count: 1, mode: "System" }],
    networkProfile: { networkPlugin: "none" },
  },
});
const deployment = (template: string): string => `{"properties":{"mode":"Incremental","template":${template}}}`;
const deployments = `${subscription}/resourcegroups/group/providers/Microsoft.Resources/deployments/bad${"?api-version=2024-11-01"}`;

describe("Resource Manager refuses, and goes on", () => {
  it.each([
    {
      what: "JSON that is cut off",
      path: `${clusters}/a${version}`,
      body: '{"location":',
      status: 400,
      code: "InvalidRequestContent",
    },
    {
      what: "an array as a body",
      path: `${clusters}/a${version}`,
      body: "[]",
      status: 400,
      code: "InvalidRequestContent",
    },
    { what: "no api-version", path: `${clusters}/a`, body: cluster, status: 400, code: "MissingApiVersionParameter" },
    {
      what: "an api-version that never was",
      path: `${clusters}/a?api-version=2019-13-01`,
      body: cluster,
      status: 400,
      code: "InvalidApiVersionParameter",
    },
    {
      what: "an api-version that AKS never had",
      path: `${clusters}/a?api-version=2015-01-01`,
      body: cluster,
      status: 400,
      code: "NoRegisteredProviderFound",
    },
    {
      what: "an unknown provider",
      path: `${subscription}/resourceGroups/group/providers/Microsoft.Nonsense/things/a${version}`,
      body: "{}",
      status: 404,
      code: "InvalidResourceNamespace",
    },
    {
      what: "an unknown type",
      path: `${subscription}/resourceGroups/group/providers/Microsoft.ContainerService/things/a${version}`,
      body: "{}",
      status: 404,
      code: "InvalidResourceType",
    },
    {
      what: "an unknown group",
      path: `${clusters.replace("group/", "absent/")}/a${version}`,
      body: cluster,
      status: 404,
      code: "ResourceGroupNotFound",
    },
    {
      what: "a cluster name with a dot",
      path: `${clusters}/a.b${version}`,
      body: cluster,
      status: 400,
      code: "InvalidParameter",
    },
    {
      what: "a cluster name that ends with a hyphen",
      path: `${clusters}/a-${version}`,
      body: cluster,
      status: 400,
      code: "InvalidParameter",
    },
    {
      what: "a cluster name of 64 letters",
      path: `${clusters}/${"a".repeat(64)}${version}`,
      body: cluster,
      status: 400,
      code: "InvalidParameter",
    },
    {
      what: "a path that climbs",
      path: `${clusters}/..%2Fb${version}`,
      body: cluster,
      status: 400,
      code: "InvalidRequestUri",
    },
    {
      what: "a body of 5 MB",
      path: `${clusters}/a${version}`,
      body: JSON.stringify({ location: "eastus", tags: { big: "x".repeat(5 << 20) } }),
      status: 413,
      code: "RequestContentTooLarge",
    },
    { what: "a template that is cut off", path: deployments, body: deployment('{"resources": ['), status: 400 },
    {
      what: "a template with an expression that is cut off",
      path: deployments,
      body: deployment(
        '{"$schema":"https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#","contentVersion":"1.0.0.0","resources":[],"outputs":{"a":{"type":"string","value":"[concat(1,]"}}}',
      ),
      status: 400,
      code: "InvalidTemplate",
    },
    {
      what: "a template that uses what it does not declare",
      path: deployments,
      body: deployment(
        '{"$schema":"https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#","contentVersion":"1.0.0.0","resources":[],"outputs":{"a":{"type":"string","value":"[parameters(\'pod-cidr\')]"}}}',
      ),
      status: 400,
      code: "InvalidTemplate",
    },
  ])("$what", async ({ path, body, status, code }) => {
    const answer = await call("PUT", path, body);
    expect(answer.status, answer.message).toBe(status);
    if (code) expect(answer.code).toBe(code);
    expect(answer.message).not.toBe("");
    expect((await call("GET", `${subscription}/resourcegroups/group?api-version=2024-11-01`)).status).toBe(200);
  });

  it("an api-version that does not know none, where AKS's rules of today are asked for", async () => {
    const path = `${clusters}/a?api-version=2021-05-01`;
    const refused = await call("PUT", path, cluster, token, { "x-byocni-strictness": "current" });
    expect(refused.status, refused.message).toBe(400);
    expect(refused.code).toBe("ByocniApiVersionTooOld");
  });

  it("names the place of a fault in a template", async () => {
    const { violation } = await call(
      "PUT",
      deployments,
      deployment(
        '{"$schema":"https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",\n"contentVersion":"1.0.0.0",\n"parameters":{"a":{"type":"strin"}},"resources":[]}',
      ),
    );
    expect(violation).toMatchObject({ lineNumber: 3, path: expect.stringContaining("parameters.a") as string });
  });

  it.each([
    { what: "no token", bearer: "" },
    { what: "text that is no token", bearer: "nonsense" },
    {
      what: "a token without signature",
      bearer: `${Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url")}.${Buffer.from('{"aud":"https://management.core.windows.net/","exp":9999999999}').toString("base64url")}.`,
    },
    { what: "a token whose text was changed", bearer: "changed" },
  ])("$what", async ({ what, bearer }) => {
    const [head = "", , signature = ""] = token.split(".");
    const forged = `${head}.${Buffer.from('{"aud":"https://management.core.windows.net/","exp":9999999999,"oid":"00000000-0000-0000-0000-000000000003"}').toString("base64url")}.${signature}`;
    const answer = await call(
      "GET",
      `${subscription}/resourcegroups?api-version=2024-11-01`,
      undefined,
      what.includes("changed") ? forged : bearer,
    );
    expect(answer.status).toBe(401);
    expect(answer.code).toMatch(/^(InvalidAuthenticationToken|AuthenticationFailed)/);
  });
});

describe("a start that cannot be", () => {
  const up = (...args: readonly string[]) => run(process.execPath, [launcher, "up", ...args]);
  const fresh = (): string => mkdtempSync(join(tmpdir(), "byocni-bad-"));

  it("on a port in use names the port", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const { code, stderr } = await up("--port", String(port), "--data-dir", fresh());
    server.close();
    expect(code).toBe(69);
    expect(stderr).toContain(`port ${port}`);
    expect(stderr).toContain("--port");
  });

  it("in a second engine on one data directory names the first", async () => {
    const { code, stderr } = await up("--port", "0", "--data-dir", engine.dataDir);
    expect(code).toBe(1);
    expect(stderr).toContain(engine.dataDir);
    expect(stderr).toContain(engine.origin);
    expect((await call("GET", `${subscription}/resourcegroups?api-version=2024-11-01`)).status).toBe(200);
  });

  it("in the background says the same as in the foreground", async () => {
    const { code, stderr } = await up("--detach", "--port", "0", "--data-dir", engine.dataDir);
    expect(code).toBe(1);
    expect(stderr).toContain(engine.origin);
  });

  it("in a place that is a file, or cannot be written", async () => {
    const folder = fresh();
    const file = join(folder, "file");
    writeFileSync(file, "");
    const onFile = await up("--port", "0", "--data-dir", file);
    expect(onFile.code).toBe(73);
    expect(onFile.stderr).toContain(file);
    if (process.getuid?.() === 0) return; // root may write everywhere
    chmodSync(folder, 0o500);
    const readOnly = await up("--port", "0", "--data-dir", join(folder, "inner"));
    expect(readOnly.code).toBe(73);
    expect(readOnly.stderr).toContain("permission denied");
  });

  it("with data that is no database says so and leaves it alone", async () => {
    const folder = fresh();
    writeFileSync(join(folder, "state.db"), "this is not a database, but it may be dear to someone");
    const { code, stderr } = await up("--port", "0", "--data-dir", folder);
    expect(code).toBe(69);
    expect(stderr).toContain("state.db");
    expect(readFileSync(join(folder, "state.db"), "utf8")).toContain("dear to someone");
  });

  it("with a word that is no option suggests the right one", async () => {
    const { code, stderr } = await up("--prot", "1");
    expect(code).toBe(64);
    expect(stderr).toContain("--port");
  });
});

const reason = missingReason("kubectl");
describe.skipIf(reason)(reason ?? "Kubernetes refuses, and goes on", () => {
  beforeAll(async () => {
    const created = await engine.byocni(
      "cluster",
      "create",
      "target",
      "--resource-group",
      "group",
      "--node-count",
      "1",
    );
    expect(created.code, created.stderr).toBe(0);
    await engine.byocni("cluster", "credentials", "target", "--resource-group", "group");
  });

  it.each([
    { what: "a manifest that is not YAML", text: "kind: [", says: /error (converting YAML|parsing)/i },
    {
      what: "an unknown kind",
      text: "apiVersion: v1\nkind: Nonsense\nmetadata:\n  name: a\n",
      says: /no matches for kind "Nonsense"/,
    },
    {
      what: "an unknown field",
      text: "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndatum: {}\n",
      says: /unknown field "datum"/,
    },
    {
      what: "a pod without containers",
      text: "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec: {}\n",
      says: /spec.containers: Required value/,
    },
    {
      what: "an illegal name",
      text: "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: A_b\n",
      says: /RFC 1123 subdomain/,
    },
    {
      what: "an absent namespace",
      text: "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  namespace: absent\n",
      says: /namespaces "absent" not found/,
    },
  ])("$what", async ({ text, says }) => {
    const file = join(engine.home, "bad.yaml");
    writeFileSync(file, text);
    const { code, stderr } = await engine.kubectl("apply", "-f", file);
    expect(code).toBe(1);
    expect(stderr).toMatch(says);
    expect((await engine.kubectl("get", "nodes")).code).toBe(0);
  });
});
