import type { Clock, Json, JsonObject, Logger, Random } from "@byocni/base/core";
import type { HttpHeaders } from "@byocni/base/http";
import type { ArmError, Principal, ResourceId, Scope, ScopeKind } from "@byocni/azure/types";
import type { Resource, ResourceAccess, ResourceState } from "./resource.ts";

type Awaitable<T> = T | Promise<T>;

/**
 * A resource provider: one value a namespace, one file a resource type. Resource Manager does the rest: ids,
 * api-versions, authorization, locks, groups, storage, operations, status codes and headers.
 */
export interface ResourceProvider {
  /** For example `Microsoft.Network`. */
  readonly namespace: string;
  readonly resourceTypes: readonly ResourceTypeDefinition[];
  /** POST `…/providers/{namespace}/{name}` at subscription or group scope, for example `checkNameAvailability`. */
  readonly actions?: readonly ProviderAction[];
  /** Types that Azure has and byocni has not: answered with `NotImplemented` by name instead of `InvalidResourceType`. */
  readonly notImplemented?: readonly string[];
  /** How operations of this provider look to a poller. */
  readonly asyncOperations?: AsyncOperationStyle;
  /** The refusal when a request meets an operation that is under way. Default: 409 `AnotherOperationInProgress`. */
  readonly busy?: (conflict: OperationConflict) => ArmError;
}

export interface AsyncOperationStyle {
  /** api-version in the URLs `…/locations/{location}/operations/{id}` and `operationresults`. */
  readonly apiVersion: string;
  /** `named`: name, status, startTime, endTime. `status`: the status alone. */
  readonly body: "named" | "status";
}

export interface OperationConflict {
  /** What the request wanted to change. */
  readonly id: ResourceId;
  /** What the running operation works on: the same resource, its parent or its child. */
  readonly busy: ResourceId;
  readonly operationId: string;
  /** Kind of the running operation, and the state that it shows. */
  readonly kind: string;
  readonly state: string;
}

/** What a request for a type can be. */
export type ResourceTypeDefinition = StoredType | ComputedType;

interface TypeBase {
  /** Below the namespace: `virtualNetworks`, `virtualNetworks/subnets`. */
  readonly name: string;
  /** All that are answered. A version newer than all of these counts as the newest. */
  readonly apiVersions: readonly string[];
  /** Where it can lie. Default `["resourceGroup"]`; children follow their parent. */
  readonly scopes?: readonly ScopeKind[];
  /** Display names of regions (`East US`); default: every region of this cloud. */
  readonly locations?: readonly string[];
  readonly actions?: readonly ActionDefinition[];
  /** Names of POST actions that Azure has here and byocni has not. */
  readonly notImplementedActions?: readonly string[];
}

/** A type whose instances are kept. */
export interface StoredType extends TypeBase {
  readonly kind: "stored";
  /** `required` (default for top-level types in groups), `global` (stored as `global`), `none` (default for the rest). */
  readonly location?: "required" | "global" | "none";
  readonly tags?: boolean;
  /** Rule for the last name. Checked at preflight too. */
  readonly nameRule?: NameRule;
  /** Instances live inside the parent's properties: see {@link Embedded}. */
  readonly embedded?: Embedded;
  /** False for types that show no `properties.provisioningState`. */
  readonly showsState?: boolean;
  /** True for types that show `etag` and honour `If-Match`. */
  readonly showsEtag?: boolean;
  /** The answer to a PUT of a new instance (default 201) and of a known one (default 200). */
  readonly putStatus?: { readonly created?: 200 | 201 | 202; readonly updated?: 200 | 201 | 202 };
  /** PATCH: `tags` (default: only tags), `merge` (JSON merge over the instance as shown, then `prepare`), `none`. */
  readonly patch?: "tags" | "merge" | "none";
  /** GET, PUT, DELETE that this type does not have. */
  readonly without?: readonly ("get" | "list" | "put" | "delete")[];

