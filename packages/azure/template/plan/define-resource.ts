import { isJsonObject, type Json, type JsonObject } from "@byocni/base/core";
import { ExpressionFault, TemplateError, validationError } from "../errors/template-error.ts";
import type { Evaluation } from "../expression/evaluation.ts";
import { findKey, getMember, isJsonArray, stringify, typeOf } from "../expression/value.ts";
import type { JsonPath } from "../reader/positions.ts";
import { evaluateBody } from "./body.ts";
import { evaluateDeep } from "./deep-value.ts";
import type { ResourceInstance } from "./instances.ts";
import { deploymentsType, isInnerDeployment } from "./nested.ts";
import type { TemplateLink } from "./options.ts";
import type { Places } from "./places.ts";
import type { NestedDeployment, PlannedResource, RuntimeExpression } from "./plan.ts";
import { absoluteScope, resourceIdOf, segmentsMatch, toDeploymentScope } from "./resource-ids.ts";
import { scopeId, type DeploymentScope } from "./scope.ts";

/** An expression that waits, with what it is evaluated in. */
export interface DeferredExpression {
  readonly text: string;
  readonly evaluation: Evaluation;
}

/** A resource that is known but for what it waits for. */
export interface DefinedResource extends Omit<PlannedResource, "dependsOn" | "after"> {
  readonly instance: ResourceInstance;
  readonly evaluation: Evaluation;
  /** `dependsOn` as evaluated, not yet looked up. */
  readonly dependencies: readonly string[];
  readonly deferred: readonly DeferredExpression[];
}

/** What the definition of a resource needs. */
export interface DefinitionContext {
  readonly places: Places;
  readonly scope: DeploymentScope;
  readonly symbolic: boolean;
  /** The evaluation of definitions (names, conditions) and of properties. */
  evaluationOf(instance: ResourceInstance, place: "definition" | "runtime"): Evaluation;
}

/** Evaluates all of a resource that is known before the deployment. @throws TemplateError */
export function defineResource(
  instance: ResourceInstance,
  index: number,
  parent: DefinedResource | undefined,
  context: DefinitionContext,
): DefinedResource {
  const { source, path } = instance;
  const { places } = context;
  const [line, column] = places.lineOf(path);
  const definition = context.evaluationOf(instance, "definition");
  const runtime = context.evaluationOf(instance, "runtime");
  const rawName = getMember(source, "name");
  let shownName = rawName === undefined ? "" : stringify(rawName);

  const guard = <T>(evaluate: () => T): T => {
    try {
      return evaluate();
    } catch (error) {
      if (!(error instanceof ExpressionFault) || error instanceof TemplateError) throw error;
      throw validationError(places.at(path), "resourceInvalid", shownName, line, column, error.message);
    }
  };
  const member = (name: string): Json => {
    const value = getMember(source, name);
    return value === undefined ? null : guard(() => evaluateDeep(value, definition));
  };
  const text = (name: string): string => {
    const value = member(name);
    if (value === null || value === "") {
      throw validationError(places.at(path), "resourcePropertyEmpty", shownName, line, column, name);
    }
    if (typeof value !== "string") {
      throw validationError(places.at(path), "propertyType", shownName, line, column, name, "String", typeOf(value));
    }
    return value;
  };

  if (rawName === undefined || rawName === null || rawName === "") {
    const at = memberPath(source, path, "name");
    throw validationError(places.at(at), "resourceNameEmpty", ...places.lineOf(at));
  }
  const ownName = text("name");
  shownName = ownName;
  const ownType = text("type");
  const { type, name } = fullIdentity(ownType, ownName, parent);
  if (!segmentsMatch(type, name)) {
    const at = memberPath(source, path, "type");
    throw validationError(places.at(at), "segmentLengths", ownName, ownType, ...places.lineOf(at));
  }
  const apiVersion = text("apiVersion");
  const scope = parent
    ? parent.scopeId
    : readScope(member, context.scope, (value) => {
        throw validationError(places.at(path), "scopeInvalid", shownName, line, column, value);
      });
  const condition = readCondition(member("condition"), (actual) => {
    throw validationError(places.at(path), "conditionType", shownName, line, column, actual);
  });
  const existing = context.symbolic && member("existing") === true;

  const runtimeExpressions: RuntimeExpression[] = [];
  const deferred: DeferredExpression[] = [];
  const body =
    condition && !existing
      ? guard(() =>
          evaluateBody(source, runtime, {
            onDeferred: (at, expression, evaluation) => {
              runtimeExpressions.push({ path: at, expression });
              deferred.push({ text: expression, evaluation });
            },
          }),
        )
      : {};
  const nested =
    type.toLowerCase() === deploymentsType && condition && !existing
      ? readNested(source, body, scope, places, path)
      : undefined;
  return {
    index,
    id: resourceIdOf(scope, type, name),
    type,
    name,
    apiVersion,
    ...(instance.symbolicName === undefined ? {} : { symbolicName: instance.symbolicName }),
    ...(instance.copy ? { copy: instance.copy } : {}),
    condition: condition && (parent?.condition ?? true),
    existing,
    scopeId: scope,
    body,
    runtimeExpressions,
    ...(nested ? { nested } : {}),
    path,
    position: places.positions.at(path),
    instance,
    evaluation: runtime,
    dependencies: readDependencies(member("dependsOn")),
    deferred,
  };
}

