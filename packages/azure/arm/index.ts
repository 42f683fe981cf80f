export type { ActivityEvent, ActivityLog } from "./activity-log.ts";
export { createAzure, type Azure, type AzureDeps, type InternalCall } from "./azure.ts";
export { isLocation, locations, normalizeLocation, type Location } from "./locations.ts";
export type * from "./provider.ts";
export type * from "./resource.ts";
export type { CloudSettings } from "./settings.ts";
