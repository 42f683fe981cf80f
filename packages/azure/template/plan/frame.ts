import { isJsonObject, type Json, type JsonObject } from "@byocni/base/core";
import { ExpressionFault, fault, validationError } from "../errors/template-error.ts";
import type { Evaluation, EvaluationHost, NamedResource, TemplateFrame } from "../expression/evaluation.ts";
import { findKey, getMember, isJsonArray } from "../expression/value.ts";
import { evaluateDeep } from "./deep-value.ts";
import { loopError } from "./loop-errors.ts";
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
    const key =
      copy === undefined
        ? findKey(model.variables.members, name)
        : (findKey(model.variables.members, "copy") ?? "copy");
    if (key === undefined) throw fault("variableNotFound", name);
    const source = copy === undefined ? model.variables.members[key] : { copy: [copy.definition] };
    try {
      const value = evaluateDeep(source ?? null, evaluation);
      return copy !== undefined && isJsonObject(value) ? (Object.values(value)[0] ?? null) : value;
    } catch (error) {
      if (!(error instanceof ExpressionFault)) throw error;
      const path = [...model.variables.path, key];
      // A variable that is a loop itself was evaluated as the only one of its kind.
      if (copy && error.loopPath) error.loopPath = [copy.index, ...error.loopPath.slice(2)];
      throw loopError(error, path, places) ?? validationError(places.at(path), "variableInvalid", name, error.message);
    }
  }
  return frame;
}

interface VariableLoop {
  readonly definition: JsonObject;
  readonly index: number;
}

/** `variables.copy`: loops that make variables, by the name of the variable. */
function variableCopies(members: JsonObject): Map<string, VariableLoop> {
  const copies = new Map<string, VariableLoop>();
  const value = getMember(members, "copy");
  if (!isJsonArray(value)) return copies;
  for (const [index, definition] of value.entries()) {
    const name = isJsonObject(definition) ? getMember(definition, "name") : undefined;
    if (isJsonObject(definition) && typeof name === "string") copies.set(name.toLowerCase(), { definition, index });
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
