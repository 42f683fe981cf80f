import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { silentLogger, systemClock, systemRandom } from "@byocni/base/core";
import { networkCaller } from "@byocni/base/http";
import { createMemoryStoreHost, type StoreHost } from "@byocni/base/store";
import type { ClusterSpec } from "@byocni/azure/providers";
import { resources } from "@byocni/kube/client";
import { clusterCaller, clusterClient } from "../testing/cluster-client.ts";
import { testPool, testSpec } from "../testing/cluster-spec.ts";
import { dataDirectoryAt } from "@byocni/engine/instance";
import { createClusterHost, type EngineClusterHost } from "./cluster-host.ts";
import { aksServer } from "./entra-access.ts";

const spec = (count: number): ClusterSpec => testSpec(testPool("nodepool1", count));

let folder = "";
let stores: StoreHost;
let host: EngineClusterHost;
const signal = new AbortController().signal;
const open = (): Promise<EngineClusterHost> =>
  createClusterHost({
    directory: dataDirectoryAt(folder),
    stores,
    clock: systemClock,
    random: systemRandom,
    logger: silentLogger,
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "byocni-host-"));
  stores = createMemoryStoreHost();
  host = await open();
});
afterEach(async () => {
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

const names = async (): Promise<readonly string[]> => (await host.nodes("uid-1")).map(({ name }) => name);
const writeConflist = `echo '{"cniVersion":"1.0.0","name":"n","plugins":[{"type":"bridge"}]}' > /etc/cni/net.d/10-n.conflist`;

/** Asks until it is so: nodes report on their own. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error("waited in vain");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe("the cluster host", () => {
  it("registers every node before it says that a cluster is there, and none of them is Ready", async () => {
    await host.apply(spec(3), signal);
    const nodes = await host.nodes("uid-1");
    expect(nodes.map(({ ready }) => ready)).toEqual([false, false, false]);
    expect(nodes.map(({ address }) => address)).toEqual(["10.224.0.4", "10.224.0.5", "10.224.0.6"]);
  });

  it("signs for the issuer that a cluster is given, and shows the keys to who asks for it by name", async () => {
    const issuer = "https://eastus.oic.prod-aks.azure.com/t/c/";
    await host.apply({ ...spec(0), issuer }, signal);
    expect(await host.issuerKeys("https://elsewhere.example/")).toBeUndefined();
    const [key] = (await host.issuerKeys(issuer)) ?? [];
    const caller = await clusterCaller(host, "uid-1");
    const answer = await caller({
      method: "POST",
      path: "/api/v1/namespaces/default/serviceaccounts/default/token",
      body: { json: { spec: { audiences: ["api://AzureADTokenExchange"] } } },
    });
    const { status } = (await answer.json()) as { readonly status: { readonly token: string } };
    const [header = "", claims = ""] = status.token.split(".").map((part) => Buffer.from(part, "base64url").toString());
    expect(JSON.parse(header)).toMatchObject({ kid: key?.["kid"] });
    expect(JSON.parse(claims)).toMatchObject({ iss: issuer, sub: "system:serviceaccount:default:default" });
    await host.apply({ ...spec(0), issuer: "https://other.example/" }, signal);
    expect(await host.issuerKeys(issuer)).toBeUndefined();
  });

  it("sends users of Entra to kubelogin, and lets their tokens in by Azure's roles", async () => {
    await host.close();
    host = await createClusterHost({
      directory: dataDirectoryAt(folder),
      stores,
      clock: systemClock,
      random: systemRandom,
      logger: silentLogger,
      entra: {
        tenantId: "tenant",
        identify: (token) =>
          Promise.resolve({ audience: aksServer, objectId: token, userPrincipalName: undefined, groups: [] }),
        mayDo: (objectId, action) => Promise.resolve(objectId === "reader" && action.endsWith("/read")),
      },
    });
    await host.apply({ ...spec(0), entra: { azureRbac: true, adminGroups: [] } }, signal);
    const names = { cluster: "c", user: "u", context: "x" };
    const user = await host.kubeconfig("uid-1", "clusterUser", names);
    expect(user).toContain("command: kubelogin");
    expect(user).toContain(aksServer);
    expect(user).not.toContain("client-key-data");
    expect(await host.kubeconfig("uid-1", "clusterAdmin", names)).toContain("client-key-data");
    const { clusters } = parse(user) as {
      readonly clusters: readonly [{ readonly cluster: Readonly<Record<string, string>> }];
    };
    const [{ cluster }] = clusters;
    const ca = Buffer.from(cluster["certificate-authority-data"] ?? "", "base64").toString();
    const caller = networkCaller({ origin: cluster["server"] ?? "", ca });
    const ask = async (method: string, token: string) =>
      (
        await caller({
          method,
          path: "/api/v1/namespaces/default/pods",
          headers: { authorization: `Bearer ${token}` },
          ...(method === "POST" ? { body: { json: {} } } : {}),
        })
      ).status;
    expect(await ask("GET", "reader")).toBe(200);
    expect(await ask("POST", "reader")).toBe(403);
    expect(await ask("GET", "nobody")).toBe(403);
  });

  it("scales up and down", async () => {
    await host.apply(spec(1), signal);
    await host.apply(spec(3), signal);
    expect(await names()).toHaveLength(3);
    await host.apply(spec(2), signal);
    await until(async () => (await names()).length === 2);
    expect(await names()).toEqual(["aks-nodepool1-12345678-vmss000000", "aks-nodepool1-12345678-vmss000001"]);
  });

  it("runs a script on a node, whose readiness follows what the script leaves", async () => {
    await host.apply(spec(2), signal);
    const [first = ""] = await names();
    expect(await host.runOnNode("uid-1", first, writeConflist)).toMatchObject({ exitCode: 0 });
    await until(async () => (await host.nodes("uid-1")).filter(({ ready }) => ready).length === 1);
    expect((await host.nodes("uid-1")).find(({ ready }) => ready)?.name).toBe(first);
  });

  it("keeps nodes with their disks over a stop and over a new host on the same state", async () => {
    await host.apply(spec(1), signal);
    const [first = ""] = await names();
    await host.runOnNode("uid-1", first, writeConflist);
    await until(async () => (await host.nodes("uid-1")).every(({ ready }) => ready));
    await host.stop("uid-1");
    await expect(host.nodes("uid-1")).rejects.toThrow("stopped");
    await host.start("uid-1");
    expect((await host.runOnNode("uid-1", first, "ls /etc/cni/net.d")).stdout.trim()).toBe("10-n.conflist");
    await host.close();
    host = await open();
    const { done } = await host.restore();
    await done;
    expect((await host.runOnNode("uid-1", first, "ls /etc/cni/net.d")).stdout.trim()).toBe("10-n.conflist");
    expect(await names()).toEqual([first]);
  });

  it("lets callers wait, from the moment it is restored, until the API server is there", async () => {
    await host.apply(spec(1), signal);
    const [summary] = await host.summaries();
    const ca = readFileSync(join(dataDirectoryAt(folder).cluster("uid-1"), "ca.crt"), "utf8");
    await host.close();
    host = await open();
    const { done } = await host.restore();
    let isUp = false;
    void done.then(() => (isUp = true));
    const caller = networkCaller({ origin: summary?.server ?? "", ca });
    const reply = caller({ method: "GET", path: "/livez" });
    expect(isUp).toBe(false);
    expect((await reply).status).toBe(200);
    await done;
  });

  it("gives a kubeconfig for the port that the cluster keeps", async () => {
    await host.apply(spec(1), signal);
    const yaml = await host.kubeconfig("uid-1", "clusterUser", { cluster: "mine", user: "u", context: "c" });
    const [summary] = await host.summaries();
    expect(yaml).toContain(summary?.server);
    expect(yaml).toContain("current-context: c");
    // az merges a kubeconfig without asking only where nothing differs.
    expect(await host.kubeconfig("uid-1", "clusterUser", { cluster: "mine", user: "u", context: "c" })).toBe(yaml);
  });

  it("takes single machines away, and a later description with as many adds none", async () => {
    await host.apply(spec(3), signal);
    const [, second = ""] = await names();
    await host.removeNodes?.("uid-1", [second, "absent"]);
    await until(async () => (await names()).length === 2);
    await host.apply(spec(2), signal);
    expect(await names()).toEqual(["aks-nodepool1-12345678-vmss000000", "aks-nodepool1-12345678-vmss000002"]);
  });

  it("makes kubeconfigs of before useless by new certificates, and keeps the nodes", async () => {
    await host.apply(spec(1), signal);
    const before = await names();
    const named = { cluster: "mine", user: "u", context: "c" };
    const authorityOf = (yaml: string): string => /certificate-authority-data: (\S+)/.exec(yaml)?.[1] ?? "";
    const old = authorityOf(await host.kubeconfig("uid-1", "clusterUser", named));
    await host.rotateCertificates?.("uid-1");
    expect(authorityOf(await host.kubeconfig("uid-1", "clusterUser", named))).not.toBe(old);
    expect(await names()).toEqual(before);
  });

  it("lets each credential do what AKS lets it do, and all of them everything without RBAC", async () => {
    await host.apply(spec(1), signal);
    const admin = await clusterClient(host, "uid-1");
    const monitor = await clusterClient(host, "uid-1", "clusterMonitoringUser");
    expect((await admin.list(resources.secrets)).items).toBeDefined();
    expect((await monitor.list(resources.nodes)).items).toHaveLength(1);
    await expect(monitor.list(resources.secrets)).rejects.toThrow(/forbidden/);
    const open = { ...spec(1), uid: "uid-2", rbac: false };
    await host.apply(open, signal);
    const other = await clusterClient(host, "uid-2", "clusterMonitoringUser");
    expect((await other.list(resources.secrets)).items).toBeDefined();
  });

  it("gives the cluster another key for tokens of service accounts, and the old tokens hold", async () => {
    await host.apply(spec(1), signal);
    const keys = async (): Promise<readonly { kid: string }[]> => {
      const caller = await clusterCaller(host, "uid-1");
      const reply = await caller({ method: "GET", path: "/openid/v1/jwks" });
      expect(reply.status).toBe(200);
      return ((await reply.json()) as { keys: readonly { kid: string }[] }).keys;
    };
    const [before] = await keys();
    await host.rotateServiceAccountKeys?.("uid-1");
    const after = await keys();
    expect(after.map(({ kid }) => kid)).toEqual([expect.not.stringMatching(before?.kid ?? ""), before?.kid]);
    expect(await names()).toHaveLength(1);
  });

  it("leaves nothing of a deleted cluster, and does not mind deleting twice", async () => {
    await host.apply(spec(1), signal);
    await host.delete("uid-1");
    await host.delete("uid-1");
    expect(await host.summaries()).toEqual([]);
    expect((await stores.names()).filter((name) => name.includes("uid-1"))).toEqual([]);
  });
});
