import type { JsonObject } from "@byocni/base/core";
import { armErrors } from "@byocni/azure/types";
import type { ResourceProvider, StoredType } from "@byocni/azure/arm";
import { requireNotManaged } from "../managed-by-aks.ts";

const apiVersions = [
  "2015-08-31-preview",
  "2018-11-30",
  "2021-09-30-preview",
  "2022-01-31-preview",
  "2023-01-31",
  "2023-07-31-preview",
  "2024-11-30",
  "2025-01-31-preview",
  "2025-05-31-preview",
];

export const managedIdentityErrorTable = {
  InvalidIdentityName: {
    status: 400,
    code: "InvalidParameter",
    message:
      "The name '{name}' is invalid: an identity name has 3 to 128 letters, digits, '-' and '_', and starts with a letter or digit.",
    source: "naming rules of Azure (Microsoft.ManagedIdentity); own code and text",
  },
  EmptyFederatedCredential: {
    status: 400,
    code: "BadRequest",
    message: "Federated Identity Credential from HTTP body has empty properties",
    source: "Microsoft Entra, important considerations for federated identity credentials",
  },
  OneAudience: {
    status: 400,
    code: "BadRequest",
    message: "Federated identity credentials must have exactly 1 audience.",
    source: "Microsoft Entra, important considerations for federated identity credentials",
  },
  InvalidFederatedCredentialName: {
    status: 400,
    code: "BadRequest",
    message: "Federated Identity Credential name '{name}' is invalid.",
    source: "Microsoft Entra, important considerations for federated identity credentials",
  },
  SameIssuerAndSubject: {
    status: 400,
    code: "BadRequest",
    message: "Issuer and subject combination already exists for this Managed Identity.",
    source: "Microsoft Entra, important considerations for federated identity credentials",
  },
  TooManyFederatedCredentials: {
    status: 400,
    code: "BadRequest",
    message: "A managed identity can have 20 federated identity credentials.",
    source: "Microsoft Entra, important considerations for federated identity credentials (rule); own text",
  },
} as const;

const faults = armErrors(managedIdentityErrorTable);

/** `Microsoft.ManagedIdentity`: identities that are resources of their own. */
export function createManagedIdentityProvider(): ResourceProvider {
  return {
    namespace: "Microsoft.ManagedIdentity",
    resourceTypes: [userAssignedIdentities, federatedIdentityCredentials],
    notImplemented: ["identities", "userAssignedIdentities/assignedResources"],
  };
}

const userAssignedIdentities: StoredType = {
  kind: "stored",
  name: "userAssignedIdentities",
  apiVersions,
  showsState: false,
  patch: "tags",
  nameRule: { pattern: /^[a-z0-9][a-z0-9_-]{2,127}$/i, refuse: (name) => faults.InvalidIdentityName({ name }) },
  async prepare({ body, existing }, context) {
    await requireNotManaged(existing, "write", context);
    const { random, tenantId } = context;
    const { isolationScope } = body.properties ?? {};
    return {
      state: {
        properties: {
          ...(isolationScope === undefined ? {} : { isolationScope }),
          tenantId,
          principalId: existing?.properties["principalId"] ?? random.uuid(),
          clientId: existing?.properties["clientId"] ?? random.uuid(),
        },
      },
    };
  },
  beforeDelete: (resource, context) => requireNotManaged(resource, "delete", context),
  async committed({ id, name, properties }, _previous, { directory }) {
    const { principalId, clientId } = properties as { readonly principalId: string; readonly clientId: string };
    await directory.putManagedIdentity({ objectId: principalId, clientId, displayName: name, resourceId: id.text });
  },
  async removed({ properties }, { directory }) {
    await directory.removePrincipal(String(properties["principalId"]));
  },
};

const credentialType = "Microsoft.ManagedIdentity/userAssignedIdentities/federatedIdentityCredentials";
const mostCredentials = 20;

const federatedIdentityCredentials: StoredType = {
  kind: "stored",
  name: "userAssignedIdentities/federatedIdentityCredentials",
  apiVersions: apiVersions.filter((version) => version >= "2022-01-31"),
  showsState: false,
  patch: "none",
  nameRule: {
    pattern: /^[a-z0-9][a-z0-9_-]{2,119}$/i,
    refuse: (name) => faults.InvalidFederatedCredentialName({ name }),
  },
  async prepare({ id, body, existing, parent }, { resources }) {
    const { issuer, subject, audiences = ["api://AzureADTokenExchange"] } = (body.properties ?? {}) as JsonObject;
    if (typeof issuer !== "string" || issuer === "" || typeof subject !== "string" || subject === "")
      throw faults.EmptyFederatedCredential();
    if (!Array.isArray(audiences) || audiences.length !== 1) throw faults.OneAudience();
    const all = parent ? await resources.list({ within: parent.id.key, type: credentialType }) : [];
    const others = all.filter((one) => one.id.key !== id.key);
    if (others.some(({ properties }) => properties["issuer"] === issuer && properties["subject"] === subject))
      throw faults.SameIssuerAndSubject();
    if (!existing && others.length >= mostCredentials) throw faults.TooManyFederatedCredentials();
    return { state: { properties: { issuer, subject, audiences } } };
  },
};
