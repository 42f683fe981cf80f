import type { JsonObject } from "@byocni/base/core";
import { isJsonObject } from "@byocni/base/core";
import { ArmError, parentResource, parseScope, type CloudErrorBody, type ResourceId } from "@byocni/azure/types";
import {
  evaluateOutputs,
  evaluateResource,
  prepareNested,
  RuntimeNeeded,
  scopeId,
  TemplateError,
  type NestedGiven,
  type PlannedResource,
  type TemplateLink,
  type TemplatePlan,
  type TemplateRuntime,
} from "@byocni/azure/template";
import { createAuthorizer } from "../authorization/authorizer.ts";
import { armFaults } from "../errors.ts";
import { requireLinkedAccess } from "../filters/authorization.ts";
import { checkGroupName } from "../groups.ts";
import { isLocation, locationNames, normalizeLocation } from "../locations.ts";
import { prepareWrite, requireScope } from "../handlers/put.ts";
import { showResource } from "../handlers/show.ts";
import { requireApiVersion, requireType, type RegisteredStoredType } from "../registry.ts";
import type { ReadyRequest } from "../requests/context.ts";
import type { Resource } from "../resource.ts";
import { requireRegistered } from "../routes/providers.ts";
import { checkTags } from "../resources/tags.ts";
import type { Repository } from "../resources/repository.ts";
import type { DeploymentCloud } from "./cloud.ts";
import { createOverlay } from "./overlay.ts";
import { deploymentFaults, fromTemplateError } from "./errors.ts";
import { requireReadableTags } from "./planning.ts";
import { maxNesting, nestingOf } from "./request.ts";
import type { TemplateSource } from "./template-source.ts";

/** What a resource of a template would become. */
export interface Foreseen {
  readonly plan: TemplatePlan;
  readonly resource: PlannedResource;
  readonly apiVersion: string;
  /** The body as far as it is known. */
  readonly body: JsonObject;
  /** False when parts of the body are known only while the deployment runs. */
  readonly isKnown: boolean;
  /** Present for stored types whose outcome could be worked out. */
  readonly type?: RegisteredStoredType;
  readonly before?: Resource | undefined;
  readonly after?: Resource | undefined;
  readonly error?: ArmError;
}

export interface LookAhead {
  /** In the order in which they would be made; those of nested deployments included. */
  readonly resources: readonly Foreseen[];
  readonly overlay: Repository;
  /** Ids of nested deployments whose resources have names that only the run knows. */
  readonly shortCircuited: readonly string[];
}

export interface LookAheadRequest {
  readonly plan: TemplatePlan;
  /** Told of the groups that the template makes, so that `resourceGroup()` is right in what goes into them. */
  readonly cloud: DeploymentCloud;
  readonly purpose: "preflight" | "whatIf";
  readonly source: TemplateSource;
  /** Where the template came from: base of relative links. */
  readonly templateLink: TemplateLink | undefined;
}

/** Most nested deployments that one look-ahead goes into. */
const maxNested = 800;

class Unknown extends Error {}

/**
 * Goes through a plan in the order of its dependencies and asks every provider what it would do, each one seeing what
 * the ones before it would have made. Nothing is written. Errors are collected, not thrown.
 */
