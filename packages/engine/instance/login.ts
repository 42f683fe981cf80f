/**
 * The identity that every new data directory knows: it owns the one subscription. Fixed, so that scripts and templates
 * written against one machine run on the next; the secret guards nothing, since the engine listens on loopback only.
 */
export const defaultLogin = {
  tenantId: "00000000-0000-0000-0000-000000000002",
  subscriptionId: "00000000-0000-0000-0000-000000000001",
  clientId: "00000000-0000-0000-0000-000000000004",
  objectId: "00000000-0000-0000-0000-000000000003",
  clientSecret: "byocni",
} as const;
