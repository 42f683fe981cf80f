import type { corev1, KubeObject } from "@byocni/kube/schema";
import { fieldErrors } from "@byocni/kube/schema";
import { withMember } from "../object-fields.ts";
import type { Strategy, WriteScope } from "../strategy.ts";

const tokenType = "kubernetes.io/service-account-token";
const accountAnnotation = "kubernetes.io/service-account.name";
const base64 = (text: string): string => Buffer.from(text).toString("base64");

export const secretStrategy: Strategy = {
  prepareForCreate: (object, scope) => withToken(object as corev1.Secret, scope),
  validateCreate(object, scope) {
    const secret = object as corev1.Secret;
    if (secret.type !== tokenType || !accountOf(secret)) return [];
    return findAccount(secret, scope)
      ? []
      : [
          fieldErrors.invalid(
            `metadata.annotations[${accountAnnotation}]`,
            accountOf(secret),
            "there is no such service account",
          ),
        ];
  },
};

function accountOf({ metadata }: corev1.Secret): string | undefined {
  return metadata.annotations?.[accountAnnotation];
}

function findAccount(secret: corev1.Secret, { core }: WriteScope): corev1.ServiceAccount | undefined {
  const accounts = core.resources.find("", "v1", "serviceaccounts");
  const found = accounts?.cache.get(secret.metadata.namespace ?? "", accountOf(secret) ?? "");
  return found?.value as corev1.ServiceAccount | undefined;
}

/** A secret that asks for the token of an account gets one that holds as long as both are there. */
function withToken(secret: corev1.Secret, scope: WriteScope): KubeObject {
  const account = secret.type === tokenType ? findAccount(secret, scope) : undefined;
  if (!account) return secret as KubeObject;
  const { accountTokens, certificateAuthority } = scope.core;
  const { name = "", namespace = "", uid = "" } = secret.metadata;
  const { token } = accountTokens.issue({ account, audiences: [], bound: { kind: "Secret", name, uid } });
  return withMember(secret as KubeObject, "data", {
    ...secret.data,
    ...(certificateAuthority ? { "ca.crt": base64(certificateAuthority) } : {}),
    namespace: base64(namespace),
    token: base64(token),
  });
}