export async function lookAhead(ready: ReadyRequest, request: LookAheadRequest): Promise<LookAhead> {
  const { plan, cloud, purpose, source, templateLink } = request;
  const { services } = ready;
  const { store, repository, registry, clock, settings } = services;
  const overlay = createOverlay({ store, base: repository, registry, clock });
  const authorizer = createAuthorizer({
    repository: overlay,
    settings,
    owners: () => services.authorizer.owners(),
    memberOf: (objectId) => services.authorizer.memberOf(objectId),
  });
  const seen: Foreseen[] = [];
  let refusals = 0;
  let nested = 0;
  // Found once, it is not looked for in every other branch.
  let isEndless = false;
  const planned: ReadyRequest = { ...ready, services: { ...services, repository: overlay, authorizer } };
  const shortCircuited: string[] = [];
  const nestedOutputs = new Map<string, JsonObject>();
  const runtime = lookAheadRuntime(planned, nestedOutputs);

  /** In rounds, as the deployment would run: what waits for nothing, then what waited for that, and so on. */
  async function visit(
    one: TemplatePlan,
    depth: number,
    link: TemplateLink | undefined,
    isOpen: boolean,
  ): Promise<void> {
    let rest: readonly PlannedResource[] = one.resources;
    const done = new Set<number>();
    const failed = new Set<number>();
    while (rest.length > 0) {
      const round = rest.filter(({ after }) => after.every((index) => done.has(index)));
      // A plan has no cycles; were there one, its resources would be looked at in template order.
      const now = round.length > 0 ? round : rest;
      for (const resource of now) {
        if (!resource.condition || resource.existing || isEndless) continue;
        const before = refusals;
        const canBeJudged = isOpen && !resource.after.some((index) => failed.has(index));
        await visitOne(one, resource, depth, link, canBeJudged);
        if (refusals > before || !canBeJudged) failed.add(resource.index);
      }
      for (const { index } of now) done.add(index);
      rest = rest.filter(({ index }) => !done.has(index));
    }
  }

  async function visitOne(
    one: TemplatePlan,
    resource: PlannedResource,
    depth: number,
    link: TemplateLink | undefined,
    canBeJudged: boolean,
  ): Promise<void> {
    // What waits for something refused would only be blamed for its absence: its type and its access are looked at.
    const { body, isKnown } = await bodyOf(one, resource, runtime);
    const known = { body, isKnown: isKnown && canBeJudged };
    const base = { plan: one, resource, apiVersion: resource.apiVersion, ...known };
    try {
      const result = await outcome(planned, resource, known, purpose);
      // An earlier resource of the template may have planned this one away (a parent that does not name its children):
      // what changes is measured against what is there now.
      const before = result.type && purpose === "whatIf" ? { before: await repository.get(resource.id) } : {};
      await learnGroup(resource);
      seen.push({ ...base, ...result, ...before });
      if (!resource.nested) return;
      isEndless = depth >= maxNesting || ++nested > maxNested;
      if (depth >= maxNesting) throw deploymentFaults.NestedTooDeep({ name: resource.name, limit: maxNesting });
      if (isEndless) throw deploymentFaults.TooManyNested({ limit: maxNested });
      const { given, link: own } = await nestedGiven(resource, known, source, link);
      const inner = prepareNested(one, resource, known.isKnown ? { ...given, body: known.body } : given);
      if (!inner) {
        shortCircuited.push(
          `${scopeId(resource.nested.scope)}/providers/Microsoft.Resources/deployments/${resource.name}`,
        );
        return;
      }
      requireReadableTags(inner);
      await visit(inner, depth + 1, own ?? link, canBeJudged);
      await foreseeOutputs(resource, inner);
    } catch (error) {
      const fault = faultOf(error);
      if (!fault) throw error;
      refusals++;
      seen.push({ ...base, error: fault });
    }
  }

  async function learnGroup(resource: PlannedResource): Promise<void> {
    const scope = parseScope(resource.id);
    if (scope?.kind !== "resourceGroup") return;
    const group = await overlay.getGroup(scope.subscriptionId, scope.resourceGroup);
    if (group) cloud.learnGroup(group);
  }

  /** Outputs of a nested deployment that can be known: what modules hand to each other. */
  async function foreseeOutputs(resource: PlannedResource, inner: TemplatePlan): Promise<void> {
    try {
      const { outputs } = await evaluateOutputs(inner, runtime);
      nestedOutputs.set(nestedKey(resource), outputs);
    } catch (error) {
      if (!isUnknown(error)) throw error;
    }
  }

  await visit(plan, nestingOf(ready.request), templateLink, true);
  return { resources: seen, overlay, shortCircuited };
}

function faultOf(error: unknown): ArmError | undefined {
  if (error instanceof ArmError) return error;
  return error instanceof TemplateError ? fromTemplateError(error) : undefined;
}

