import { type HttpCaller, networkCaller } from "@byocni/base/http";
import { parse, parseAllDocuments } from "yaml";
import { CommandError } from "../command.ts";

/** A Kubernetes object as far as the commands look into it. */
export interface KubeObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly status?: {
    readonly phase?: string;
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
      readonly message?: string;
      readonly reason?: string;
    }[];
    readonly nodeInfo?: { readonly kubeletVersion?: string };
  };
}

/** The Kubernetes API as the commands use it: the same HTTPS door that kubectl uses. */
export interface KubeDoor {
  list(path: string): Promise<readonly KubeObject[]>;
  /** Server-side apply of every document of a manifest, in order. @throws CommandError naming the document refused. */
  apply(manifest: string, fieldManager: string): Promise<readonly string[]>;
}

interface Credentials {
  readonly clusters: readonly [
    { readonly cluster: { readonly server: string; readonly "certificate-authority-data": string } },
  ];
  readonly users: readonly [
    { readonly user: { readonly "client-certificate-data": string; readonly "client-key-data": string } },
  ];
}

interface ApiResource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

export function openKube(kubeconfig: string): KubeDoor {
  const { clusters, users } = parse(kubeconfig) as Credentials;
  const decode = (text: string): string => Buffer.from(text, "base64").toString("utf8");
  const [{ cluster }] = clusters;
  const [{ user }] = users;
  const caller: HttpCaller = networkCaller({
    origin: cluster.server,
    ca: decode(cluster["certificate-authority-data"]),
    cert: decode(user["client-certificate-data"]),
    key: decode(user["client-key-data"]),
  });
  const discovered = new Map<string, readonly ApiResource[]>();
  async function resourcesOf(apiVersion: string): Promise<readonly ApiResource[]> {
    const known = discovered.get(apiVersion);
    if (known) return known;
    const reply = await caller({ method: "GET", path: `${rootOf(apiVersion)}?timeout=32s` });
    const found = reply.status === 200 ? ((await reply.json()) as { resources: readonly ApiResource[] }).resources : [];
    if (found.length > 0) discovered.set(apiVersion, found);
    return found;
  }
  return {
    async list(path) {
      const reply = await caller({ method: "GET", path });
      if (reply.status !== 200) throw new CommandError(`GET ${path}: ${reply.status} ${await reply.text()}`);
      return ((await reply.json()) as { readonly items: readonly KubeObject[] }).items;
    },
    async apply(manifest, fieldManager) {
      const applied: string[] = [];
      for (const document of parseAllDocuments(manifest)) {
        const object = document.toJS() as KubeObject | null;
        if (!object) continue;
        const { apiVersion = "", kind = "", metadata } = object;
        const what = `${kind.toLowerCase()}/${metadata.name}`;
        const resource = (await resourcesOf(apiVersion)).find((item) => item.kind === kind && !item.name.includes("/"));
        if (!resource) throw new CommandError(`${what}: the cluster has no kind ${kind} in ${apiVersion}`);
        const namespace = resource.namespaced ? `/namespaces/${metadata.namespace ?? "default"}` : "";
        const path = `${rootOf(apiVersion)}${namespace}/${resource.name}/${metadata.name}?fieldManager=${fieldManager}`;
        const reply = await caller({
          method: "PATCH",
          path,
          headers: { "content-type": "application/apply-patch+yaml" },
          body: { bytes: Buffer.from(JSON.stringify(object)) },
        });
        if (reply.status >= 300) throw new CommandError(`${what}: ${reply.status} ${await reply.text()}`);
        applied.push(what);
      }
      return applied;
    },
  };
}

function rootOf(apiVersion: string): string {
  return apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}