/** Where a member of a resource stands; the resource itself if it has no such member. */
function memberPath(source: JsonObject, path: JsonPath, name: string): JsonPath {
  const key = findKey(source, name);
  return key === undefined ? path : [...path, key];
}

/**
 * Children give the rest of their type and name. Some give all of both: those are taken as they are
 * (MicrosoftDocs/azure-docs#34615).
 */
function fullIdentity(
  type: string,
  name: string,
  parent: DefinedResource | undefined,
): { readonly type: string; readonly name: string } {
  if (!parent) return { type, name };
  const complete =
    type.toLowerCase().startsWith(`${parent.type.toLowerCase()}/`) &&
    name.toLowerCase().startsWith(`${parent.name.toLowerCase()}/`);
  return complete ? { type, name } : { type: `${parent.type}/${type}`, name: `${parent.name}/${name}` };
}

function readScope(
  member: (name: string) => Json,
  deployment: DeploymentScope,
  refuse: (scope: string) => never,
): string {
  const given = member("scope");
  if (given !== null) {
    const scope = typeof given === "string" ? absoluteScope(given, deployment) : undefined;
    return scope ?? refuse(stringify(given));
  }
  const own = "subscriptionId" in deployment ? deployment.subscriptionId : undefined;
  const subscription = member("subscriptionId");
  const group = member("resourceGroup");
  const subscriptionId = typeof subscription === "string" && subscription !== "" ? subscription : own;
  if (typeof group === "string" && group !== "") {
    if (subscriptionId === undefined) return refuse(group);
    return `/subscriptions/${subscriptionId}/resourceGroups/${group}`;
  }
  if (typeof subscription === "string" && subscription !== "") return `/subscriptions/${subscription}`;
  return scopeId(deployment);
}

function readCondition(value: Json, refuse: (actual: string) => never): boolean {
  if (value === null) return true;
  if (typeof value === "boolean") return value;
  // Strings are converted as the service's reader converts them.
  if (typeof value === "string" && /^(true|false)$/i.test(value)) return value.toLowerCase() === "true";
  return refuse(typeOf(value));
}

function readDependencies(value: Json): string[] {
  if (!isJsonArray(value)) return typeof value === "string" ? [value] : [];
  return value.filter((item): item is string => typeof item === "string" && item !== "");
}

function readNested(
  source: JsonObject,
  body: JsonObject,
  scope: string,
  places: Places,
  path: PlannedResource["path"],
): NestedDeployment | undefined {
  const properties = getMember(body, "properties");
  if (!isJsonObject(properties)) throw validationError(places.at(path), "nestedProperties");
  const target = toDeploymentScope(scope);
  if (!target) return undefined;
  const mode = getMember(properties, "mode");
  const link = getMember(properties, "templateLink");
  const template = getMember(properties, "template");
  if (!isJsonObject(link) && !isJsonObject(template) && typeof template !== "string") {
    throw validationError(places.at(path), "nestedTemplate", stringify(getMember(source, "name") ?? ""));
  }
  return {
    scope: target,
    expressionScope: isInnerDeployment(source) || isJsonObject(link) ? "inner" : "outer",
    mode: typeof mode === "string" ? mode : "Incremental",
    source: isJsonObject(link) ? { kind: "link", link: readLink(link) } : { kind: "template" },
  };
}

function readLink(link: JsonObject): TemplateLink {
  const members = ["uri", "relativePath", "id", "contentVersion", "queryString"] as const;
  return Object.fromEntries(
    members.flatMap((name) => {
      const value = getMember(link, name);
      return typeof value === "string" ? [[name, value] as const] : [];
    }),
  );
}
