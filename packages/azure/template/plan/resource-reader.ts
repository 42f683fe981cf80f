import type { Json, JsonObject } from "@byocni/base/core";
import { ExpressionFault, TemplateError, textOf, validationError } from "../errors/template-error.ts";
import type { Evaluation } from "../expression/evaluation.ts";
import { findKey, getMember, stringify, typeOf } from "../expression/value.ts";
import type { JsonPath } from "../reader/positions.ts";
import { evaluateDeep } from "./deep-value.ts";
import { loopError } from "./loop-errors.ts";
import type { Places } from "./places.ts";

/** Texts about a resource that take one more value after its name, line and column. */
type ResourceText =
  | "resourceInvalid"
  | "resourcePropertyEmpty"
  | "scopeInvalid"
  | "deploymentVersion"
  | "extensionUnsupported";

/** Reads the definitions of a resource; what is wrong is reported with the resource's name and place. */
export interface ResourceReader {
  /** The evaluated value of a member; null if it is absent. @throws TemplateError */
  member(name: string): Json;
  /** A member that must be a text. @throws TemplateError */
  text(name: string): string;
  /** A member as the template has it; undefined if it is absent. */
  written(name: string): Json | undefined;
  /** Runs an evaluation whose faults are this resource's. @throws TemplateError */
  guard<T>(evaluate: () => T): T;
  /** The evaluated name, shown in errors from then on. */
  shownName: string;
  refuse(key: ResourceText, detail: string): TemplateError;
  /** A member whose value is of another type than it must be. */
  wrongType(name: string, actual: string, expected: string): TemplateError;
  /** Where a member stands; the resource itself if there is no such member. */
  pathOf(name: string): JsonPath;
}

export function createResourceReader(
  source: JsonObject,
  path: JsonPath,
  places: Places,
  evaluation: Evaluation,
): ResourceReader {
  const reader: ResourceReader = {
    shownName: stringify(getMember(source, "name") ?? ""),
    guard(evaluate) {
      try {
        return evaluate();
      } catch (error) {
        if (!(error instanceof ExpressionFault) || error instanceof TemplateError) throw error;
        throw loopError(error, path, places) ?? reader.refuse("resourceInvalid", error.message);
      }
    },
    member(name) {
      const value = getMember(source, name);
      if (value === undefined) return null;
      return reader.guard(() => evaluateDeep(value, evaluation));
    },
    written: (name) => getMember(source, name),
    text(name) {
      const value = reader.member(name);
      if (value === null || value === "") throw reader.refuse("resourcePropertyEmpty", name);
      if (typeof value === "string") return value;
      throw reader.wrongType(name, typeOf(value), "String");
    },
    wrongType(name, actual, expected) {
      const written = stringify(getMember(source, name) ?? null);
      return reader.refuse("resourceInvalid", textOf("evaluationType", written, actual, expected));
    },
    refuse: (key, detail) => validationError(places.at(path), key, reader.shownName, ...places.lineOf(path), detail),
    pathOf(name) {
      const key = findKey(source, name);
      return key === undefined ? path : [...path, key];
    },
  };
  return reader;
}
