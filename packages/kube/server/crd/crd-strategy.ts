import type { apiextensionsv1, KubeObject } from "@byocni/kube/schema";
import { timestamp, withMember } from "../registry/object-fields.ts";
import type { Strategy, WriteScope } from "../registry/strategy.ts";
import { withCondition } from "./conditions.ts";
import type { Crd } from "./custom-resource.ts";

/** Keeps a CustomResourceDefinition until its objects are gone. */
export const cleanupFinalizer = "customresourcecleanup.apiextensions.k8s.io";

export const customResourceDefinitionStrategy: Strategy = {
  countsGeneration: true,
  deletionFinalizers: [cleanupFinalizer],
  initialStatus: (object) => ({
    conditions: [],
    acceptedNames: { plural: "", kind: "" },
    storedVersions: storedVersions(object as Crd, []),
  }),
  prepareForCreate(object, scope) {
    warnOfConversion(object as Crd, scope);
    return object;
  },
  prepareForUpdate(object, old, scope) {
    if (scope.subresource !== "") return object;
    warnOfConversion(object as Crd, scope);
    const { status } = old as Crd;
    if (!status) return object;
    return withMember(object, "status", {
      ...status,
      storedVersions: storedVersions(object as Crd, status.storedVersions ?? []),
    });
  },
  prepareForDelete(object, { core }) {
    const { status } = object as Crd;
    const pending = {
      type: "Terminating",
      status: "True",
      reason: "InstanceDeletionPending",
      message: "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon",
    };
    const conditions = withCondition(status?.conditions, pending, timestamp(core.clock.now()));
    return withMember(object, "status", { ...status, conditions });
  },
};

/** Versions in which objects may lie in the store. */
function storedVersions({ spec }: Crd, before: readonly string[]): readonly string[] {
  const storage = spec.versions.find((version) => version.storage)?.name;
  return storage === undefined || before.includes(storage) ? before : [...before, storage];
}

function warnOfConversion({ spec }: Crd, { warn, core }: WriteScope): void {
  const conversion: apiextensionsv1.CustomResourceConversion | undefined = spec.conversion;
  if (conversion?.strategy === "Webhook" && spec.versions.length > 1)
    warn("byocni does not call conversion webhooks: versions of this resource differ in their apiVersion only");
  for (const schema of core.schema.ofCustom({ spec } as unknown as KubeObject))
    for (const warning of schema.warnings) warn(warning);
}
