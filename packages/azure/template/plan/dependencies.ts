import { type ErrorPlace, validationError } from "../errors/template-error.ts";
import type { Evaluation } from "../expression/evaluation.ts";
import type { ExpressionNode } from "../expression/node.ts";
import { tryEvaluate } from "../expression/reduce.ts";
import { classifyString } from "../expression/text.ts";
import type { DeferredExpression, DefinedResource, ResourceDraft } from "./define-resource.ts";
import type { Places } from "./places.ts";
import type { ResourceIndex } from "./resource-index.ts";
import { parseScopedId } from "./resource-ids.ts";

/** Dependencies of one resource: those that the template names, and everything that it waits for. */
export interface ResourceDependencies {
  readonly named: readonly number[];
  readonly after: readonly number[];
}

/**
 * Looks up `dependsOn`, adds what `reference` and `list*` imply and the earlier batches of serial loops, and refuses
 * circles. @throws TemplateError
 */
export function findDependencies(
  resources: readonly DefinedResource[],
  index: ResourceIndex,
  places: Places,
): readonly ResourceDependencies[] {
  const named = resources.map((resource) => namedDependencies(resource, resources, index, places));
  refuseCircles(resources, named, places);
  const batches = batchMembers(resources);
  return resources.map((resource, at) => {
    const after = new Set(named[at]);
    for (const other of batches.get(batchKey(resource, -1)) ?? []) after.add(other);
    const waits = [...after].filter((other) => {
      const target = resources[other];
      return target !== undefined && target.planned.condition && !target.planned.existing;
    });
    return { named: [...(named[at] ?? [])], after: waits.toSorted((a, b) => a - b) };
  });
}

function namedDependencies(
  resource: DefinedResource,
  resources: readonly DefinedResource[],
  index: ResourceIndex,
  places: Places,
): ReadonlySet<number> {
  const found = new Set<number>();
  for (const text of resource.dependencies) {
    const targets = index.dependency(text);
    if (!targets) {
      throw validationError(unreported(resource.planned, places), "dependencyNotFound", shownId(text));
    }
    if (isOnly(targets, resource)) {
      throw validationError(unreported(resource.planned, places), "circularDependency", resource.planned.id);
    }
    for (const target of targets) found.add(target);
  }
  for (const { text, evaluation } of resource.deferred) {
    for (const reference of referencesIn(text, evaluation, index)) {
      const { targets } = reference;
      if (isMissing(reference, resources)) refuseReference(reference, resource, places);
      if (isOnly(targets, resource)) {
        throw validationError(unreported(resource.planned, places), "referenceOwn", shownName(resource.planned));
      }
      for (const target of targets) found.add(target);
    }
  }
  for (const { text, evaluation } of resource.unused) {
    for (const reference of referencesIn(text, evaluation, index)) {
      if (isMissing(reference, resources)) refuseReference(reference, resource, places);
    }
  }
  found.delete(resource.planned.index);
  return found;
}

/** Not in the template, or named by its id and left out by its condition (Azure/bicep#3990). */
function isMissing({ text, targets }: Reference, resources: readonly DefinedResource[]): boolean {
  return targets.every((target) => {
    const planned = resources[target]?.planned;
    return text.includes("/") && planned !== undefined && !planned.condition && !planned.existing;
  });
}

/** @throws TemplateError for what the template does not have and no running deployment can find */
function refuseReference({ text, isVersioned }: Reference, { planned }: DefinedResource, places: Places): void {
  const place = unreported(planned, places);
  if (!text.includes("/")) throw validationError(place, "referenceNotFound", text);
  if (!isVersioned) throw validationError(place, "referenceVersion", shownName(planned), shownId(text));
}

/**
 * References of an output to what the template does not have, told as they are told for a resource.
 * @throws TemplateError
 */
export function checkOutputReferences(
  expressions: readonly DeferredExpression[],
  resources: readonly DefinedResource[],
  index: ResourceIndex,
  place: ErrorPlace,
): void {
  for (const { text, evaluation } of expressions) {
    for (const reference of referencesIn(text, evaluation, index)) {
      if (!isMissing(reference, resources)) continue;
      const { text: target, isVersioned } = reference;
      if (!target.includes("/")) throw validationError(place, "referenceNotFound", target);
      if (!isVersioned) throw validationError(place, "outputReferenceVersion", shownId(target));
    }
  }
}

/** A call of `reference`, `references` or `list*` with a target that is known. */
interface Reference {
  readonly text: string;
  readonly isVersioned: boolean;
  /** The resources of the template that are meant. */
  readonly targets: readonly number[];
}

