import { validationError } from "../errors/template-error.ts";
import { evaluateNode } from "../expression/evaluate.ts";
import type { Evaluation } from "../expression/evaluation.ts";
import type { ExpressionNode } from "../expression/node.ts";
import { classifyString } from "../expression/text.ts";
import type { Json } from "@byocni/base/core";
import type { DefinedResource } from "./define-resource.ts";
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
  const named = resources.map((resource) => namedDependencies(resource, index, places));
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

function namedDependencies(resource: DefinedResource, index: ResourceIndex, places: Places): ReadonlySet<number> {
  const found = new Set<number>();
  for (const text of resource.dependencies) {
    const targets = index.dependency(text);
    if (!targets) {
      throw validationError(places.at(resource.planned.path), "dependencyNotFound", shownId(text));
    }
    for (const target of targets) found.add(target);
  }
  for (const { text, evaluation } of resource.deferred) {
    const content = classifyString(text);
    if (content.kind !== "expression") continue;
    implied(evaluation.host.expressions.parse(content.text), evaluation, index, found);
  }
  found.delete(resource.planned.index);
  return found;
}

/** Ids are shown from the type on, as the service does. */
function shownId(text: string): string {
  return parseScopedId(text)?.relativeId ?? text.replace(/^\//, "");
}

/**
 * Resources that an expression refers to by name, or by id without an api-version: the deployment must have made them
 * before the expression can be evaluated. Branches of `if` that are not taken do not count.
 */
function implied(node: ExpressionNode, evaluation: Evaluation, index: ResourceIndex, found: Set<number>): void {
  if (node.kind === "literal") return;
  if (node.kind !== "call") {
    implied(node.target, evaluation, index, found);
    if (node.kind === "index") implied(node.index, evaluation, index, found);
    return;
  }
  const [first, second, third] = node.args;
  if (node.namespace === undefined && node.key === "if" && first && second && third) {
    implied(first, evaluation, index, found);
    const condition = tryEvaluate(first, evaluation);
    if (condition !== false) implied(second, evaluation, index, found);
    if (condition !== true) implied(third, evaluation, index, found);
    return;
  }
  for (const argument of node.args) implied(argument, evaluation, index, found);
  const refers = node.key === "reference" || node.key === "references" || node.key.startsWith("list");
  if (node.namespace !== undefined || !refers || !first) return;
  const target = tryEvaluate(first, evaluation);
  if (typeof target !== "string") return;
  const byId = target.startsWith("/");
  if (byId && node.args.length > 1) return;
  for (const other of index.reference(target)) found.add(other);
}

/** The value of a node, if it needs nothing of the running deployment. */
function tryEvaluate(node: ExpressionNode, evaluation: Evaluation): Json | undefined {
  try {
    return evaluateNode(node, evaluation);
  } catch {
    return undefined;
  }
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
        throw validationError(places.at(resource?.path ?? []), "circularDependency", resource?.id ?? "");
      } else if (state[target] === 0) {
        state[target] = 1;
        stack.push({ at: target, next: [...(edges[target] ?? [])] });
      }
    }
  }
}