/** What a linked nested deployment needs besides its own text, and where that came from. */
async function nestedGiven(
  resource: PlannedResource,
  known: { readonly body: JsonObject; readonly isKnown: boolean },
  source: TemplateSource,
  parent: TemplateLink | undefined,
): Promise<{ readonly given: NestedGiven; readonly link?: TemplateLink }> {
  const properties = isJsonObject(known.body["properties"]) ? known.body["properties"] : {};
  const file = properties["parametersLink"];
  const parameters =
    known.isKnown && isJsonObject(file) && typeof file["uri"] === "string"
      ? { parameters: (await source.readParameters(file as TemplateLink)).values }
      : {};
  const { nested } = resource;
  if (nested?.source.kind !== "link") return { given: parameters };
  const { template, positions, link } = await source.read(nested.source.link, parent);
  return {
    given: { ...parameters, template, positions, ...(link.uri === undefined ? {} : { uri: link.uri }) },
    link,
  };
}

async function bodyOf(
  plan: TemplatePlan,
  resource: PlannedResource,
  runtime: TemplateRuntime,
): Promise<{ readonly body: JsonObject; readonly isKnown: boolean }> {
  if (resource.runtimeExpressions.length === 0) return { body: resource.body, isKnown: true };
  try {
    return { body: await evaluateResource(plan, resource, runtime), isKnown: true };
  } catch (error) {
    if (!isUnknown(error)) throw error;
    return { body: resource.body, isKnown: false };
  }
}

/** Whatever cannot be known yet is judged when the deployment runs. */
function isUnknown(error: unknown): boolean {
  return (
    error instanceof Unknown ||
    error instanceof RuntimeNeeded ||
    error instanceof TemplateError ||
    error instanceof ArmError
  );
}

function nestedKey(resource: PlannedResource): string {
  const scope = resource.nested ? scopeId(resource.nested.scope) : "";
  return `${scope}/providers/Microsoft.Resources/deployments/${resource.name}`.toLowerCase();
}

/** `reference` sees stored and planned resources and outputs; everything else is not known before it is made. */
function lookAheadRuntime(ready: ReadyRequest, nestedOutputs: ReadonlyMap<string, JsonObject>): TemplateRuntime {
  const { repository, registry } = ready.services;
  return {
    async reference({ resourceId, apiVersion }) {
      const id = parseScope(resourceId);
      const outputs = nestedOutputs.get(id?.key ?? "");
      if (outputs) return { id: resourceId, properties: { provisioningState: "Succeeded", outputs } };
      const type = id?.kind === "resource" ? registry.stored(id.type) : undefined;
      const resource = id?.kind === "resource" && type ? await repository.get(id) : undefined;
      if (!type || !resource) throw new Unknown();
      return showResource(registry, type, resource, apiVersion);
    },
    list() {
      throw new Unknown();
    },
  };
}

