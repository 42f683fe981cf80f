import type { JsonObject } from "@byocni/base/core";
import type { ApplicationRecord, PrincipalRecord } from "../principal-record.ts";

/** A principal as Graph shows it. */
export function shownPrincipal(record: PrincipalRecord): JsonObject {
  const { kind, objectId, appId, displayName, userPrincipalName, resourceId, more, accountEnabled = true } = record;
  if (kind === "user") {
    return {
      "@odata.type": "#microsoft.graph.user",
      businessPhones: [],
      givenName: null,
      jobTitle: null,
      mail: null,
      mobilePhone: null,
      officeLocation: null,
      preferredLanguage: null,
      surname: null,
      ...more,
      id: objectId,
      accountEnabled,
      displayName,
      userPrincipalName: userPrincipalName ?? displayName,
    };
  }
  if (kind === "group") {
    return {
      "@odata.type": "#microsoft.graph.group",
      description: null,
      groupTypes: [],
      mail: null,
      mailEnabled: false,
      securityEnabled: true,
      ...more,
      id: objectId,
      displayName,
    };
  }
  return {
    "@odata.type": "#microsoft.graph.servicePrincipal",
    tags: [],
    ...more,
    id: objectId,
    ...(appId === undefined ? {} : { appId }),
    displayName,
    appDisplayName: kind === "managedIdentity" ? null : displayName,
    accountEnabled,
    servicePrincipalType: kind === "managedIdentity" ? "ManagedIdentity" : "Application",
    servicePrincipalNames: appId === undefined ? [] : [appId],
    alternativeNames: resourceId === undefined ? [] : ["isExplicit=True", resourceId],
  };
}

/** An application as Graph shows it: secrets are never shown again. */
export function shownApplication(record: ApplicationRecord): JsonObject {
  return {
    "@odata.type": "#microsoft.graph.application",
    signInAudience: "AzureADMyOrg",
    ...record.more,
    id: record.id,
    appId: record.appId,
    createdDateTime: record.createdDateTime ?? null,
    displayName: record.displayName,
    identifierUris: record.identifierUris,
    passwordCredentials: record.secrets.map(({ hash: _hash, ...visible }) => ({
      customKeyIdentifier: null,
      ...visible,
      secretText: null,
    })),
    keyCredentials: (record.certificates ?? []).map(({ certificate: _certificate, thumbprint, ...visible }) => ({
      customKeyIdentifier: thumbprint,
      ...visible,
      key: null,
      type: "AsymmetricX509Cert",
      usage: "Verify",
    })),
  };
}
