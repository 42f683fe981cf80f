import type { HttpResponse } from "@byocni/base/http";
import type { ResourceId } from "@byocni/azure/types";
import type { ReadyRequest } from "./requests/context.ts";
import type { Target } from "./requests/target.ts";

/**
 * A type that Resource Manager treats itself, wholly or in part (deployments, role assignments). A method that is
 * missing here goes the way of all types.
 */
export interface SpecialType {
  readonly get?: (ready: ReadyRequest, id: ResourceId) => Promise<HttpResponse>;
  readonly head?: (ready: ReadyRequest, id: ResourceId) => Promise<HttpResponse>;
  readonly put?: (ready: ReadyRequest, id: ResourceId) => Promise<HttpResponse>;
  readonly patch?: (ready: ReadyRequest, id: ResourceId) => Promise<HttpResponse>;
  readonly delete?: (ready: ReadyRequest, id: ResourceId) => Promise<HttpResponse>;
  readonly list?: (ready: ReadyRequest, target: Extract<Target, { kind: "collection" }>) => Promise<HttpResponse>;
  /** POST actions by lower-case name. */
  readonly actions?: Readonly<Record<string, (ready: ReadyRequest, id: ResourceId) => Promise<HttpResponse>>>;
}

/** By full type in lower case. */
export type SpecialTypes = ReadonlyMap<string, SpecialType>;
