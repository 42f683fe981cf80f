import type { JsonObject } from "@byocni/base/core";
import { isJsonObject } from "@byocni/base/core";
import type { Store } from "@byocni/base/store";
import { emptyResponse, jsonResponse, type HttpResponse } from "@byocni/base/http";
import type { ResourceId, Scope } from "@byocni/azure/types";
import type { SpecialType } from "../special-type.ts";
import { armFaults } from "../errors.ts";
import { readObject } from "../requests/body.ts";
import type { ReadyRequest } from "../requests/context.ts";
import type { Tags } from "../resource.ts";
import { notFound } from "../resources/not-found.ts";
import { checkTags } from "../resources/tags.ts";
import { groupKey, groupRecord, toValue } from "../resources/record.ts";

/** `{scope}/providers/Microsoft.Resources/tags/default`: the tags of a group or resource as a resource of their own. */
export const tagsType: SpecialType = {
  get: async (ready, id) => answer(id, await changeTags(ready, id.scope, (tags) => tags)),
  async put(ready, id) {
    const tags = tagsIn(await readObject(ready.request));
    return answer(id, await changeTags(ready, id.scope, () => tags));
  },
  async patch(ready, id) {
    const body = await readObject(ready.request);
    const given = tagsIn(body);
    const operation = typeof body["operation"] === "string" ? body["operation"].toLowerCase() : "";
    return answer(id, await changeTags(ready, id.scope, (tags) => patched(tags, given, operation)));
  },
  async delete(ready, id) {
    await changeTags(ready, id.scope, () => ({}));
    return emptyResponse(200);
  },
};

function tagsIn(body: JsonObject): Tags {
  const properties = isJsonObject(body["properties"]) ? body["properties"] : {};
  return checkTags(properties["tags"] ?? {});
}

function patched(tags: Tags, given: Tags, operation: string): Tags {
  if (operation === "replace") return given;
  if (operation === "merge") return checkTags({ ...without(tags, Object.keys(given)), ...given });
  // Pairs of name and value; a name alone takes any value.
  if (operation === "delete") {
    const gone = Object.entries(given).filter(([name, value]) => value === "" || valueOf(tags, name) === value);
    return without(
      tags,
      gone.map(([name]) => name),
    );
  }
  throw armFaults.InvalidRequestContent({ reason: "The property 'operation' must be Replace, Merge or Delete." });
}

function answer(id: ResourceId, tags: Tags): HttpResponse {
  return jsonResponse(200, {
    id: id.text,
    name: id.name,
    type: "Microsoft.Resources/tags",
    properties: { tags },
  });
}

/** Names of tags compare without regard to case; the newest spelling is kept. */
function without(tags: Tags, names: readonly string[]): Tags {
  const gone = new Set(names.map((name) => name.toLowerCase()));
  return Object.fromEntries(Object.entries(tags).filter(([name]) => !gone.has(name.toLowerCase())));
}

function valueOf(tags: Tags, name: string): string | undefined {
  return Object.entries(tags).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

function subscriptionTagsKey(subscriptionId: string): string {
  return `subscription-tags/${subscriptionId.toLowerCase()}`;
}

/** Tags of the subscription itself. */
export async function subscriptionTags(store: Store, subscriptionId: string): Promise<Tags> {
  const entry = await store.get(subscriptionTagsKey(subscriptionId));
  return (entry?.value["tags"] as Tags | undefined) ?? {};
}

async function changeTags(ready: ReadyRequest, scope: Scope, change: (tags: Tags) => Tags): Promise<Tags> {
  const { repository, registry, store, queue } = ready.services;
  return queue.run(scope.key, async () => {
    if (scope.kind === "resourceGroup") {
      const entry = await repository.groupEntry(scope.subscriptionId, scope.resourceGroup);
      if (!entry) throw armFaults.ResourceGroupNotFound({ name: scope.resourceGroup });
      const before = groupRecord(entry.value);
      const old = before.tags ?? {};
      const tags = change(old);
      const key = groupKey(scope.subscriptionId, scope.resourceGroup);
      if (tags !== old) await store.write([{ kind: "put", key, value: toValue({ ...before, tags }) }]);
      return tags;
    }
    if (scope.kind === "subscription") {
      const before = await subscriptionTags(store, scope.subscriptionId);
      const tags = change(before);
      const key = subscriptionTagsKey(scope.subscriptionId);
      if (tags !== before) await store.write([{ kind: "put", key, value: { tags } }]);
      return tags;
    }
    if (scope.kind !== "resource") throw armFaults.NotImplemented({ what: `tags of a ${scope.kind}` });
    let tags: Tags = {};
    const type = registry.stored(scope.type);
    if (type?.definition.tags === false) throw armFaults.TagsNotSupported({ type: type.type });
    const before = await repository.get(scope);
    const old = before?.tags ?? {};
    if (before && change(old) === old) return old;
    const found =
      before &&
      (await repository.update(scope, (current) => {
        tags = change(current.tags ?? {});
        return { ...current, tags };
      }));
    if (!found) throw await notFound(repository, registry, scope);
    return tags;
  });
}
