import { assert } from "@byocni/base/core";
import type { JsonObject } from "@byocni/base/core";
import type { KubeSchema, ResourceSchema } from "../kube-schema.ts";
import type { KubeObject } from "../object.ts";
import { apiVersionOf } from "../registry/resource-definition.ts";

/** Makes objects in tests as the server would store them. */
export interface StoredObjects {
  /** The schema of a body's kind. */
  schemaOf(body: JsonObject): ResourceSchema;
  /** Strictly decoded and defaulted; not validated. */
  stored(body: JsonObject): KubeObject;
}

/** Over the built-in resources of a schema. */
export function createStoredObjects(schema: KubeSchema): StoredObjects {
  function schemaOf(body: JsonObject): ResourceSchema {
    const definition = schema.resources.find(
      (item) => item.kind === body["kind"] && apiVersionOf(item) === body["apiVersion"],
    );
    assert(definition, `no resource of kind ${String(body["kind"])} in ${String(body["apiVersion"])}`);
    return schema.of(definition);
  }
  return {
    schemaOf,
    stored(body) {
      const of = schemaOf(body);
      return of.withDefaults(of.decode(body, { fieldValidation: "Strict" }).object);
    },
  };
}
