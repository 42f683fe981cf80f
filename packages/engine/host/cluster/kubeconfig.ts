import { stringify } from "yaml";

export interface KubeconfigInput {
  readonly server: string;
  /** PEM texts. */
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
  readonly names: { readonly cluster: string; readonly user: string; readonly context: string };
}

/** A kubeconfig in the form in which AKS gives it. */
export function kubeconfigYaml({ server, ca, cert, key, names }: KubeconfigInput): string {
  const encode = (pem: string): string => Buffer.from(pem).toString("base64");
  return stringify(
    {
      apiVersion: "v1",
      clusters: [{ cluster: { "certificate-authority-data": encode(ca), server }, name: names.cluster }],
      contexts: [{ context: { cluster: names.cluster, user: names.user }, name: names.context }],
      "current-context": names.context,
      kind: "Config",
      preferences: {},
      users: [{ name: names.user, user: { "client-certificate-data": encode(cert), "client-key-data": encode(key) } }],
    },
    { lineWidth: 0 },
  );
}
