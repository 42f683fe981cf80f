import { assert, isJsonObject, type Json, type JsonObject } from "@byocni/base/core";
import { getMember } from "../expression/value.ts";
import { RuntimeNeeded } from "../expression/signals.ts";
import type { Positions } from "../reader/positions.ts";
import type { ParameterInputs, PrepareOptions } from "./options.ts";
import { internalsOf } from "./internals.ts";
import type { PlannedResource, TemplatePlan } from "./plan.ts";
import { prepareTemplate } from "./prepare.ts";

/** What the caller knows about a nested deployment. */
export interface NestedGiven {
  /** The template behind a link; needed for links, ignored otherwise. */
  readonly template?: Json;
  readonly positions?: Positions;
  /** Where the linked template came from: the base of its own relative links. */
  readonly uri?: string;
  /** Values that key vault references in its parameters stand for. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** The parameters behind a `parametersLink`. */
  readonly parameters?: ParameterInputs;
  /** A body that `evaluateResource` gave. Without it, the nested deployment is planned with what is known so far. */
  readonly body?: JsonObject;
}

/**
 * The plan of the deployment that a `Microsoft.Resources/deployments` resource makes: for validation, preflight and
 * what-if of the whole tree before anything is made, or (with `body`) to deploy it.
 * @returns undefined when names, conditions or counts in it depend on what only the running deployment knows.
 * @throws TemplateError
 */
export function prepareNested(
  plan: TemplatePlan,
  resource: PlannedResource,
  given: NestedGiven = {},
): TemplatePlan | undefined {
  const { nested } = resource;
  assert(nested, "the resource is a deployment");
  const { options, places } = internalsOf(plan);
  const body = given.body ?? resource.body;
  const properties = getMember(body, "properties");
  assert(isJsonObject(properties), "a deployment has properties");
  const linked = nested.source.kind === "link";
  const template = linked ? given.template : getMember(properties, "template");
  assert(template !== undefined, "the template behind a link is given");
  if (typeof template === "string") return undefined;
  const parameters = getMember(properties, "parameters");
  const inputs = given.parameters ?? (isJsonObject(parameters) ? parameters : {});
  const positions = linked ? given.positions : nestedPositions(resource, nested.expressionScope, places.positions);
  const location = getMember(body, "location");
  const { parameterPositions: _parameters, positions: _positions, secrets: _secrets, ...shared } = options;
  const nestedOptions: PrepareOptions = {
    ...shared,
    scope: nested.scope,
    deployment: {
      name: resource.name,
      mode: nested.mode,
      ...(typeof location === "string" ? { location } : {}),
      ...(nested.source.kind === "link"
        ? { templateLink: { ...nested.source.link, ...(given.uri === undefined ? {} : { uri: given.uri }) } }
        : {}),
    },
    parameters: inputs,
    ...(positions ? { positions } : {}),
    ...(given.secrets ? { secrets: given.secrets } : {}),
    unknownParameters: given.body ? new Set() : unknownNames(resource),
    opaqueExpressions: given.body ? new Set() : opaqueTexts(resource),
  };
  try {
    return prepareTemplate(template, nestedOptions);
  } catch (signal) {
    if (signal instanceof RuntimeNeeded) return undefined;
    throw signal;
  }
}

/** The nested template's text is part of the parent's; unrolled outer templates have no text of their own. */
function nestedPositions(
  resource: PlannedResource,
  expressionScope: "inner" | "outer",
  positions: Positions,
): Positions | undefined {
  if (expressionScope === "outer") return undefined;
  return positions.under([...resource.path, "properties", "template"]);
}

/** What was left of the parent's expressions in a template that it evaluates. */
function opaqueTexts({ nested, runtimeExpressions }: PlannedResource): ReadonlySet<string> {
  if (nested?.expressionScope !== "outer") return new Set();
  return new Set(runtimeExpressions.map(({ expression }) => expression));
}

/** Parameters whose values wait for the running deployment, in lower case. */
function unknownNames({ runtimeExpressions }: PlannedResource): ReadonlySet<string> {
  const unknown = new Set<string>();
  for (const { path } of runtimeExpressions) {
    const [properties, parameters, name] = path.map((step) => String(step).toLowerCase());
    if (properties === "properties" && parameters === "parameters" && name !== undefined) unknown.add(name);
  }
  return unknown;
}
