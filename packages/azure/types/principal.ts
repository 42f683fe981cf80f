/** Who makes a call, as the token says. */
export interface Principal {
  readonly kind: "servicePrincipal" | "user" | "managedIdentity";
  /** Object id in the directory: what role assignments name. Lower case. */
  readonly objectId: string;
  readonly tenantId: string;
  /** Client id; absent for users. */
  readonly appId?: string;
  readonly displayName: string;
}
