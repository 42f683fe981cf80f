import type { FieldError } from "../errors/field-error.ts";
import type { KubeObject } from "../object.ts";
import type { ResourceDefinition } from "../registry/resource-definition.ts";
import { Check } from "./check.ts";
import { kindRules } from "./kind-rules.ts";
import { checkMetadata, checkMetadataUpdate } from "./metadata.ts";
import { dnsSubdomainProblems } from "./names.ts";

/** Validates built-in objects with the API server's field errors. */
export interface Validator {
  create(definition: ResourceDefinition, object: KubeObject): readonly FieldError[];
  update(
    definition: ResourceDefinition,
    object: KubeObject,
    old: KubeObject,
    subresource?: string,
  ): readonly FieldError[];
}

/** Builds the validator over the rules of the kinds; a kind without rules has its metadata checked. */
export function createValidator(): Validator {
  return {
    create(definition, object) {
      const rules = kindRules[definition.typeName ?? ""];
      const check = new Check();
      // Reviews and the like are never stored and need no name.
      if (definition.verbs.includes("get"))
        checkMetadata(check, object.metadata, {
          namespaced: definition.namespaced,
          nameProblems: rules?.nameProblems ?? dnsSubdomainProblems,
        });
      rules?.always?.(check, object);
      return check.errors;
    },
    update(definition, object, old, subresource) {
      const rules = kindRules[definition.typeName ?? ""];
      const check = new Check();
      checkMetadataUpdate(check, object.metadata, old.metadata);
      if (subresource !== undefined) return check.errors;
      rules?.always?.(check, object);
      rules?.update?.(check, object, old);
      return check.errors;
    },
  };
}