async function outcome(
  ready: ReadyRequest,
  resource: PlannedResource,
  known: { readonly body: JsonObject; readonly isKnown: boolean },
  purpose: "preflight" | "whatIf",
): Promise<Pick<Foreseen, "type" | "before" | "after">> {
  const { services } = ready;
  const { registry, repository, authorizer } = services;
  const scope = parseScope(resource.id);
  if (!scope) throw armFaults.InvalidRequestUri({ path: resource.id });
  if (scope.kind === "resourceGroup") {
    await foreseeGroup(ready, scope, known.body);
    return {};
  }
  // Management groups are Resource Manager's own; what they refuse, the run refuses.
  if (scope.kind === "managementGroup") return {};
  if (scope.kind !== "resource") throw armFaults.InvalidRequestUri({ path: resource.id });
  const type = requireType(registry, scope.namespace, scope.types.join("/"), resource.apiVersion);
  const location = typeof known.body["location"] === "string" ? known.body["location"] : undefined;
  const apiVersion = requireApiVersion(type, resource.apiVersion, location);
  await requireTemplateAccess(ready, resource, `${type.type}/write`);
  if (resource.nested) {
    await requireGroupFor(repository, scope);
    return {};
  }
  const stored = registry.stored(scope.type);
  if (!stored) {
    const isOwn = type.type.toLowerCase() === "microsoft.resources/tags";
    if (!isOwn) throw armFaults.MethodNotAllowed({ method: "PUT" });
    return {};
  }
  requireScope(registry, scope);
  await requireRegistered(services.store, type.provider.namespace);
  await requireGroupFor(repository, scope);
  const loaded = await repository.load(scope);
  const parent = parentResource(scope);
  // A parent that is missing, or not known yet, is the run's affair.
  const hasParent = !parent || !registry.stored(parent.type) || loaded.parent !== undefined;
  if (!known.isKnown || !hasParent) return { type: stored, before: loaded.resource };
  const prepared = await prepareWrite(ready, loaded, {
    apiVersion,
    body: known.body,
    purpose,
    resources: repository,
  });
  const own = { action: `${type.type}/write`, scope: scope.text };
  await requireLinkedAccess({ ...services, authorizer }, ready.principal, own, prepared.linked ?? []);
  const after = await repository.commit(loaded, { state: prepared.state, by: ready.principal.displayName });
  return { type: stored, before: loaded.resource, after: after === "removed" ? undefined : after };
}

async function foreseeGroup(
  ready: ReadyRequest,
  scope: { readonly subscriptionId: string; readonly resourceGroup: string },
  body: JsonObject,
): Promise<void> {
  checkGroupName(scope.resourceGroup);
  const { repository } = ready.services;
  const { location: given, tags } = body;
  if (typeof given !== "string" || given === "") throw armFaults.LocationRequired();
  const location = normalizeLocation(given);
  if (!isLocation(location)) {
    throw armFaults.LocationNotAvailableForResourceGroup({ location: given, locations: locationNames() });
  }
  const before = await repository.getGroup(scope.subscriptionId, scope.resourceGroup);
  if (before && before.location !== location) {
    throw armFaults.InvalidResourceGroupLocation({ given: location, location: before.location });
  }
  if (!before) {
    await repository.putGroup({
      subscriptionId: scope.subscriptionId,
      name: scope.resourceGroup,
      location,
      ...(tags === undefined || tags === null ? {} : { tags: checkTags(tags) }),
    });
  }
}

async function requireGroupFor(repository: Repository, id: ResourceId): Promise<void> {
  if (id.subscriptionId === undefined || id.resourceGroup === undefined) return;
  const group = await repository.getGroup(id.subscriptionId, id.resourceGroup);
  if (!group) throw armFaults.ResourceGroupNotFound({ name: id.resourceGroup });
}

async function requireTemplateAccess(ready: ReadyRequest, resource: PlannedResource, action: string): Promise<void> {
  const { principal, services } = ready;
  if (await services.authorizer.allowed(principal.objectId, action, resource.id)) return;
  throw deploymentFaults.TemplateAuthorizationFailed({
    name: resource.name,
    type: resource.type,
    client: principal.appId ?? principal.displayName,
    objectId: principal.objectId,
    action,
    scope: resource.id,
  });
}

/** The one refusal that carries all errors of a look-ahead. @throws ArmError InvalidTemplateDeployment */
export function requireValid(ahead: LookAhead, name: string, trackingId: string): void {
  const details: CloudErrorBody[] = [];
  for (const { error, resource } of ahead.resources) {
    if (!error) continue;
    const body = error.body();
    details.push(body.target === undefined ? { ...body, target: resource.id } : body);
  }
  // Roles are looked at first: what else may be wrong is nobody's business who may not deploy it.
  const refused = details.filter(({ code }) => code === "AuthorizationFailed");
  if (refused.length > 0) {
    const errors = refused.map(({ message }) => message).join(":");
    throw deploymentFaults.TemplateAuthorizationRefused({ errors }, { details: refused });
  }
  if (details.length > 0) throw deploymentFaults.InvalidTemplateDeployment({ name, trackingId }, { details });
}
