import { assert } from "@byocni/base/core";
import type { JsonObject } from "@byocni/base/core";
import { createTypeShapes } from "./apply/type-shape.ts";
import { createBuiltinSchema } from "./builtin-schema.ts";
import type { BuiltinParts } from "./builtin-schema.ts";
import { createCustomSchema } from "./custom/custom-schema.ts";
import type { RuleEngineSlot } from "./custom/rule-engine.ts";
import { meetStrictProblems, unknownField } from "./decode/decode-problem.ts";
import { createProtobufDecoder, readEnvelope } from "./decode/protobuf-decoder.ts";
import { createTypedDecoder, TypeMismatch } from "./decode/typed-decoder.ts";
import { WireProblem } from "./decode/wire-reader.ts";
import { createDefaulter } from "./defaults/create-defaulter.ts";
import { statusErrors } from "./errors/status-errors.ts";
import type { DecodedProtobuf, KubeSchema, ResourceSchema } from "./kube-schema.ts";
import type { CustomResourceDefinition } from "./model/apiextensions-v1.gen.ts";
import { builtinResources } from "./registry/builtin-resources.ts";
import { createKindIndex } from "./registry/kind-index.ts";
import type { ResourceDefinition } from "./registry/resource-definition.ts";
import { createTypeTable } from "./types/create-type-table.ts";
import { createValidator } from "./validation/create-validator.ts";

/** Builds the schema. Nothing is parsed before it is asked for. */
export function createKubeSchema(): KubeSchema {
  const types = createTypeTable();
  const decoder = createTypedDecoder(types);
  const shapes = createTypeShapes(types);
  const parts: BuiltinParts = {
    types,
    decoder,
    shapes,
    defaulter: createDefaulter(types),
    validator: createValidator(),
  };
  const kinds = createKindIndex(types);
  const protobuf = createProtobufDecoder(types, (bytes) => decodeProtobuf(bytes).object);
  const schemas = new Map<ResourceDefinition, ResourceSchema>();
  let loading: Promise<void> | undefined;
  const slot: RuleEngineSlot = {
    load: () => (loading ??= loadEngine()),
  };
  let resources: readonly ResourceDefinition[] | undefined;

  async function loadEngine(): Promise<void> {
    try {
      const { loadCelEngine } = await import("./custom/cel-engine.ts");
      slot.engine = await loadCelEngine();
    } catch (error) {
      slot.problem = error instanceof Error ? error.message : String(error);
    }
  }

  function decodeProtobuf(bytes: Uint8Array): DecodedProtobuf {
    try {
      const { apiVersion, kind, raw, contentType } = readEnvelope(bytes);
      if (contentType === "application/json")
        return { apiVersion, kind, object: JSON.parse(new TextDecoder().decode(raw)) as JsonObject };
      const typeName = kinds.typeOf(apiVersion, kind);
      if (typeName === undefined)
        throw statusErrors.badRequest(
          `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`,
        );
      return { apiVersion, kind, object: { ...protobuf.decode(typeName, raw), apiVersion, kind } };
    } catch (error) {
      if (error instanceof WireProblem || error instanceof SyntaxError)
        throw Object.assign(statusErrors.badRequest(error.message), { cause: error });
      throw error;
    }
  }

  return {
    types,
    get resources() {
      return (resources ??= builtinResources());
    },
    of(definition) {
      let schema = schemas.get(definition);
      if (!schema) {
        assert(definition.typeName !== undefined, `${definition.plural} has no built-in type`);
        schema = createBuiltinSchema(parts, definition, definition.typeName);
        schemas.set(definition, schema);
      }
      return schema;
    },
    ofCustom(crd) {
      const definition = crd as unknown as CustomResourceDefinition;
      const custom = { decoder, metadataShape: shapes.of("meta/v1.ObjectMeta"), slot };
      return definition.spec.versions
        .filter((version) => version.served)
        .map((version) => createCustomSchema(custom, definition, version));
    },
    loadRules: () => slot.load(),
    typeOfKind: (apiVersion, kind) => kinds.typeOf(apiVersion, kind),
    decodeType(typeName, value, options) {
      const unknown: string[] = [];
      let object: JsonObject;
      try {
        if (typeof value !== "object" || value === null || Array.isArray(value))
          throw new TypeMismatch(
            `json: cannot unmarshal ${Array.isArray(value) ? "array" : typeof value} into Go value of type ${typeName.slice(typeName.indexOf("/") + 1)}`,
          );
        object = decoder.decode(typeName, value as JsonObject, unknown);
      } catch (error) {
        if (error instanceof TypeMismatch) throw statusErrors.badRequest(error.message);
        throw error;
      }
      const problems = [...(options.duplicates ?? []), ...unknown.map(unknownField)];
      const strict = meetStrictProblems(problems, options.fieldValidation);
      if (strict.refusal !== undefined) throw statusErrors.badRequest(strict.refusal);
      return { object, warnings: strict.warnings };
    },
    fillType(typeName, object) {
      const draft = structuredClone(object) as Record<string, unknown>;
      parts.defaulter.fill(typeName, draft);
      return draft as JsonObject;
    },
    decodeProtobuf,
  };
}
