import type { RequestInfo } from "./request-info.ts";
import type { UserInfo } from "./user-info.ts";

/** What the filters learn of a request and hand on; made when the request comes in. */
export interface RequestContext {
  readonly auditId: string;
  /** Milliseconds since the epoch. */
  readonly received: number;
  info: RequestInfo;
  user: UserInfo;
  /** Sent to the client as `Warning` headers; the same text once. */
  readonly warnings: Set<string>;
}
