import type { Json, JsonObject } from "@byocni/base/core";
import { fault } from "../errors/template-error.ts";
import type { Evaluation } from "../expression/evaluation.ts";
import { integerArgument, stringArgument, wrongType } from "./arguments.ts";
import { eager, type TemplateFunction } from "./definition.ts";

/** An object of the scope; where the scope has none, the function is not for this place. */
function scopeObject(name: string, value: JsonObject | undefined): Json {
  if (!value) throw fault("functionLocation", name.toUpperCase());
  return value;
}

function metadata(name: string, value: JsonObject | undefined): Json {
  if (!value) throw fault("metadataInvalid", name);
  return value;
}

/** `copyIndex()`, `copyIndex(offset)`, `copyIndex(name)`, `copyIndex(name, offset)`. */
function copyIndex(args: readonly Json[], evaluation: Evaluation): Json {
  const [first = 0] = args;
  if (typeof first === "number" && args.length < 2) {
    let frame = evaluation.copy;
    while (frame && !frame.unnamed) frame = frame.parent;
    frame ??= evaluation.copy;
    if (!frame) throw fault("copyIndexLocation");
    return frame.index + integerArgument("copyIndex", [first], 0);
  }
  if (typeof first !== "string") throw wrongType("copyIndex", 0, "a string", first);
  const offset = args.length > 1 ? integerArgument("copyIndex", args, 1) : 0;
  for (let frame = evaluation.copy; frame; frame = frame.parent) {
    if (frame.name.toLowerCase() === first.toLowerCase()) return frame.index + offset;
  }
  throw evaluation.copy ? fault("copyIndexName", first) : fault("copyIndexLocation");
}

function providers(args: readonly Json[], evaluation: Evaluation): Json {
  const namespace = stringArgument("providers", args, 0);
  const type = args.length > 1 ? stringArgument("providers", args, 1) : undefined;
  const found = evaluation.host.cloud.provider?.(namespace, type);
  if (found === undefined) throw fault("providerNotFound", type === undefined ? namespace : `${namespace}/${type}`);
  return found;
}

function variables(args: readonly Json[], evaluation: Evaluation): Json {
  const name = stringArgument("variables", args, 0);
  if (evaluation.place === "userFunction") throw fault("functionLocation", "variables");
  return evaluation.frame.variable(name);
}

export const deploymentFunctions: readonly TemplateFunction[] = [
  eager("copyIndex", 0, 2, copyIndex),
  eager("deployer", 0, 0, (_args, { host }) => metadata("deployer", host.cloud.deployer)),
  eager("deployment", 0, 0, (_args, { host }) => host.deployment()),
  eager("environment", 0, 0, (_args, { host }) => metadata("environment", host.cloud.environment)),
  eager("extensions", 1, 1, () => {
    throw fault("functionUnsupported", "extensions");
  }),
  eager("externalInputs", 1, 1, (args, { frame }) => frame.externalInput(stringArgument("externalInputs", args, 0))),
  eager("managementGroup", 0, 0, (_args, { host }) => scopeObject("managementGroup", host.objects.managementGroup)),
  eager("parameters", 1, 1, (args, { frame }) => frame.parameter(stringArgument("parameters", args, 0))),
  eager("providers", 1, 2, providers),
  eager("resourceGroup", 0, 0, (_args, { host }) => scopeObject("resourceGroup", host.objects.resourceGroup)),
  eager("subscription", 0, 0, (_args, { host }) => metadata("subscription", host.objects.subscription)),
  eager("tenant", 0, 0, (_args, { host }) => metadata("tenant", host.objects.tenant)),
  eager("variables", 1, 1, variables),
];
