import { stringify } from "yaml";
import { aksServer } from "./entra-access.ts";

export interface KubeconfigInput {
  readonly server: string;
  /** PEM texts. */
  readonly ca: string;
  /** A certificate with its key, or the tenant whose users sign in by themselves. */
  readonly credential: { readonly cert: string; readonly key: string } | { readonly tenantId: string };
  readonly names: { readonly cluster: string; readonly user: string; readonly context: string };
}

/** A kubeconfig in the form in which AKS gives it. */
export function kubeconfigYaml({ server, ca, credential, names }: KubeconfigInput): string {
  return stringify(
    {
      apiVersion: "v1",
      clusters: [{ cluster: { "certificate-authority-data": encode(ca), server }, name: names.cluster }],
      contexts: [{ context: { cluster: names.cluster, user: names.user }, name: names.context }],
      "current-context": names.context,
      kind: "Config",
      preferences: {},
      users: [
        {
          name: names.user,
          user:
            "tenantId" in credential
              ? { exec: kubelogin(credential.tenantId) }
              : { "client-certificate-data": encode(credential.cert), "client-key-data": encode(credential.key) },
        },
      ],
    },
    { lineWidth: 0 },
  );
}

function encode(pem: string): string {
  return Buffer.from(pem).toString("base64");
}

/** The application with which people sign in to AKS (Azure Kubernetes Service AAD Client). */
const aksClient = "80faf920-1908-4b52-b5ef-a8e7bedfc67a";

/** The plug-in that gets tokens, as AKS names it; `kubelogin convert-kubeconfig -l azurecli` takes az's login instead. */
function kubelogin(tenantId: string): object {
  const options = {
    "--environment": "AzurePublicCloud",
    "--server-id": aksServer,
    "--client-id": aksClient,
    "--tenant-id": tenantId,
    "--login": "devicecode",
  };
  return {
    apiVersion: "client.authentication.k8s.io/v1beta1",
    args: ["get-token", ...Object.entries(options).flat()],
    command: "kubelogin",
    env: null,
    installHint:
      "kubelogin is not installed: it is needed to sign in to AKS clusters with Entra. See https://aka.ms/aks/kubelogin for how to get it.",
    provideClusterInfo: false,
  };
}
