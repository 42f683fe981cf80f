import type { JsonObject } from "@byocni/base/core";
import type { HttpResponse } from "@byocni/base/http";
import { parseResourceId, type ResourceGroupScope, type ResourceId } from "@byocni/azure/types";
import { armFaults } from "../errors.ts";
import { startOperation } from "../operations/accepted.ts";
import { isStored } from "../registry.ts";
import { readObject } from "../requests/body.ts";
import type { ReadyRequest } from "../requests/context.ts";
import type { Resource } from "../resource.ts";
import { notFound } from "../resources/not-found.ts";
import { exportTemplate, type Exported } from "./export-template.ts";

/** POST `{group}/exportTemplate`: 202, and the template behind `Location`. */
export async function startExport(ready: ReadyRequest, scope: ResourceGroupScope): Promise<HttpResponse> {
  const { services } = ready;
  if (!(await services.repository.getGroup(scope.subscriptionId, scope.resourceGroup))) {
    throw armFaults.ResourceGroupNotFound({ name: scope.resourceGroup });
  }
  const body = await readObject(ready.request);
  const wanted = await wantedResources(ready, scope, body["resources"]);
  const options = String(body["options"] ?? "").toLowerCase();
  const unknown: string[] = [];
  const exported: Exported[] = [];
  for (const resource of wanted) {
    const type = services.registry.stored(resource.type);
    if (!type || type.definition.without?.includes("put")) unknown.push(resource.type);
    else exported.push({ resource, type });
  }
  const template = exportTemplate(services.registry, exported, {
    skipNames: options.includes("skipresourcenameparameterization") || options.includes("skipallparameterization"),
    skipIds: options.includes("skipallparameterization"),
    withDefaults: options.includes("includeparameterdefaultvalue"),
  });
  const result: JsonObject = { template, ...(unknown.length === 0 ? {} : { error: incomplete(unknown) }) };
  return startOperation(ready, { runner: "prepared", kind: "exportTemplate", target: scope.text, input: { result } });
}

/** Azure gives what it can and says what it could not (Azure/azure-resource-manager-schemas#1299, recorded answer). */
function incomplete(types: readonly string[]): JsonObject {
  return {
    code: "ExportTemplateCompletedWithErrors",
    message:
      "Export template operation completed with errors. Some resources were not exported. Please see details for more information.",
    details: [...new Set(types)].map((type) => ({
      code: "ResourceTypeSchemaNotFound",
      target: type,
      message: `The schema of resource type '${type}' is not available. Resources of this type will not be exported to the template.`,
    })),
  };
}

async function wantedResources(
  ready: ReadyRequest,
  scope: ResourceGroupScope,
  given: JsonObject[string],
): Promise<readonly Resource[]> {
  const { repository, registry } = ready.services;
  const ids: readonly unknown[] = Array.isArray(given) ? given : [];
  if (ids.length === 0) {
    throw armFaults.InvalidRequestContent({ reason: "The property 'resources' is missing or empty." });
  }
  const everything = (await repository.list({ within: scope.key })).filter(
    ({ id }) => id.scope.kind === "resourceGroup",
  );
  if (ids.includes("*")) return withEmbedded(ready, everything);
  const chosen: ResourceId[] = [];
  for (const text of ids) {
    const id = typeof text === "string" ? parseResourceId(text) : undefined;
    if (!id) throw armFaults.InvalidRequestContent({ reason: `'${String(text)}' is not a resource id.` });
    if (!registry.stored(id.type) || !(await repository.get(id))) throw await notFound(repository, registry, id);
    chosen.push(id);
  }
  const isChosen = ({ id }: Resource): boolean =>
    chosen.some(({ key }) => id.key === key || id.key.startsWith(`${key}/`));
  return withEmbedded(ready, everything.filter(isChosen));
}

/** What lies inside others is exported beside them too, as Azure does. */
async function withEmbedded(ready: ReadyRequest, resources: readonly Resource[]): Promise<readonly Resource[]> {
  const { repository, registry } = ready.services;
  const all: Resource[] = [];
  for (const resource of resources) {
    all.push(resource);
    for (const child of registry.types()) {
      if (!isStored(child) || child.parent?.type !== resource.type || !child.definition.embedded) continue;
      all.push(...(await repository.list({ within: resource.id.key, type: child.type })));
    }
  }
  return all;
}
