import { isJsonObject, type Json, type JsonObject } from "@byocni/base/core";
import { type ErrorPlace, ExpressionFault, fault, TemplateError, validationError } from "../errors/template-error.ts";
import type { Evaluation } from "../expression/evaluation.ts";
import { runtimeNeeded } from "../expression/signals.ts";
import { findKey, getMember, isJsonArray, stringify, typeOf } from "../expression/value.ts";
import { evaluateDeep } from "./deep-value.ts";
import type { TemplateModel } from "./model.ts";
import type { PrepareOptions } from "./options.ts";
import {
  expectedToken,
  isSecure,
  matchesType,
  resolveDefinition,
  typeName,
  typeNameOf,
  type TypeName,
} from "./parameter-types.ts";
import type { Places } from "./places.ts";
import type { BoundParameter } from "./plan.ts";
import { boundViolation, checkValue, isAllowed } from "./value-check.ts";

/** The parameters of a template with their values. */
export interface ParameterBinder {
  /** @throws ExpressionFault for an undeclared one; RuntimeNeeded while the value is not known. */
  value(name: string): Json;
  /** Binds and checks all of them, in the order of the template. @throws TemplateError */
  bindAll(): readonly BoundParameter[];
}

interface Declared {
  readonly name: string;
  readonly definition: JsonObject;
  /** Undefined: a parameter of any type. */
  readonly type: TypeName | undefined;
}

