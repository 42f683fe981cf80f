import { isJsonObject, type Json, type JsonObject } from "@byocni/base/core";
import { ExpressionFault, fault, validationError } from "../errors/template-error.ts";
import type { Evaluation, EvaluationHost, NamedResource, TemplateFrame } from "../expression/evaluation.ts";
import { findKey, getMember, isJsonArray } from "../expression/value.ts";
import { evaluateDeep } from "./deep-value.ts";
import type { TemplateModel } from "./model.ts";
import type { ParameterBinder } from "./parameters.ts";
import type { Places } from "./places.ts";
import type { UserFunctions } from "./user-functions.ts";

/** The resources of a plan as expressions name them; filled in while the plan is made. */
export interface ResourceLookup {
  resources(nameOrId: string): readonly NamedResource[];
  isLoop(name: string): boolean;
}

/** What a frame is made of. */
export interface FrameParts {
  readonly model: TemplateModel;
  readonly places: Places;
  readonly host: EvaluationHost;
  readonly parameters: ParameterBinder;
  readonly functions: UserFunctions;
  readonly lookup: ResourceLookup;
  readonly externalInputs: JsonObject;
}

/** The template around an expression: parameters, variables (evaluated once, when first used), functions, resources. */
export function createFrame(parts: FrameParts): TemplateFrame {
  const { model, places, host } = parts;
  const values = new Map<string, Json>();
  const running = new Set<string>();
  const copies = variableCopies(model.variables.members);

  const frame: TemplateFrame = {
    parameter: (name) => parts.parameters.value(name),
    variable(name) {
      const lower = name.toLowerCase();
      const known = values.get(lower);
      if (known !== undefined) return known;
      if (running.has(lower)) throw fault("expressionCycle", name);
      running.add(lower);
      try {
        const value = evaluateVariable(name, lower);
        values.set(lower, value);
        return value;
      } finally {
        running.delete(lower);
      }
    },
    userFunction: (namespace, name) => parts.functions.find(namespace, name, frame),
    resources: (nameOrId) => parts.lookup.resources(nameOrId),
    isLoop: (name) => parts.lookup.isLoop(name),
    externalInput(name) {
      const input = getMember(parts.externalInputs, name);
      const value = isJsonObject(input) ? getMember(input, "value") : undefined;
      if (value === undefined) throw fault("propertyMissing", name, Object.keys(parts.externalInputs).join(", "));
      return value;
    },
  };

  function evaluateVariable(name: string, lower: string): Json {
    const evaluation: Evaluation = {
      host,
      frame,
      place: "definition",
      copy: undefined,
      lambda: undefined,
      runtime: undefined,
    };
    const copy = copies.get(lower);
    const key = copy === undefined ? findKey(model.variables.members, name) : "copy";
    if (key === undefined) throw fault("variableNotFound", name);
    const source = copy === undefined ? model.variables.members[key] : { copy: [copy] };
    try {
      const value = evaluateDeep(source ?? null, evaluation);
      return copy !== undefined && isJsonObject(value) ? (Object.values(value)[0] ?? null) : value;
    } catch (error) {
      if (!(error instanceof ExpressionFault)) throw error;
      const place = places.at([...model.variables.path, key]);
      throw validationError(place, "variableInvalid", name, error.message);
    }
  }
  return frame;
}

/** `variables.copy`: loops that make variables, by the name of the variable. */
function variableCopies(members: JsonObject): Map<string, JsonObject> {
  const copies = new Map<string, JsonObject>();
  const value = getMember(members, "copy");
  if (!isJsonArray(value)) return copies;
  for (const definition of value) {
    if (!isJsonObject(definition)) continue;
    const name = getMember(definition, "name");
    if (typeof name === "string") copies.set(name.toLowerCase(), definition);
  }
  return copies;
}

/** True if a variable of that name is declared. */
export function hasVariable(model: TemplateModel, name: string): boolean {
  return (
    findKey(model.variables.members, name) !== undefined ||
    variableCopies(model.variables.members).has(name.toLowerCase())
  );
}
