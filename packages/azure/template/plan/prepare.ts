import type { Json } from "@byocni/base/core";
import { validationError } from "../errors/template-error.ts";
import type { CopyFrame, Evaluation, EvaluationHost, NamedResource } from "../expression/evaluation.ts";
import { createExpressionCache } from "../expression/parser.ts";
import { createEvaluationLimits } from "../expression/evaluation-limits.ts";
import { runtimeNeeded } from "../expression/signals.ts";
import { templateHash } from "../hash/names.ts";
import { defineResource, type DefinedResource, type DefinitionContext } from "./define-resource.ts";
import { checkOutputReferences, findDependencies } from "./dependencies.ts";
import { deploymentObject } from "./deployment-object.ts";
import { createFrame, type ResourceLookup } from "./frame.ts";
import { expandResources, type ResourceInstance } from "./instances.ts";
import { attachInternals } from "./internals.ts";
import { readModel } from "./model.ts";
import type { PrepareOptions } from "./options.ts";
import { outputExpressions, planOutputs } from "./outputs.ts";
import { createParameterBinder, type ParameterBinder } from "./parameters.ts";
import { createPlaces, type Places } from "./places.ts";
import type { PlannedResource, TemplatePlan } from "./plan.ts";
import { checkReferences } from "./references.ts";
import { createResourceIndex, type ResourceIndex } from "./resource-index.ts";
import { readUserFunctions } from "./user-functions.ts";

/**
 * Binds a template to its parameters and evaluates everything that needs no running deployment.
 * @throws TemplateError what Resource Manager would answer.
 */
export function prepareTemplate(template: Json, options: PrepareOptions): TemplatePlan {
  const places = createPlaces(options.positions);
  const model = readModel(template, places);
  let hash: string | undefined;
  const hashOf = (): string => (hash ??= templateHash(model.template));
  const host: EvaluationHost = {
    scope: options.scope,
    objects: options.cloud.describeScope(options.scope),
    cloud: options.cloud,
    deployment: deploymentObject(options.deployment, options.scope, model.template, hashOf),
    now: options.now,
    newGuid: options.newGuid,
    expressions: createExpressionCache(),
    limits: createEvaluationLimits(),
    opaque: options.opaqueExpressions ?? new Set(),
  };
  checkContentVersion(model.contentVersion, options, places);
  checkReferences(model, places, host);
  const functions = readUserFunctions(model, places, host);

  const base = (place: Evaluation["place"], copy?: CopyFrame): Evaluation => ({
    host,
    frame,
    place,
    copy,
    lambda: undefined,
    runtime: undefined,
  });
  const parameters: ParameterBinder = createParameterBinder(model, places, options, () => base("parameterDefault"));
  const lookup = createLookup();
  const frame = createFrame({
    model,
    places,
    host,
    parameters,
    functions,
    lookup,
    externalInputs: options.externalInputs ?? {},
  });

  const bound = parameters.bindAll();
  const expansion = expandResources(model.resources, model.resourcesPath, places, (copy) => base("definition", copy));
  const context: DefinitionContext = {
    places,
    scope: options.scope,
    symbolic: model.symbolic,
    profileDate: model.profileDate,
    evaluationOf: (instance, place) => base(place, instance.frame),
  };
  const defined = defineAll(expansion.instances, context);
  refuseDuplicates(defined, places);
  const index = createResourceIndex(defined, expansion.loops);
  lookup.fill(defined, index, expansion.loops);
  const resources = defined.map(({ planned }) => planned);
  findDependencies(defined, index, places).forEach(({ named, after }, at) => {
    const draft = defined[at]?.planned;
    if (!draft) return;
    draft.dependsOn = named.flatMap((other) => resources[other]?.id ?? []);
    draft.after = after;
  });
  for (const { path, expressions } of outputExpressions(model, base("runtime"))) {
    checkOutputReferences(expressions, defined, index, { ...places.at(path), unreported: true });
  }

  const plan: TemplatePlan = {
    scope: options.scope,
    languageVersion: model.languageVersion,
    contentVersion: model.contentVersion,
    get templateHash() {
      return hashOf();
    },
    parameters: bound,
    resources,
    outputs: planOutputs(model, base("runtime")),
    providers: providersOf(resources),
  };
  return attachInternals(plan, { model, places, options, defined, evaluation: base("runtime") });
}

function checkContentVersion(contentVersion: string, options: PrepareOptions, places: Places): void {
  const expected = options.deployment.templateLink?.contentVersion;
  if (expected !== undefined && expected !== contentVersion) {
    throw validationError(places.at(["contentVersion"]), "contentVersionMismatch", contentVersion, expected);
  }
}

/** Parents come before their children in the expansion. */
function defineAll(instances: readonly ResourceInstance[], context: DefinitionContext): readonly DefinedResource[] {
  const byInstance = new Map<ResourceInstance, DefinedResource>();
  return instances.map((instance, index) => {
    const parent = instance.parent && byInstance.get(instance.parent)?.planned;
    const defined = defineResource(instance, index, parent, context);
    byInstance.set(instance, defined);
    return defined;
  });
}

function refuseDuplicates(resources: readonly DefinedResource[], places: Places): void {
  const seen = new Set<string>();
  for (const { planned } of resources) {
    const { id, type, name, path, existing } = planned;
    if (existing) continue;
    const key = id.toLowerCase();
    if (seen.has(key)) {
      throw validationError(places.at(path), "duplicateResource", `${type}/${name}`, ...places.lineOf(path));
    }
    seen.add(key);
  }
}

interface FillableLookup extends ResourceLookup {
  fill(resources: readonly DefinedResource[], index: ResourceIndex, loops: ReadonlySet<string>): void;
}

/** Names of resources are known only after all names were evaluated. */
function createLookup(): FillableLookup {
  let known: { resources: readonly DefinedResource[]; index: ResourceIndex; loops: ReadonlySet<string> } | undefined;
  return {
    fill(resources, index, loops) {
      known = { resources, index, loops };
    },
    resources(nameOrId): readonly NamedResource[] {
      if (!known) throw runtimeNeeded;
      const { resources, index } = known;
      return index.reference(nameOrId).flatMap((at) => resources[at]?.planned ?? []);
    },
    isLoop: (name) => known?.loops.has(name.toLowerCase()) ?? false,
  };
}

function providersOf(resources: readonly PlannedResource[]): TemplatePlan["providers"] {
  const namespaces = new Map<string, { namespace: string; types: Map<string, string> }>();
  for (const { type, existing } of resources) {
    if (existing) continue;
    const slash = type.indexOf("/");
    const namespace = type.slice(0, slash);
    const resourceType = type.slice(slash + 1);
    let entry = namespaces.get(namespace.toLowerCase());
    if (!entry) namespaces.set(namespace.toLowerCase(), (entry = { namespace, types: new Map() }));
    if (!entry.types.has(resourceType.toLowerCase())) entry.types.set(resourceType.toLowerCase(), resourceType);
  }
  return [...namespaces.values()].map(({ namespace, types }) => ({ namespace, resourceTypes: [...types.values()] }));
}
