import type { Json, JsonObject } from "@byocni/base/core";
import { fault } from "../errors/template-error.ts";
import type { Evaluate, Evaluation, NamedResource, RuntimeAccess } from "../expression/evaluation.ts";
import type { CallNode } from "../expression/node.ts";
import { runtimeNeeded } from "../expression/signals.ts";
import { parseScopedId } from "../plan/resource-ids.ts";
import { stringArgument } from "./arguments.ts";
import { eager, type TemplateFunction } from "./definition.ts";

/** Refuses functions of the running deployment where everything must be known before it, and signals "later" elsewhere. */
function requireRuntime(name: string, { place, runtime }: Evaluation): RuntimeAccess {
  if (place !== "runtime") throw fault("functionLocation", name);
  if (!runtime) throw runtimeNeeded;
  return runtime;
}

/** The resource that a name, symbolic name or id means; with its api-version if the template has it. */
function resolve(name: string, text: string, apiVersion: string | undefined, evaluation: Evaluation): NamedResource {
  const [found] = evaluation.frame.resources(text);
  if (found) return apiVersion === undefined ? found : { ...found, apiVersion };
  if (!text.includes("/")) throw fault("referenceNotFound", text);
  if (apiVersion === undefined) throw fault("referenceNotFound", text.replace(/^\//, ""));
  const id = text.startsWith("/") ? text : `${relativeBase(evaluation)}/${text}`;
  return { id, apiVersion, type: parseScopedId(id)?.type ?? name, condition: true, existing: true };
}

/** What an id without a leading slash, such as `Microsoft.Network/virtualNetworks/v`, is relative to. */
function relativeBase({ host: { scope } }: Evaluation): string {
  if (scope.kind === "resourceGroup") {
    return `/subscriptions/${scope.subscriptionId}/resourceGroups/${scope.resourceGroup}/providers`;
  }
  return scope.kind === "subscription" ? `/subscriptions/${scope.subscriptionId}/providers` : "/providers";
}

function fetchResource(target: NamedResource, access: RuntimeAccess): JsonObject {
  const key = `reference\n${target.id.toLowerCase()}\n${target.apiVersion.toLowerCase()}`;
  return access.session.ask(key, () =>
    access.runtime.reference({ resourceId: target.id, apiVersion: target.apiVersion }),
  ) as JsonObject;
}

/** `'Full'`: the resource without id, name and type, and what the deployment knows about it (documented example). */
function fullView(resource: JsonObject, target: NamedResource): JsonObject {
  const { id: _id, name: _name, type: _type, ...rest } = resource;
  const parsed = parseScopedId(target.id);
  return {
    ...rest,
    apiVersion: target.apiVersion,
    ...(parsed?.subscriptionId === undefined ? {} : { subscriptionId: parsed.subscriptionId }),
    ...(parsed?.resourceGroup === undefined ? {} : { resourceGroupName: parsed.resourceGroup }),
    ...(parsed ? { scope: parsed.scope, resourceId: parsed.relativeId } : {}),
    referenceApiVersion: target.apiVersion,
    condition: true,
    isConditionTrue: true,
    isTemplateResource: !target.existing,
    isAction: false,
    provisioningOperation: "Read",
  };
}

function view(target: NamedResource, full: boolean, access: RuntimeAccess): Json {
  const resource = fetchResource(target, access);
  return full ? fullView(resource, target) : (resource["properties"] ?? {});
}

function isFull(name: string, args: readonly Json[], index: number): boolean {
  if (args.length <= index) return false;
  const text = stringArgument(name, args, index).toLowerCase();
  if (text === "full") return true;
  if (text === "properties" || text === "") return false;
  throw fault("argumentInvalid", name, `The value '${text}' is not 'Full'.`);
}

function reference(args: readonly Json[], evaluation: Evaluation): Json {
  const access = requireRuntime("reference", evaluation);
  const text = stringArgument("reference", args, 0);
  const apiVersion = args.length > 1 && args[1] !== null ? stringArgument("reference", args, 1) : undefined;
  return view(resolve("reference", text, apiVersion, evaluation), isFull("reference", args, 2), access);
}

/** `references(loop, ['Full'])`: all instances of a symbolic copy loop. */
function references(args: readonly Json[], evaluation: Evaluation): Json {
  const access = requireRuntime("references", evaluation);
  const name = stringArgument("references", args, 0);
  if (!evaluation.frame.isLoop(name)) throw fault("referenceNotFound", name);
  const full = isFull("references", args, 1);
  return evaluation.frame.resources(name).map((target) => view(target, full, access));
}

/** `listKeys(resource, apiVersion, [body])` and every other name that starts with `list`. */
export function callList(node: CallNode, evaluation: Evaluation, evaluate: Evaluate): Json {
  if (node.args.length < 2 || node.args.length > 3) throw fault("argumentCount", node.name, 2, 3, node.args.length);
  const access = requireRuntime(node.name, evaluation);
  const args = node.args.map((arg) => evaluate(arg, evaluation));
  const target = resolve(node.name, stringArgument(node.name, args, 0), stringArgument(node.name, args, 1), evaluation);
  const body = args[2];
  const key = `${node.key}\n${target.id.toLowerCase()}\n${target.apiVersion}\n${JSON.stringify(body ?? null)}`;
  return access.session.ask(key, () =>
    access.runtime.list({
      function: node.name,
      resourceId: target.id,
      apiVersion: target.apiVersion,
      ...(body === undefined || body === null ? {} : { body }),
    }),
  );
}

/** `resourceInfo(symbol)`: identity of a resource of the template, known without the running deployment. */
function resourceInfo(args: readonly Json[], evaluation: Evaluation): Json {
  const name = stringArgument("resourceInfo", args, 0);
  if (evaluation.place !== "runtime") throw fault("functionLocation", "resourceInfo");
  const [target] = evaluation.frame.resources(name);
  if (!target) throw fault("referenceNotFound", name);
  const parsed = parseScopedId(target.id);
  return { id: target.id, name: parsed?.name ?? "", type: target.type, apiVersion: target.apiVersion };
}

export const referenceFunctions: readonly TemplateFunction[] = [
  eager("reference", 1, 3, reference),
  eager("references", 1, 2, references),
  eager("resourceInfo", 1, 1, resourceInfo),
];