  /**
   * Validates a PUT (or PATCH) and says what the instance becomes. Free of effects: preflight and what-if call it as
   * well, and it may be called again when another write came first. Refuses by throwing an `ArmError`.
   */
  prepare(request: PrepareRequest, context: ProviderContext): Awaitable<Prepared>;
  /** Runs after the write, before the answer, once a write; must bear repetition. For example: register an identity. */
  committed?(resource: Resource, previous: Resource | undefined, context: ProviderContext): Awaitable<void>;
  /** May this instance go? Refuses by throwing (in use, guarded). */
  beforeDelete?(resource: Resource, context: DeleteContext): Awaitable<void>;
  /** An operation to run before the instance is removed; absent: it is removed at once. */
  readonly deleteOperation?: { readonly kind: string; readonly state?: string };
  /** After the instance is gone; must bear repetition. */
  removed?(resource: Resource, context: ProviderContext): Awaitable<void>;
  /** The work of operations by kind (`create`, `scale`, `delete`…). */
  readonly operations?: Readonly<Record<string, OperationRunner>>;
  /**
   * The instance as an api-version shows it. Only differences to `shown` need be returned: members are laid over those
   * of `shown`, members of `properties` over those of its `properties`; `undefined` takes one away.
   * @param shown what would be answered without this: id, name, type, location, tags, sku…, properties with
   * provisioningState and, for embedded children, their ids and states
   */
  project?(resource: Resource, view: ProjectionView, shown: JsonObject): JsonObject;
  /**
   * What of an instance only a look at others can say: what uses it. Laid over what answers show, as `project` is; what-if
   * and exports do not show it.
   */
  related?(resource: Resource, shown: JsonObject, context: RelatedContext): Awaitable<JsonObject | undefined>;
}

/** What `related` may look at. An answer with many instances has one. */
export interface RelatedContext extends Pick<ProviderContext, "resources"> {
  /** Works something out once for the whole answer. @param key the same for the same question */
  once<T>(key: string, make: () => Promise<T>): Promise<T>;
}

/** A type whose instances are worked out when asked for (`upgradeProfiles/default`, `locations/kubernetesVersions`). */
export interface ComputedType extends TypeBase {
  readonly kind: "computed";
  /** @returns undefined for 404. The body as it is shown, complete. */
  get?(request: ReadRequest, context: ProviderContext): Awaitable<JsonObject | undefined>;
  /** For results that are still to come: the headers of the 202 with which `body` is answered; undefined: 200. */
  pending?(body: JsonObject, request: ReadRequest, context: ProviderContext): HttpHeaders | undefined;
  /** GET of the collection, body as it is shown, complete (`{value: [...]}` where Azure does so). */
  list?(request: ReadRequest, context: ProviderContext): Awaitable<JsonObject | undefined>;
}

export interface NameRule {
  readonly pattern: RegExp;
  /** The refusal, in the provider's own words. */
  readonly refuse: (name: string, id: ResourceId) => ArmError;
}

/**
 * Children that live in an array of the parent's properties: `virtualNetworks/subnets` in `subnets`,
 * `managedClusters/agentPools` in `agentPoolProfiles`. One write changes both views.
 */
export interface Embedded {
  /** The property of the parent that holds the array. */
  readonly property: string;
  /** `resource`: elements `{id, name, type?, properties: {…}}`. `flat`: elements `{name, …properties}`. */
  readonly shape: "resource" | "flat";
}

/** A PUT body, checked for its outer form (object; name, type and id agree with the URL). */
export interface PutBody extends JsonObject {
  readonly location?: string;
  readonly properties?: JsonObject;
}

export interface PrepareRequest {
  readonly id: ResourceId;
  readonly apiVersion: string;
  /** The whole instance that is wanted. For PATCH `merge`: the result of the merge. */
  readonly body: PutBody;
  readonly existing: Resource | undefined;
  /** The parent of a child, always there for stored parents. */
  readonly parent: Resource | undefined;
  /** `apply` writes the outcome; `preflight` and `whatIf` only look. Planned resources of the template can be read. */
  readonly purpose: "apply" | "preflight" | "whatIf";
}

export interface Prepared {
  readonly state: ResourceState;
  /** Work that remains after the write. Absent: the instance is `Succeeded` at once. */
  readonly operation?: OperationStart;
  /** Other resources on which the caller needs a permission (`subnets/join/action`). */
  readonly linked?: readonly LinkedAccess[];
}

export interface LinkedAccess {
  /** Id of the other resource. */
  readonly scope: string;
  /** For example `Microsoft.Network/virtualNetworks/subnets/join/action`. */
  readonly action: string;
}

export interface OperationStart {
  /** A key of the type's `operations`. */
  readonly kind: string;
  /** provisioningState while it runs: `Creating`, `Updating`, `Scaling`… */
  readonly state: string;
  /** Kept with the operation. */
  readonly input?: JsonObject;
}

