import type { Clock } from "@byocni/base/core";
import { type KubeClient, type KubeObject, parseTimestamp, type Pod, resources } from "@byocni/kube/client";
import type { IssuedToken } from "./pod-host.ts";

interface TokenRequest extends KubeObject {
  readonly status?: { readonly token?: string; readonly expirationTimestamp?: string };
}

/** Asks the API for a token of a pod's service account that is good as long as the pod is there. */
export async function requestToken(
  client: KubeClient,
  pod: Pod,
  audience: string | undefined,
  expirationSeconds: number,
): Promise<IssuedToken> {
  const { name, namespace = "default", uid } = pod.metadata;
  const account = { ...resources.serviceAccounts, namespace, name: pod.spec.serviceAccountName ?? "default" };
  const { status = {} } = await client.createSub<TokenRequest>(account, "token", {
    apiVersion: "authentication.k8s.io/v1",
    kind: "TokenRequest",
    spec: {
      audiences: audience === undefined ? [] : [audience],
      expirationSeconds,
      boundObjectRef: { apiVersion: "v1", kind: "Pod", name, uid },
    },
  });
  const { token = "", expirationTimestamp = "" } = status;
  return { token, expires: parseTimestamp(expirationTimestamp) ?? 0 };
}

/** Part of a token's life after which kubelet asks for another. */
const renewAfter = 0.8;

/** The content of a token's file: asked for when it is first needed, and anew when it has grown old. */
export function tokenContent(clock: Clock, issue: () => Promise<IssuedToken>): () => Promise<string> {
  let known: Promise<string> | undefined;
  let renewAt = 0;
  return () => {
    const now = clock.now();
    if (known && now < renewAt) return known;
    const asked = issue().then(({ token, expires }) => {
      renewAt = now + (expires - now) * renewAfter;
      return token;
    });
    // Until it is there nobody asks twice; a failure is forgotten.
    renewAt = Number.POSITIVE_INFINITY;
    known = asked;
    asked.catch(() => {
      known = undefined;
    });
    return asked;
  };
}
