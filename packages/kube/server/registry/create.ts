import type { JsonObject } from "@byocni/base/core";
import { type FieldError, type KubeObject, statusErrors } from "@byocni/kube/schema";
import { CachedObject, withResourceVersion } from "../storage/cached-object.ts";
import { objectKey } from "../storage/keys.ts";
import { prepareNew } from "./default-strategy.ts";
import { trackCreate } from "./field-ownership.ts";
import { generateName } from "./generated-name.ts";
import { timestamp, withMetadata } from "./object-fields.ts";
import { scopeOf, type WriteOperationContext } from "./operation.ts";
import { groupKindOf, groupResourceOf } from "./served-resource.ts";
import { admissionRequest } from "./write-admission.ts";

/** How often a generated name is tried; five random characters rarely meet. */
const nameAttempts = 8;

/**
 * Creates an object from a decoded body (in the served version, not yet defaulted).
 * @throws StatusError AlreadyExists, Invalid, Forbidden, NotFound (the namespace) …
 */
export async function createObject(
  operation: WriteOperationContext,
  decoded: KubeObject,
  options: {
    /** Server-side apply brings its own managedFields. */
    readonly ownership?: "track" | "given" | undefined;
    /** `decoded` has just been made for this call: it is filled in place. */
    readonly fresh?: boolean;
  } = {},
): Promise<CachedObject> {
  const { ownership = "track", fresh = false } = options;
  const { core, resource, namespace } = operation;
  const { definition, strategy, schema } = resource;
  const scope = scopeOf(operation);
  if (resource.terminating)
    throw statusErrors.methodNotAllowed(
      groupResourceOf(definition),
      "create not allowed while custom resource definition is terminating: create",
    );
  let object = checkPlace(operation, schema.withDefaults(decoded, { fresh }));
  if (object.metadata.resourceVersion)
    throw statusErrors.badRequest("resourceVersion should not be set on objects to be created");
  if (ownership === "track") object = trackCreate(operation, object);

  object = (await core.admission.mutate(admissionRequest(operation, "CREATE", object, undefined))) ?? object;

  object = prepareNew(resource, object);
  const generated = !object.metadata.name && object.metadata.generateName;
  object = withMetadata(object, {
    uid: core.random.uuid(),
    creationTimestamp: timestamp(core.clock.now()),
    deletionTimestamp: undefined,
    deletionGracePeriodSeconds: undefined,
    selfLink: undefined,
    ...(generated ? { name: generateName(core.random, generated) } : {}),
  });
  if (strategy.prepareForCreate) object = await strategy.prepareForCreate(object, scope);

  const errors: FieldError[] = [...schema.validateCreate(object), ...(strategy.validateCreate?.(object, scope) ?? [])];
  if (errors.length > 0) throw statusErrors.invalid(groupKindOf(definition), object.metadata.name ?? "", errors);
  for (const warning of strategy.warnings?.(object) ?? []) operation.warn(warning);
  await core.admission.validate(admissionRequest(operation, "CREATE", object, undefined));

  for (let attempt = 1; ; attempt++) {
    const name = object.metadata.name ?? "";
    const created = await store(operation, object, name);
    if (created) {
      strategy.afterCreate?.(object, scope);
      return created;
    }
    if (!generated) throw statusErrors.alreadyExists(groupResourceOf(definition), name);
    if (attempt === nameAttempts) throw statusErrors.generatedNameConflict(groupResourceOf(definition), name);
    object = withMetadata(object, { name: generateName(core.random, generated) });
  }

  async function store(
    { dryRun }: WriteOperationContext,
    served: KubeObject,
    name: string,
  ): Promise<CachedObject | undefined> {
    const { cache, conversion } = resource;
    const stored = (conversion ? conversion.write(served) : served) as unknown as JsonObject;
    const key = objectKey(cache.prefix, definition.namespaced ? namespace : "", name);
    if (dryRun) {
      if (cache.get(definition.namespaced ? namespace : "", name)) return undefined;
      return new CachedObject(key, namespace, name, stored, 0);
    }
    const result = await core.storage.write([{ kind: "put", key, value: stored, expect: { kind: "absent" } }]);
    if (!result.ok) return undefined;
    const entry = result.entries[0];
    return entry
      ? cache.objectOf(entry)
      : new CachedObject(key, namespace, name, withResourceVersion(stored, result.revision), result.revision);
  }
}

/** Name and namespace of the body must be those of the path; the namespace may be left out. */
export function checkPlace(operation: WriteOperationContext, object: KubeObject): KubeObject {
  const { namespace, resource, name } = operation;
  if (name !== "" && object.metadata.name !== name)
    throw statusErrors.badRequest(
      `the name of the object (${object.metadata.name ?? ""}) does not match the name on the URL (${name})`,
    );
  if (!resource.definition.namespaced)
    return object.metadata.namespace ? withMetadata(object, { namespace: undefined }) : object;
  if (!object.metadata.namespace) return withMetadata(object, { namespace });
  if (object.metadata.namespace !== namespace)
    throw statusErrors.badRequest(
      "the namespace of the provided object does not match the namespace sent on the request",
    );
  return object;
}
