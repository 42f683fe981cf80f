import type { UserInfo } from "../request/user-info.ts";
import type { ServerCore } from "../server-core.ts";
import type { ServedResource } from "./served-resource.ts";
import type { WriteScope } from "./strategy.ts";

/** One write request against one resource, whatever its verb. */
export interface WriteOperationContext {
  readonly core: ServerCore;
  readonly resource: ServedResource;
  readonly namespace: string;
  /** "" when the object is to be created with the name in its body. */
  readonly name: string;
  readonly subresource: string;
  readonly user: UserInfo;
  /** Who owns the fields that are written. */
  readonly fieldManager: string;
  readonly dryRun: boolean;
  readonly warn: (text: string) => void;
}

export function scopeOf(operation: WriteOperationContext): WriteScope {
  const { core, user, subresource, dryRun, warn } = operation;
  return { core, user, subresource, dryRun, warn };
}