function* referencesIn(text: string, evaluation: Evaluation, index: ResourceIndex): Generator<Reference> {
  const content = classifyString(text);
  // What stands in for a parent's expression was the parent's to look at.
  if (content.kind !== "expression" || evaluation.host.opaque.has(text)) return;
  yield* implied(evaluation.host.expressions.parse(content.text), evaluation, index);
}

/** `Microsoft.Network/virtualNetworks/v`. */
function shownName({ id }: ResourceDraft): string {
  return shownId(id);
}

/** The service reports no place for what is between resources (microsoft/vscode-azurearmtools#493). */
function unreported(planned: ResourceDraft | undefined, places: Places): ErrorPlace {
  return { ...places.at(planned?.path ?? []), unreported: true };
}

/** Names may be shared with others; what can only be the resource itself is the shortest circle. */
function isOnly(targets: readonly number[], { planned }: DefinedResource): boolean {
  return targets.length === 1 && targets[0] === planned.index;
}

/** Ids are shown from the type on, as the service does. */
function shownId(text: string): string {
  return parseScopedId(text)?.relativeId ?? text.replace(/^\//, "");
}

/**
 * Resources that an expression refers to by name, or by id without an api-version: the deployment must have made them
 * before the expression can be evaluated (Azure/bicep#11478). Branches of `if` that are not taken do not count.
 */
function* implied(node: ExpressionNode, evaluation: Evaluation, index: ResourceIndex): Generator<Reference> {
  if (node.kind === "literal") return;
  if (node.kind !== "call") {
    yield* implied(node.target, evaluation, index);
    if (node.kind === "index") yield* implied(node.index, evaluation, index);
    return;
  }
  const [first, second, third] = node.args;
  if (node.namespace === undefined && node.key === "if" && first && second && third) {
    yield* implied(first, evaluation, index);
    const condition = tryEvaluate(first, evaluation)?.value;
    if (condition === true) yield* implied(second, evaluation, index);
    else if (condition === false) yield* implied(third, evaluation, index);
    // Nobody knows yet which branch it will be: both may have to wait, neither is held to be right.
    else for (const branch of [second, third]) yield* present(implied(branch, evaluation, index));
    return;
  }
  for (const argument of node.args) yield* implied(argument, evaluation, index);
  const refers = node.key === "reference" || node.key === "references" || node.key.startsWith("list");
  if (node.namespace !== undefined || !refers || !first) return;
  const target = tryEvaluate(first, evaluation)?.value;
  const isVersioned = node.key.startsWith("list") || (node.key === "reference" && node.args.length > 1);
  if (typeof target !== "string" || (target.startsWith("/") && isVersioned)) return;
  const targets = index.reference(target);
  // A loop without a pass has no instances and is there all the same.
  if (targets.length > 0 || !evaluation.frame.isLoop(target)) yield { text: target, isVersioned, targets };
}

function* present(references: Generator<Reference>): Generator<Reference> {
  for (const reference of references) if (reference.targets.length > 0) yield reference;
}

function batchKey({ planned: { copy, path } }: DefinedResource, offset: number): string {
  if (!copy || copy.mode !== "serial") return "";
  return `${path.join("/")}\n${Math.floor(copy.index / copy.batchSize) + offset}`;
}

function batchMembers(resources: readonly DefinedResource[]): ReadonlyMap<string, readonly number[]> {
  const members = new Map<string, number[]>();
  for (const resource of resources) {
    const key = batchKey(resource, 0);
    if (key === "") continue;
    const list = members.get(key);
    if (list) list.push(resource.planned.index);
    else members.set(key, [resource.planned.index]);
  }
  return members;
}

/** Depth first without recursion: chains may be as long as a template has resources. */
function refuseCircles(
  resources: readonly DefinedResource[],
  edges: readonly ReadonlySet<number>[],
  places: Places,
): void {
  const state = new Uint8Array(resources.length);
  for (let start = 0; start < resources.length; start++) {
    if (state[start] !== 0) continue;
    const stack = [{ at: start, next: [...(edges[start] ?? [])] }];
    state[start] = 1;
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const target = top.next.pop();
      if (target === undefined) {
        state[top.at] = 2;
        stack.pop();
      } else if (state[target] === 1) {
        const resource = resources[target]?.planned;
        throw validationError(unreported(resource, places), "circularDependency", resource?.id ?? "");
      } else if (state[target] === 0) {
        state[target] = 1;
        stack.push({ at: target, next: [...(edges[target] ?? [])] });
      }
    }
  }
}
