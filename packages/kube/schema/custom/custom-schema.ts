import { isJsonObject } from "@byocni/base/core";
import type { JsonObject } from "@byocni/base/core";
import type { Shape } from "../apply/shape.ts";
import { kindOfBody } from "../decode/body-kind.ts";
import { cannotHandle, meetStrictProblems, refuseBody, unknownField } from "../decode/decode-problem.ts";
import { TypeMismatch } from "../decode/typed-decoder.ts";
import type { TypedDecoder } from "../decode/typed-decoder.ts";
import { cloneJson } from "../defaults/draft.ts";
import type { FieldError } from "../errors/field-error.ts";
import { statusErrors } from "../errors/status-errors.ts";
import type { DecodedObject, DecodeOptions, ResourceSchema } from "../kube-schema.ts";
import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from "../model/apiextensions-v1.gen.ts";
import type { KubeObject } from "../object.ts";
import { apiVersionOf } from "../registry/resource-definition.ts";
import { Check } from "../validation/check.ts";
import { checkMetadata, checkMetadataUpdate } from "../validation/metadata.ts";
import { dnsSubdomainProblems } from "../validation/names.ts";
import type { Patterns } from "./constraints.ts";
import { resourceOfVersion } from "./crd-resources.ts";
import type { RuleEngineSlot } from "./rule-engine.ts";
import { compileRules, placesOfRules } from "./rules.ts";
import type { RuleSet } from "./rules.ts";
import { dropNulls, fillSchemaDefaults } from "./default-values.ts";
import { pruneUnknown } from "./prune.ts";
import type { SchemaProps } from "./schema-props.ts";
import { shapeOfSchema } from "./schema-shape.ts";
import { validateValue } from "./validate-value.ts";

export interface CustomParts {
  readonly decoder: TypedDecoder;
  /** Shape of `metadata`. */
  readonly metadataShape: Shape;
  /** Filled once the rule engine is loaded. */
  readonly slot: RuleEngineSlot;
}

/** The schema of one version of a custom resource. */
export function createCustomSchema(
  parts: CustomParts,
  crd: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
): ResourceSchema {
  const definition = resourceOfVersion(crd, version);
  const apiVersion = apiVersionOf(definition);
  const patterns: Patterns = new Map();
  const schema: SchemaProps = version.schema?.openAPIV3Schema ?? {
    type: "object",
    "x-kubernetes-preserve-unknown-fields": true,
  };

  const places = placesOfRules(schema);
  if (places.length > 0) void parts.slot.load();
  let compiled: RuleSet | undefined;
  function rules(): RuleSet | undefined {
    const { engine } = parts.slot;
    if (places.length > 0 && engine) compiled ??= compileRules(schema, engine);
    return compiled;
  }

  function decode(value: unknown, options: DecodeOptions): DecodedObject {
    const given = kindOfBody(value, definition);
    if (given.kind !== definition.kind || given.apiVersion !== apiVersion)
      throw statusErrors.badRequest(
        given.kind === definition.kind
          ? `the API version in the data (${given.apiVersion}) does not match the expected API version (${apiVersion})`
          : `the kind in the data (${given.kind}) does not match the expected kind (${definition.kind})`,
      );
    const unknown: string[] = [];
    const pruned = pruneUnknown(schema, given.body, unknown) as JsonObject;
    const metadata = decodeMetadata(given, unknown);
    const strict = meetStrictProblems(
      [...(options.duplicates ?? []), ...unknown.map(unknownField)],
      options.fieldValidation,
    );
    if (strict.refusal !== undefined) throw refuseBody(strict.refusal, options, statusErrors.badRequest);
    const object = cloneJson({ ...pruned, apiVersion, kind: definition.kind, metadata });
    dropNulls(schema, object);
    return { object: object as unknown as KubeObject, warnings: strict.warnings };
  }

  function decodeMetadata(given: ReturnType<typeof kindOfBody>, unknown: string[]): JsonObject {
    const metadata = given.body["metadata"];
    if (metadata !== undefined && metadata !== null && !isJsonObject(metadata))
      throw cannotHandle(given, definition.kind, "json: metadata must be an object");
    const inner: string[] = [];
    try {
      const decoded = parts.decoder.decode("meta/v1.ObjectMeta", metadata ?? {}, inner);
      unknown.push(...inner.map((path) => `metadata.${path}`));
      return decoded;
    } catch (error) {
      if (error instanceof TypeMismatch) throw cannotHandle(given, definition.kind, error.message);
      throw error;
    }
  }

  function validateBody(object: KubeObject, old: KubeObject | undefined): FieldError[] {
    const errors: FieldError[] = [];
    validateValue(schema, object, errors, patterns, "", old);
    // Rules may rely on a body that fits its schema.
    if (errors.length === 0) rules()?.validate(object, old, errors);
    return errors;
  }

  return {
    definition,
    decode,
    withDefaults(object) {
      const draft = cloneJson(object);
      dropNulls(schema, draft);
      fillSchemaDefaults(schema, draft);
      return draft;
    },
    validateCreate(object) {
      const check = new Check();
      checkMetadata(check, object.metadata, { namespaced: definition.namespaced, nameProblems: dnsSubdomainProblems });
      return [...check.errors, ...validateBody(object, undefined)];
    },
    validateUpdate(object, old) {
      const check = new Check();
      checkMetadataUpdate(check, object.metadata, old.metadata);
      return [...check.errors, ...validateBody(object, old)];
    },
    strategicMerge() {
      throw statusErrors.unsupportedMediaType([
        "application/json-patch+json",
        "application/merge-patch+json",
        "application/apply-patch+yaml",
      ]);
    },
    shape: shapeOfSchema(schema, parts.metadataShape),
    empty: { apiVersion, kind: definition.kind, metadata: {} },
    served: { definition, schema: schema as unknown as JsonObject },
    get warnings() {
      const { problem } = parts.slot;
      if (problem === undefined) return rules()?.unread ?? [];
      return places.map((path) => `${path === "" ? "the root" : path}: rules are not evaluated: ${problem}`);
    },
  };
}
