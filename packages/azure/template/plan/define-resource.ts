import { isJsonObject, type Json, type JsonObject } from "@byocni/base/core";
import { validationError } from "../errors/template-error.ts";
import type { Evaluation } from "../expression/evaluation.ts";
import { reduceExpression } from "../expression/reduce.ts";
import { classifyString } from "../expression/text.ts";
import { getMember, isJsonArray, stringify, typeOf } from "../expression/value.ts";
import { deploymentVersions, readApiVersion } from "./api-version.ts";
import { evaluateBody } from "./body.ts";
import type { ResourceInstance } from "./instances.ts";
import { deploymentsType, isDeployment, isInnerDeployment } from "./nested.ts";
import type { TemplateLink } from "./options.ts";
import type { Places } from "./places.ts";
import type { NestedDeployment, PlannedResource, RuntimeExpression } from "./plan.ts";
import { createResourceReader, type ResourceReader } from "./resource-reader.ts";
import { absoluteScope, resourceIdOf, segmentsMatch, toDeploymentScope } from "./resource-ids.ts";
import { scopeId, type DeploymentScope } from "./scope.ts";
import { forEachString } from "./strings.ts";

/** An expression that waits, with what it is evaluated in. */
export interface DeferredExpression {
  readonly text: string;
  readonly evaluation: Evaluation;
}

/** A planned resource while its dependencies are still being found. */
export type ResourceDraft = { -readonly [K in keyof PlannedResource]: PlannedResource[K] };

/** A resource that is known but for what it waits for. */
export interface DefinedResource {
  readonly planned: ResourceDraft;
  readonly instance: ResourceInstance;
  readonly evaluation: Evaluation;
  /** `dependsOn` as evaluated, not yet looked up. */
  readonly dependencies: readonly string[];
  readonly deferred: readonly DeferredExpression[];
  /** Expressions of a resource that its condition leaves out: they are held to be right, and never evaluated. */
  readonly unused: readonly DeferredExpression[];
}

/** What the definition of a resource needs. */
export interface DefinitionContext {
  readonly places: Places;
  readonly scope: DeploymentScope;
  readonly symbolic: boolean;
  readonly profileDate: string | undefined;
  /** The evaluation of definitions (names, conditions) and of properties. */
  evaluationOf(instance: ResourceInstance, place: "definition" | "runtime"): Evaluation;
}

/** Evaluates all of a resource that is known before the deployment. @throws TemplateError */
export function defineResource(
  instance: ResourceInstance,
  index: number,
  parent: ResourceDraft | undefined,
  context: DefinitionContext,
): DefinedResource {
  const { source, path } = instance;
  const { places } = context;
  const runtime = context.evaluationOf(instance, "runtime");
  const reader = createResourceReader(source, path, places, context.evaluationOf(instance, "definition"));
  const extension = getMember(source, "import") ?? getMember(source, "extension");
  // "az" is the extension that everything else belongs to.
  if (extension !== undefined && extension !== "az") throw reader.refuse("extensionUnsupported", stringify(extension));
  const condition = readCondition(reader);
  const existing = context.symbolic && reader.member("existing") === true;
  // An existing resource that its condition leaves out is not looked at: its name and scope may not even be there.
  const ignored = existing && !condition;
  if (reader.shownName === "") {
    const at = reader.pathOf("name");
    throw validationError(places.at(at), "resourceNameEmpty", ...places.lineOf(at));
  }
  const ownType = reader.text("type");
  const ownName = ignored ? placeholderName(ownType, `${instance.symbolicName ?? ""}-${index}`) : reader.text("name");
  reader.shownName = ownName;
  const { type, name } = fullIdentity(ownType, ownName, parent);
  if (!segmentsMatch(type, name)) {
    const at = reader.pathOf("type");
    throw validationError(places.at(at), "segmentLengths", ownName, ownType, ...places.lineOf(at));
  }
  const apiVersion = readApiVersion(reader, type, runtime.host.cloud, context.profileDate);
  if (type.toLowerCase() === deploymentsType && !deploymentVersions.includes(apiVersion.toLowerCase())) {
    throw reader.refuse("deploymentVersion", deploymentVersions.join(","));
  }
  const scope = parent?.scopeId ?? (ignored ? scopeId(context.scope) : readScope(reader, context.scope));

  const runtimeExpressions: RuntimeExpression[] = [];
  const deferred: DeferredExpression[] = [];
  const body =
    condition && !existing
      ? reader.guard(() =>
          evaluateBody(source, runtime, {
            onDeferred: (at, text, evaluation) => {
              const expression = shownExpression(text, evaluation);
              runtimeExpressions.push({ path: at, expression });
              deferred.push({ text, evaluation });
              return expression;
            },
          }),
        )
      : {};
  const nested =
    type.toLowerCase() === deploymentsType && condition && !existing
      ? readNested(source, body, scope, places, path)
      : undefined;
  const planned: ResourceDraft = {
    index,
    id: resourceIdOf(scope, type, name),
    type,
    name,
    apiVersion,
    condition: condition && (parent?.condition ?? true),
    existing,
    scopeId: scope,
    body,
    runtimeExpressions,
    dependsOn: [],
    after: [],
    path,
    // Positions are computed from the text when somebody asks: a plan that is fine never needs them.
    get position() {
      return places.positions.at(path);
    },
  };
  if (instance.symbolicName !== undefined) planned.symbolicName = instance.symbolicName;
  if (instance.copy) planned.copy = instance.copy;
  if (nested) planned.nested = nested;
  return {
    planned,
    instance,
    evaluation: runtime,
    dependencies: readDependencies(reader.member("dependsOn")),
    deferred,
    unused: condition || existing ? [] : unusedExpressions(source, runtime),
  };
}