export function createParameterBinder(
  model: TemplateModel,
  places: Places,
  options: PrepareOptions,
  /** What default values are evaluated with; asked late because it contains this binder. */
  defaults: () => Evaluation,
): ParameterBinder {
  const inputs: JsonObject = options.parameters ?? {};
  const values = new Map<string, Json>();
  const running = new Set<string>();

  function declared(name: string, definition: Json | undefined): Declared {
    const place = (): ErrorPlace => places.at([...model.parameters.path, name]);
    if (!isJsonObject(definition)) {
      throw validationError(place(), "parameterDefinitionType", name, typeOf(definition ?? null));
    }
    try {
      const resolved = resolveDefinition(definition, model.definitions.members);
      const text = getMember(resolved, "type");
      const type = typeof text === "string" ? typeName(text) : undefined;
      // Without a type a parameter takes any value, as compiled Bicep has it.
      if (!type && text !== undefined) {
        throw fault("parameterDefinitionType", name, typeof text === "string" ? text : typeOf(text ?? null));
      }
      return { name, definition: resolved, type };
    } catch (error) {
      if (error instanceof ExpressionFault) throw validationError(place(), "verbatim", error.message);
      throw error;
    }
  }

  function bind(parameter: Declared): Json {
    const given = inputValue(parameter);
    const declaredDefault = getMember(parameter.definition, "defaultValue");
    // A default of null is none, unless null is a value of the type.
    const nullable = getMember(parameter.definition, "nullable") === true;
    const fallback = declaredDefault === null && !nullable ? undefined : declaredDefault;
    if (given !== undefined && (given !== null || fallback === undefined)) {
      if (given === null && nullable) return null;
      check(parameter, given);
      return given;
    }
    if (fallback !== undefined) {
      const value = evaluateDefault(parameter, fallback);
      if (value !== null || !nullable) check(parameter, value);
      return value;
    }
    if (nullable) return null;
    const path = [...model.parameters.path, parameter.name];
    throw validationError(places.at(path), "parameterMissing", parameter.name, ...places.lineOf(path));
  }

  /** The value in the request; undefined if there is none. */
  function inputValue({ name }: Declared): Json | undefined {
    const key = findKey(inputs, name);
    const input = key === undefined ? undefined : inputs[key];
    if (input === undefined || input === null) return undefined;
    const place = { position: options.parameterPositions?.at([key ?? name]), path: `parameters.${name}` };
    if (!isJsonObject(input)) throw validationError(place, "parameterReference", name);
    const reference = getMember(input, "reference");
    if (reference !== undefined) {
      const secret = options.secrets === undefined ? undefined : getMember(options.secrets, name);
      if (secret !== undefined) return secret;
      throw validationError(place, "parameterSecret", name, vaultOf(reference));
    }
    const expression = getMember(input, "expression");
    if (typeof expression === "string") return evaluateGiven(name, expression);
    const value = getMember(input, "value");
    if (value === undefined && Object.keys(input).length > 0 && findKey(input, "metadata") === undefined) {
      throw validationError(place, "parameterReference", name);
    }
    return value;
  }

  /** `{expression}`: a parameters file that takes values from outside, through `externalInputs`. */
  function evaluateGiven(name: string, expression: string): Json {
    try {
      return evaluateDeep(expression, defaults());
    } catch (error) {
      if (!(error instanceof ExpressionFault)) throw error;
      const place = { position: options.parameterPositions?.at([name, "expression"]), path: `parameters.${name}` };
      throw validationError(
        place,
        "resourceInvalid",
        name,
        place.position?.lineNumber ?? 1,
        place.position?.linePosition ?? 0,
        error.message,
      );
    }
  }

  function evaluateDefault(parameter: Declared, fallback: Json): Json {
    try {
      return evaluateDeep(fallback, defaults());
    } catch (error) {
      if (!(error instanceof ExpressionFault)) throw error;
      const path = [...model.parameters.path, parameter.name];
      // The service calls a parameter a resource here: kept as recorded (microsoft/vscode-azurearmtools#1252).
      throw validationError(places.at(path), "resourceInvalid", parameter.name, ...places.lineOf(path), error.message);
    }
  }

  function check({ name, definition, type }: Declared, value: Json): void {
    const path = [...model.parameters.path, name];
    if (type && !matchesType(value, type)) {
      throw validationError(places.at(path), "parameterType", name, expectedToken(type), typeOf(value));
    }
    const allowed = getMember(definition, "allowedValues");
    if (isJsonArray(allowed) && !isAllowed(value, allowed)) {
      const shown = type && isSecure(type) ? "" : stringify(value);
      const list = allowed.map((item) => stringify(item)).join(",");
      throw validationError(places.at(path), "parameterNotAllowed", shown, name, ...places.lineOf(path), list);
    }
    const bound = boundViolation(value, definition);
    if (bound !== undefined) {
      throw validationError(places.at(path), "parameterInvalid", name, ...places.lineOf(path), bound);
    }
    if (!model.symbolic) return;
    const complaint = checkValue(value, definition, model.definitions.members, name);
    if (complaint) throw validationError(places.at(path), "parameterValue", name, complaint.message);
  }

  function value(name: string): Json {
    const key = findKey(model.parameters.members, name);
    if (key === undefined) throw fault("parameterNotFound", name);
    const lower = key.toLowerCase();
    const known = values.get(lower);
    if (known !== undefined) return known;
    if (options.unknownParameters?.has(lower)) throw runtimeNeeded;
    if (running.has(lower)) throw fault("parameterCycle", key);
    running.add(lower);
    try {
      const bound = bind(declared(key, model.parameters.members[key]));
      values.set(lower, bound);
      return bound;
    } finally {
      running.delete(lower);
    }
  }

  return {
    value,
    bindAll() {
      rejectUnknown(model, inputs, options, places);
      return Object.entries(model.parameters.members).map(([name, definition]) => {
        const { type } = declared(name, definition);
        const secure = type !== undefined && isSecure(type);
        if (options.unknownParameters?.has(name.toLowerCase())) return { name, type: type ?? "Object", secure };
        try {
          const bound = value(name);
          return { name, type: type ?? typeNameOf(bound), secure, value: bound };
        } catch (error) {
          if (error === runtimeNeeded) return { name, type: type ?? "Object", secure };
          if (error instanceof ExpressionFault && !(error instanceof TemplateError)) {
            throw validationError(places.at([...model.parameters.path, name]), "verbatim", error.message);
          }
          throw error;
        }
      });
    },
  };
}

function vaultOf(reference: Json): string {
  const vault = isJsonObject(reference) ? getMember(reference, "keyVault") : undefined;
  const id = isJsonObject(vault) ? getMember(vault, "id") : undefined;
  return typeof id === "string" ? (id.split("/").at(-1) ?? id) : "";
}

function rejectUnknown(model: TemplateModel, inputs: JsonObject, options: PrepareOptions, places: Places): void {
  const unknown = Object.keys(inputs).filter((name) => findKey(model.parameters.members, name) === undefined);
  if (unknown.length === 0) return;
  const position = options.parameterPositions?.at([unknown[0] ?? ""]) ?? places.positions.at(model.parameters.path);
  const known = Object.keys(model.parameters.members).join(", ");
  throw validationError({ position, unreported: true }, "parametersUnknown", unknown.join(", "), known);
}
