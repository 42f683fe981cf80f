import type { JsonObject } from "@byocni/base/core";
import type { TypeShapes } from "./apply/type-shape.ts";
import { kindOfBody } from "./decode/body-kind.ts";
import { cannotHandle, meetStrictProblems, refuseBody, unknownField } from "./decode/decode-problem.ts";
import { TypeMismatch } from "./decode/typed-decoder.ts";
import type { TypedDecoder } from "./decode/typed-decoder.ts";
import type { Defaulter } from "./defaults/create-defaulter.ts";
import { cloneJson } from "./defaults/draft.ts";
import type { Draft } from "./defaults/draft.ts";
import { statusErrors } from "./errors/status-errors.ts";
import type { DecodedObject, DecodeOptions, ResourceSchema } from "./kube-schema.ts";
import type { KubeObject } from "./object.ts";
import { applyStrategicMergePatch } from "./patch/strategic-merge.ts";
import { apiVersionOf, parseApiVersion } from "./registry/resource-definition.ts";
import type { ResourceDefinition } from "./registry/resource-definition.ts";
import type { TypeTable } from "./types/type-table.ts";
import type { Validator } from "./validation/create-validator.ts";

/** What the schemas of all built-in resources share. */
export interface BuiltinParts {
  readonly types: TypeTable;
  readonly decoder: TypedDecoder;
  readonly defaulter: Defaulter;
  readonly validator: Validator;
  readonly shapes: TypeShapes;
}

/** The schema of one built-in resource. */
export function createBuiltinSchema(
  parts: BuiltinParts,
  definition: ResourceDefinition,
  typeName: string,
): ResourceSchema {
  const apiVersion = apiVersionOf(definition);
  let empty: KubeObject | undefined;

  function decode(value: unknown, options: DecodeOptions): DecodedObject {
    const given = kindOfBody(value, definition);
    if (given.kind !== definition.kind)
      throw cannotHandle(given, definition.kind, wrongKind(parts.types, given, typeName));
    if (given.apiVersion !== apiVersion)
      throw statusErrors.badRequest(
        `the API version in the data (${given.apiVersion}) does not match the expected API version (${apiVersion})`,
      );
    const cannot = (cause: string) => cannotHandle(given, definition.kind, cause);
    const unknown: string[] = [];
    let object: JsonObject;
    try {
      object = parts.decoder.decode(typeName, given.body, unknown, options.known as JsonObject | undefined);
    } catch (error) {
      if (error instanceof TypeMismatch) throw refuseBody(error.message, options, cannot);
      throw error;
    }
    const strict = meetStrictProblems(
      [...(options.duplicates ?? []), ...unknown.map(unknownField)],
      options.fieldValidation,
    );
    if (strict.refusal !== undefined) throw refuseBody(strict.refusal, options, cannot);
    return {
      object: { ...object, apiVersion, kind: definition.kind } as unknown as KubeObject,
      warnings: strict.warnings,
    };
  }

  return {
    definition,
    decode,
    withDefaults(object, { fresh = false, known } = {}) {
      const filled = known as Draft | undefined;
      const draft = fresh ? (object as unknown as Draft) : copyUnshared(object as unknown as Draft, filled);
      parts.defaulter.fill(typeName, draft, filled);
      return draft as unknown as KubeObject;
    },
    validateCreate: (object) => parts.validator.create(definition, object),
    validateUpdate: (object, old, subresource) => parts.validator.update(definition, object, old, subresource),
    strategicMerge: (object, patch) =>
      applyStrategicMergePatch(parts.types, typeName, object as unknown as JsonObject, patch),
    get shape() {
      return parts.shapes.of(typeName);
    },
    get empty() {
      return (empty ??= parts.decoder.decode(
        typeName,
        { apiVersion, kind: definition.kind },
        [],
      ) as unknown as KubeObject);
    },
    served: { definition },
    warnings: [],
  };
}

/** A deep copy, but for the members that are shared with an object that is known. */
function copyUnshared(object: Draft, known: Draft | undefined): Draft {
  if (!known) return cloneJson(object);
  const copy: Draft = {};
  for (const key of Object.keys(object)) copy[key] = object[key] === known[key] ? object[key] : cloneJson(object[key]);
  return copy;
}

/** The API server's words for a body of another kind. */
function wrongKind(
  types: TypeTable,
  given: { readonly apiVersion: string; readonly kind: string },
  typeName: string,
): string {
  const pkg = typeName.slice(0, typeName.indexOf("/"));
  const version = parseApiVersion(given.apiVersion).version;
  if (types.find(`${pkg}/${version}.${given.kind}`))
    return `converting (${version}.${given.kind}) to (${pkg}.${typeName.slice(typeName.lastIndexOf(".") + 1)}): unknown conversion`;
  return `no kind ${JSON.stringify(given.kind)} is registered for version ${JSON.stringify(given.apiVersion)} in scheme "pkg/api/legacyscheme/scheme.go:30"`;
}