/** As many segments as the type has: nothing refers to a resource that is left out. */
function placeholderName(type: string, segment: string): string {
  return type
    .split("/")
    .slice(1)
    .map(() => segment)
    .join("/");
}

function unusedExpressions(source: JsonObject, evaluation: Evaluation): readonly DeferredExpression[] {
  const found: DeferredExpression[] = [];
  // A deployment's template has scopes of its own.
  if (isDeployment(source)) return found;
  forEachString(getMember(source, "properties") ?? null, [], (text) => found.push({ text, evaluation }));
  return found;
}

/** What stands in the body until the expression can be evaluated. */
function shownExpression(text: string, evaluation: Evaluation): string {
  const content = classifyString(text);
  if (content.kind === "literal" || evaluation.host.opaque.has(text)) return text;
  return reduceExpression(evaluation.host.expressions.parse(content.text), evaluation);
}

/**
 * Children give the rest of their type and name. Some give all of both: those are taken as they are
 * (MicrosoftDocs/azure-docs#34615).
 */
function fullIdentity(
  type: string,
  name: string,
  parent: ResourceDraft | undefined,
): { readonly type: string; readonly name: string } {
  if (!parent) return { type, name };
  const complete =
    type.toLowerCase().startsWith(`${parent.type.toLowerCase()}/`) &&
    name.toLowerCase().startsWith(`${parent.name.toLowerCase()}/`);
  return complete ? { type, name } : { type: `${parent.type}/${type}`, name: `${parent.name}/${name}` };
}

function readScope(reader: ResourceReader, deployment: DeploymentScope): string {
  const given = reader.member("scope");
  if (given !== null) {
    const scope = typeof given === "string" ? absoluteScope(given, deployment) : undefined;
    if (scope === undefined) throw reader.refuse("scopeInvalid", stringify(given));
    return scope;
  }
  const own = "subscriptionId" in deployment ? deployment.subscriptionId : undefined;
  const subscription = reader.member("subscriptionId");
  const group = reader.member("resourceGroup");
  const subscriptionId = typeof subscription === "string" && subscription !== "" ? subscription : own;
  if (typeof group === "string" && group !== "") {
    if (subscriptionId === undefined) throw reader.refuse("scopeInvalid", group);
    return `/subscriptions/${subscriptionId}/resourceGroups/${group}`;
  }
  if (typeof subscription === "string" && subscription !== "") return `/subscriptions/${subscription}`;
  return scopeId(deployment);
}

function readCondition(reader: ResourceReader): boolean {
  const value = reader.member("condition");
  if (value === null) return true;
  if (typeof value === "boolean") return value;
  // Texts that are written so are converted by the service's reader; results of expressions are not.
  const written = reader.written("condition");
  if (typeof written === "string" && /^(true|false)$/i.test(written)) return written.toLowerCase() === "true";
  throw reader.wrongType("condition", typeOf(value), "Boolean");
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
