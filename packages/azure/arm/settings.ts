/** What this cloud is. Fixed for the life of a data directory. */
export interface CloudSettings {
  /** GUIDs in lower case. */
  readonly tenantId: string;
  readonly subscriptionId: string;
  readonly subscriptionName: string;
  /** The default when a request does not choose by header `x-byocni-strictness`. */
  readonly strictness: "article" | "current";
  /** `none`: operations take no longer than their work. `azure`: as long as in Azure. */
  readonly latency: "none" | "azure";
  /** How long an unfinished poll is held open, in milliseconds, so that short operations need one poll. 0: not at all. */
  readonly pollHoldMs: number;
}

/** Request bodies beyond this many bytes are refused, as Resource Manager does (4 MB). */
export const maxBodyBytes = 4 * 1024 * 1024;
