import type { Strategy } from "../strategy.ts";

/** A node registers itself with the status that it sees. */
export const nodeStrategy: Strategy = { keepsStatusOnCreate: true };
export const endpointsStrategy: Strategy = { allowsCreateOnUpdate: true };
export const eventStrategy: Strategy = { allowsCreateOnUpdate: true };
export const limitRangeStrategy: Strategy = { allowsCreateOnUpdate: true };
export const podTemplateStrategy: Strategy = { countsGeneration: true, returnsDeletedObject: true };
export const resourceQuotaStrategy: Strategy = { returnsDeletedObject: true };
export const serviceAccountStrategy: Strategy = { returnsDeletedObject: true };
export const persistentVolumeStrategy: Strategy = {
  returnsDeletedObject: true,
  initialStatus: () => ({ phase: "Pending" }),
};
export const persistentVolumeClaimStrategy: Strategy = {
  returnsDeletedObject: true,
  initialStatus: () => ({ phase: "Pending" }),
};
export const replicationControllerStrategy: Strategy = {
  countsGeneration: true,
  garbageCollection: "orphan",
  initialStatus: () => ({ replicas: 0 }),
};