export interface DeleteContext extends ProviderContext {
  /** True when the instance goes because its group (or parent) goes. */
  readonly cascade: boolean;
}

export interface ProjectionView {
  readonly apiVersion: string;
}

export interface ReadRequest {
  /** The instance asked for; for a collection, the resource or scope that holds it. */
  readonly scope: Scope;
  /** Names along the path of the type; for a collection the last one is missing. */
  readonly names: readonly string[];
  readonly apiVersion: string;
  readonly query: URLSearchParams;
  /** The nearest stored resource above, if the type has one. Its absence was already answered with 404. */
  readonly parent: Resource | undefined;
}

export interface ActionRequest {
  readonly id: ResourceId;
  readonly apiVersion: string;
  readonly query: URLSearchParams;
  /** Undefined when no body was sent. */
  readonly body: Json | undefined;
  /** The instance, for stored types (its absence was already answered with 404). */
  readonly resource: Resource | undefined;
}

export interface ActionDefinition {
  /** The last segment of the URL: `listClusterUserCredential`. */
  readonly name: string;
  /** The permission needed. Default: `{type}/{name}/action`. */
  readonly permission?: string;
  run(request: ActionRequest, context: ProviderContext): Awaitable<ActionResult>;
}

export interface ProviderAction {
  readonly name: string;
  readonly apiVersions: readonly string[];
  run(
    request: { readonly scope: Scope; readonly apiVersion: string; readonly body: Json | undefined },
    context: ProviderContext,
  ): Awaitable<ActionResult>;
}

export type ActionResult =
  | { readonly kind: "json"; readonly body: Json; readonly status?: number; readonly headers?: HttpHeaders }
  | { readonly kind: "empty"; readonly status?: 200 | 204 }
  /** 202 with operation headers. `state` is written together with the start. */
  | { readonly kind: "operation"; readonly operation: OperationStart; readonly state?: ResourceState };

/** The work of an operation. Runs again from the start after a restart of the engine: it must bear repetition. */
export type OperationRunner = (operation: OperationContext) => Promise<JsonObject | void>;

export interface OperationContext extends Omit<ProviderContext, "warn"> {
  readonly operationId: string;
  readonly kind: string;
  readonly id: ResourceId;
  readonly input: JsonObject;
  /** What `save` kept, also from before a restart. */
  readonly progress: JsonObject;
  save(progress: JsonObject): Promise<void>;
  /** The instance as it is now. @throws when it is gone. */
  resource(): Promise<Resource>;
  /** Changes the instance while the operation runs; its state is kept. */
  update(change: (current: Resource) => ResourceState): Promise<Resource>;
  /** Lets the time pass that Azure takes for this step; nothing by default, real durations with `--latency azure`. */
  takes(ms: number): Promise<void>;
  /** Aborted when the operation is canceled or the engine closes. */
  readonly signal: AbortSignal;
}

/** What byocni knows about identities and can be told. */
export interface DirectoryAccess {
  /** Registers the principal of a managed identity; the same object id again changes it. */
  putManagedIdentity(identity: {
    readonly objectId: string;
    readonly clientId: string;
    readonly displayName: string;
    readonly resourceId: string;
  }): Promise<void>;
  removePrincipal(objectId: string): Promise<void>;
  /** What kind of principal that is, in the words of role assignments; undefined when it is not known. */
  typeOf(objectId: string): Promise<"ServicePrincipal" | "User" | "Group" | undefined>;
}

/** What handlers get besides the request. */
export interface ProviderContext {
  readonly principal: Principal;
  readonly tenantId: string;
  readonly correlationId: string;
  /** Request headers, lower case (User-Agent tells the client). */
  readonly headers: HttpHeaders;
  /** By which the client called: `https://localhost:8443`. */
  readonly origin: string;
  /** How strict: what the article's own samples say is taken (`article`), or what AKS refuses today is refused. */
  readonly strictness: "article" | "current";
  readonly resources: ResourceAccess;
  readonly directory: DirectoryAccess;
  /** Does this object id hold the permission at this scope? For checks on identities other than the caller. */
  hasPermission(objectId: string, action: string, scope: string): Promise<boolean>;
  /**
   * Cancels the operation that runs on a resource and waits for its end (state `Canceled`).
   * @returns false when none runs
   */
  cancelOperation(id: ResourceId): Promise<boolean>;
  /** Something worth telling that is no refusal: goes into the response and the activity log. */
  warn(code: string, message: string): void;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}
