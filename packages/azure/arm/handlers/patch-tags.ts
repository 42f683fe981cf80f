import type { JsonObject } from "@byocni/base/core";
import type { ResourceId } from "@byocni/azure/types";
import { requireIdle } from "../resources/conflicts.ts";
import { checkTags } from "../resources/tags.ts";
import type { ReadyRequest } from "../requests/context.ts";
import type { Resource } from "../resource.ts";
import { checkConditions } from "./conditions.ts";

/** PATCH of the types that let only their tags be patched: the tags given replace all. @returns undefined when gone */
export async function patchTags(ready: ReadyRequest, id: ResourceId, patch: JsonObject): Promise<Resource | undefined> {
  const { repository, queue, registry } = ready.services;
  const tags = patch["tags"] === undefined ? undefined : checkTags(patch["tags"] ?? {});
  return queue.run(id.key, async () => {
    for (;;) {
      const loaded = await repository.load(id);
      if (!loaded.resource) return undefined;
      checkConditions(ready.request.headers, loaded.resource, id);
      await requireIdle(repository, registry, loaded);
      const state = tags === undefined ? loaded.resource : { ...loaded.resource, tags };
      const written = await repository.commit(loaded, { state, by: ready.principal.displayName });
      if (written && written !== "removed") return written;
    }
  });
}
