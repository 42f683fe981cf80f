export { createStoredObjects } from "./stored-objects.ts";
export type { StoredObjects } from "./stored-objects.ts";
