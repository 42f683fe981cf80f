import { parse } from "yaml";
import { type HttpCaller, networkCaller } from "@byocni/base/http";
import type { ClusterHost, CredentialKind } from "@byocni/azure/providers";
import { createKubeClient, type KubeClient } from "@byocni/kube/client";

/** A client as a holder of a cluster's kubeconfig has it. */
export async function clusterClient(host: ClusterHost, uid: string, kind?: CredentialKind): Promise<KubeClient> {
  return createKubeClient(await clusterCaller(host, uid, kind));
}

/** Calls with the credential of a kubeconfig. */
export async function clusterCaller(
  host: ClusterHost,
  uid: string,
  kind: CredentialKind = "clusterAdmin",
): Promise<HttpCaller> {
  const text = await host.kubeconfig(uid, kind, { cluster: "c", user: "u", context: "x" });
  const { clusters, users } = parse(text) as {
    readonly clusters: readonly [{ readonly cluster: Record<string, string> }];
    readonly users: readonly [{ readonly user: Record<string, string> }];
  };
  const pem = (value: string | undefined): string => Buffer.from(value ?? "", "base64").toString();
  const [{ cluster }] = clusters;
  const [{ user }] = users;
  return networkCaller({
    origin: cluster["server"] ?? "",
    ca: pem(cluster["certificate-authority-data"]),
    cert: pem(user["client-certificate-data"]),
    key: pem(user["client-key-data"]),
  });
}
