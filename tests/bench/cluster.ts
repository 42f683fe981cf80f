import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type HttpCaller, networkCaller } from "@byocni/base/http";
import { dataDirectoryAt, defaultLogin, readInstance } from "@byocni/engine/instance";

/** What the bench looks at in an object. */
interface KubeObject {
  readonly kind?: string;
  readonly metadata: { readonly name: string; readonly resourceVersion?: string };
  readonly status?: {
    readonly phase?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}
interface KubeList {
  readonly metadata: { readonly resourceVersion: string };
  readonly items: readonly KubeObject[];
}

/** A cluster as a client outside the engine's process sees it. */
export interface BenchCluster {
  /** Milliseconds from the PUT until its operation had succeeded: every node is registered then. */
  readonly registeredMs: number;
  /** Applies the reference CNI, document by document. */
  applyCni(): Promise<void>;
  /** Settles, by a watch, when every node is Ready. */
  allReady(): Promise<void>;
  /** Settles, by a watch, when every pod runs. */
  allRunning(): Promise<void>;
  /** Every node and pod as it is now. */
  objects(): Promise<readonly unknown[]>;
}

const manifest = fileURLToPath(new URL("../../examples/cni/reference-cni.yaml", import.meta.url));
const group = `/subscriptions/${defaultLogin.subscriptionId}/resourceGroups/bench`;
const apiVersion = "api-version=2025-05-01";

/** Where the kinds of the manifest live. */
const collections: Readonly<Record<string, string>> = {
  ServiceAccount: "/api/v1/namespaces/kube-system/serviceaccounts",
  ConfigMap: "/api/v1/namespaces/kube-system/configmaps",
  DaemonSet: "/apis/apps/v1/namespaces/kube-system/daemonsets",
};

/** Creates a cluster of so many nodes over HTTPS, in the engine that runs on a data directory. */
export async function createCluster(folder: string, name: string, nodes: number): Promise<BenchCluster> {
  const cluster = `${group}/providers/Microsoft.ContainerService/managedClusters/${name}`;
  const directory = dataDirectoryAt(folder);
  const instance = readInstance(directory.instanceFile);
  if (!instance) throw new Error(`no engine runs on ${folder}`);
  const ca = readFileSync(join(directory.authority, "ca.crt"), "utf8");
  const arm = networkCaller({
    origin: instance.origin,
    ca,
    token: await login(networkCaller({ origin: instance.origin, ca })),
  });
  await answer(arm, "PUT", `${group}?api-version=2021-04-01`, { location: "eastus" });
  const begin = performance.now();
  await answer(arm, "PUT", `${cluster}?${apiVersion}`, {
    location: "eastus",
    identity: { type: "SystemAssigned" },
    properties: {
      dnsPrefix: name,
      agentPoolProfiles: [{ name: "nodepool1", count: nodes, mode: "System", vmSize: "Standard_D4s_v5" }],
      networkProfile: { networkPlugin: "none", podCidr: "10.244.0.0/16" },
    },
  });
  for (let state = ""; state !== "Succeeded"; await new Promise((resolve) => setTimeout(resolve, 5))) {
    const shown = (await answer(arm, "GET", `${cluster}?${apiVersion}`)) as {
      readonly properties: { readonly provisioningState: string };
    };
    state = shown.properties.provisioningState;
    if (state === "Failed" || state === "Canceled") throw new Error(`the cluster is ${state}`);
    if (state === "Succeeded") break;
  }
  const registeredMs = performance.now() - begin;
  const credentials = (await answer(arm, "POST", `${cluster}/listClusterAdminCredential?${apiVersion}`)) as {
    readonly kubeconfigs: readonly [{ readonly value: string }];
  };
  return openCluster(Buffer.from(credentials.kubeconfigs[0].value, "base64").toString("utf8"), registeredMs);
}

function openCluster(kubeconfig: string, registeredMs: number): BenchCluster {
  const value = (key: string): string => new RegExp(`${key}: "?([^"\\s]+)`).exec(kubeconfig)?.[1] ?? "";
  const pem = (key: string): string => Buffer.from(value(key), "base64").toString("utf8");
  const kube = networkCaller({
    origin: value("server"),
    ca: pem("certificate-authority-data"),
    cert: pem("client-certificate-data"),
    key: pem("client-key-data"),
  });

  /** Lists, then watches, until every object is as wanted. */
  async function follow(path: string, isDone: (object: KubeObject) => boolean): Promise<void> {
    const list = (await answer(kube, "GET", path)) as KubeList;
    const open = new Set(list.items.filter((item) => !isDone(item)).map(({ metadata }) => metadata.name));
    if (open.size === 0) return;
    const stop = new AbortController();
    const reply = await kube({
      method: "GET",
      path: `${path}?watch=true&resourceVersion=${list.metadata.resourceVersion}`,
      signal: stop.signal,
    });
    for await (const event of reply.jsonStream()) {
      const { type, object } = event as { readonly type: string; readonly object: KubeObject };
      if (type === "DELETED" || isDone(object)) open.delete(object.metadata.name);
      else open.add(object.metadata.name);
      if (open.size === 0) break;
    }
    stop.abort();
    if (open.size > 0) throw new Error(`the watch of ${path} ended early`);
  }
  const isReady = ({ status }: KubeObject): boolean =>
    status?.conditions?.some((condition) => condition.type === "Ready" && condition.status === "True") ?? false;

  return {
    registeredMs,
    async applyCni() {
      for (const document of readFileSync(manifest, "utf8").split(/^---$/m)) {
        const kind = /^kind: (\S+)/m.exec(document)?.[1];
        const name = /^ {2}name: (\S+)/m.exec(document)?.[1];
        if (kind === undefined || name === undefined) continue;
        const reply = await kube({
          method: "PATCH",
          path: `${collections[kind] ?? ""}/${name}?fieldManager=bench`,
          headers: { "content-type": "application/apply-patch+yaml" },
          body: { bytes: Buffer.from(document) },
        });
        if (reply.status >= 300) throw new Error(`${kind} ${name}: ${reply.status} ${await reply.text()}`);
      }
    },
    allReady: () => follow("/api/v1/nodes", isReady),
    allRunning: () => follow("/api/v1/pods", ({ status }) => status?.phase === "Running"),
    async objects() {
      const lists = await Promise.all(
        ["/api/v1/nodes", "/api/v1/pods"].map((path) => answer(kube, "GET", path) as Promise<KubeList>),
      );
      return lists.flatMap(({ items }) => items);
    },
  };
}

async function login(anonymous: HttpCaller): Promise<string> {
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: defaultLogin.clientId,
    client_secret: defaultLogin.clientSecret,
    scope: "https://management.core.windows.net//.default",
  });
  const reply = await anonymous({
    method: "POST",
    path: `/${defaultLogin.tenantId}/oauth2/v2.0/token`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: { bytes: Buffer.from(form.toString()) },
  });
  const { access_token: token } = (await reply.json()) as { readonly access_token?: string };
  if (token === undefined) throw new Error(`no token: the engine answered ${reply.status}`);
  return token;
}

async function answer(caller: HttpCaller, method: string, path: string, json?: unknown): Promise<unknown> {
  const reply = await caller({ method, path, ...(json === undefined ? {} : { body: { json } }) });
  const text = await reply.text();
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
  return text === "" ? undefined : (JSON.parse(text) as unknown);
}
