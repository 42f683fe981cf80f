import type { JsonObject } from "@byocni/base/core";
import type { Shape } from "./apply/shape.ts";
import type { FieldError } from "./errors/field-error.ts";
import type { KubeObject } from "./object.ts";
import type { ServedResource } from "./openapi/served-resource.ts";
import type { ResourceDefinition } from "./registry/resource-definition.ts";
import type { TypeTable } from "./types/type-table.ts";

/** How unknown and duplicate fields are met (`fieldValidation` of a request). */
export type FieldValidation = "Ignore" | "Warn" | "Strict";

export interface DecodeOptions {
  readonly fieldValidation: FieldValidation;
  /** What the JSON text repeated, from `parseJsonText`: `duplicate field "spec.x"`. */
  readonly duplicates?: readonly string[];
  /**
   * Set when a patch made this body: what is wrong is then told as Invalid about the field `patch`, with this text as
   * its value. For JSON and merge patches the patched object as JSON, for strategic ones `formatGoValue(patch)`.
   */
  readonly patchText?: string;
  /**
   * An object of the same resource as `decode` and `withDefaults` have made it: members that the body shares with it
   * (the very same values) are taken over unread.
   */
  readonly known?: KubeObject;
}

export interface DefaultsOptions {
  /** The object comes from `decode` and nobody else has it: it is filled in place instead of being copied. */
  readonly fresh?: boolean;
  /** As in {@link DecodeOptions}: members that the object shares with it have their defaults and stay shared. */
  readonly known?: KubeObject;
}

export interface DecodedObject {
  /**
   * A fresh object as the server would write it: unknown fields, nulls and zero values of optional fields are gone,
   * required ones are there, quantities and times are canonical.
   */
  readonly object: KubeObject;
  /** For the `Warning` header: `unknown field "spec.foo"`. Empty unless `Warn`. */
  readonly warnings: readonly string[];
}

/** All that the schema says about one resource in one version; the same door for built-in and custom resources. */
export interface ResourceSchema {
  readonly definition: ResourceDefinition;
  /**
   * Checks and normalises a parsed body.
   * @throws StatusError BadRequest: wrong JSON types, or strict errors.
   */
  decode(value: unknown, options: DecodeOptions): DecodedObject;
  /** Fills what the server fills. Returns a new object; the argument is not changed (unless it is `fresh`). */
  withDefaults(object: KubeObject, options?: DefaultsOptions): KubeObject;
  /** For an object that is about to be stored (defaulted, metadata set). Empty when it is good. */
  validateCreate(object: KubeObject): readonly FieldError[];
  /**
   * `object` replaces `old`; includes what may not change. Writes through `subresource` (`status`, `binding`, …) are
   * not held to the rules of the spec.
   */
  validateUpdate(object: KubeObject, old: KubeObject, subresource?: string): readonly FieldError[];
  /**
   * Strategic merge patch; the result is plain JSON that must go through {@link decode} like any body.
   * @throws StatusError BadRequest for a bad patch, UnsupportedMediaType for custom resources.
   */
  strategicMerge(object: KubeObject, patch: JsonObject): JsonObject;
  /** What this schema knows but does not enforce, for the `Warning` header of the CRD's writer. */
  readonly warnings: readonly string[];
  /** For server-side apply and `managedFields`. */
  readonly shape: Shape;
  /** What an object of this kind is before anything is set: the `live` of `trackUpdate` on a create. */
  readonly empty: KubeObject;
  /** For the OpenAPI documents; always the same object. */
  readonly served: ServedResource;
}

/** What a protobuf request body holds. */
export interface DecodedProtobuf {
  readonly apiVersion: string;
  readonly kind: string;
  /** JSON form, `apiVersion` and `kind` included. */
  readonly object: JsonObject;
}

/** The door to all tables. One instance a process is enough; it parses its data when first asked. */
export interface KubeSchema {
  readonly types: TypeTable;
  /** Every built-in resource, in the order of discovery. */
  readonly resources: readonly ResourceDefinition[];
  /** The schema of a built-in resource (cached). */
  of(definition: ResourceDefinition): ResourceSchema;
  /** One schema a served version of a CustomResourceDefinition. The caller keeps them while the CRD is unchanged. */
  ofCustom(crd: KubeObject): readonly ResourceSchema[];
  /**
   * Loads what evaluates the CEL rules of custom resources (`x-kubernetes-validations`), once. `ofCustom` starts it by
   * itself when a schema has rules; await this before such a definition is established, so that no object slips
   * through before. Never rejects: `ResourceSchema.warnings` tells what is not evaluated.
   */
  loadRules(): Promise<void>;
  /** The compact type name of a kind that is no resource itself (`Eviction`, `DeleteOptions`, `Scale`). */
  typeOfKind(apiVersion: string, kind: string): string | undefined;
  /** Checks and normalises a body by type alone (options, subresource kinds). @throws StatusError BadRequest. */
  decodeType(
    typeName: string,
    value: unknown,
    options: DecodeOptions,
  ): { readonly object: JsonObject; readonly warnings: readonly string[] };
  /** Fills the defaults of a type that is no resource itself (`TokenRequest`). Returns a new object. */
  fillType(typeName: string, object: JsonObject): JsonObject;
  /**
   * Reads `application/vnd.kubernetes.protobuf`.
   * @throws StatusError BadRequest for a broken message or an unknown kind.
   */
  decodeProtobuf(bytes: Uint8Array): DecodedProtobuf;
}
