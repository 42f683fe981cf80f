import { type Closeable, jsonEqual } from "@byocni/base/core";
import { isStatusError, type KubeObject } from "@byocni/kube/schema";
import { fieldValueOf } from "../registry/field-values.ts";
import { deleteObject } from "../registry/delete.ts";
import { timestamp, withMember, withMetadata } from "../registry/object-fields.ts";
import type { WriteOperationContext } from "../registry/operation.ts";
import type { ServedResource } from "../registry/served-resource.ts";
import { updateObject } from "../registry/update.ts";
import { mastersGroup } from "../request/user-info.ts";
import type { ServerCore } from "../server-core.ts";
import { resourcePrefix } from "../storage/keys.ts";
import type { WatchItem } from "../storage/resource-cache.ts";
import { type Condition, isTrue, withCondition } from "./conditions.ts";
import { cleanupFinalizer } from "./crd-strategy.ts";
import { customResources, type Crd } from "./custom-resource.ts";
import { judgeNames } from "./names.ts";

const group = "apiextensions.k8s.io";

/**
 * Serves what CustomResourceDefinitions define: accepts their names, puts their resources into the table, and cleans up
 * when they go.
 */
export async function startCustomResources(core: ServerCore): Promise<Closeable> {
  const definitions = core.resources.find(group, "v1", "customresourcedefinitions");
  const queue = definitions?.cache.watch({
    selection: {},
    from: { kind: "state" },
    bookmarks: false,
    initialEventsEnd: true,
  });
  let started = (): void => {};
  const initial = new Promise<void>((resolve) => (started = resolve));
  const cleaning = new Set<string>();
  let closed = false;

  async function handle(item: WatchItem): Promise<void> {
    if (item.kind === "bookmark") return started();
    const crd = item.object.value as unknown as Crd;
    try {
      if (item.type === "DELETED") await withdraw(crd);
      else await serve(crd);
    } catch (error) {
      core.logger.error("a custom resource definition could not be served", { name: crd.metadata.name, error });
    }
  }

  async function serve(crd: Crd): Promise<void> {
    const { accepted, conflict } = judgeNames(core.resources, crd);
    const established = !conflict || isTrue(crd.status?.conditions, "Established");
    if (established) {
      const cache = await core.storage.cache(resourcePrefix(crd.spec.group, crd.spec.names.plural), fieldValueOf);
      const resources = customResources(core.schema, crd, cache);
      // Versions that are no longer served go first.
      core.resources.replace(crd.spec.group, crd.spec.names.plural, resources);
      if (crd.metadata.deletionTimestamp) return startCleaning(crd, resources[0]);
    }
    await writeStatus(crd, (status) => {
      const now = timestamp(core.clock.now());
      const names = conflict ?? { reason: "NoConflicts", message: "no conflicts found" };
      let conditions: readonly Condition[] = withCondition(
        status.conditions,
        { type: "NamesAccepted", status: conflict ? "False" : "True", ...names },
        now,
      );
      const isEstablished = established
        ? { status: "True", reason: "InitialNamesAccepted", message: "the initial names have been accepted" }
        : { status: "False", reason: "NotAccepted", message: "not all names are accepted" };
      if (!isTrue(conditions, "Established"))
        conditions = withCondition(conditions, { type: "Established", ...isEstablished }, now);
      return { ...status, acceptedNames: accepted, conditions };
    });
  }

  async function withdraw({ spec }: Crd): Promise<void> {
    core.resources.remove(spec.group, spec.names.plural);
    core.storage.dropCache(resourcePrefix(spec.group, spec.names.plural));
    // Others of the group may have waited for the names.
    for (const { value } of definitions?.cache.list({}) ?? []) {
      const other = value as unknown as Crd;
      if (other.spec.group === spec.group && !isTrue(other.status?.conditions, "NamesAccepted")) await serve(other);
    }
  }

  /** Deletes the objects of a dying definition; runs beside the loop, once for each definition. */
  function startCleaning(crd: Crd, resource: ServedResource | undefined): void {
    const { uid = "", finalizers } = crd.metadata;
    if (!finalizers?.includes(cleanupFinalizer) || cleaning.has(uid)) return;
    cleaning.add(uid);
    void clean(crd, resource)
      .catch((error: unknown) => core.logger.error("custom resources could not be cleaned up", { error }))
      .finally(() => cleaning.delete(uid));
  }

  async function clean(crd: Crd, resource: ServedResource | undefined): Promise<void> {
    if (resource) {
      const gone = resource.cache.watch({
        selection: {},
        from: { kind: "now" },
        bookmarks: false,
        initialEventsEnd: false,
      });
      await deleteAll(resource);
      if (resource.cache.size > 0) for await (const _change of gone) if (resource.cache.size === 0 || closed) break;
      gone.end();
    }
    if (closed) return;
    await writeDefinition(crd, (current) =>
      withMetadata(current, {
        finalizers: current.metadata.finalizers?.filter((finalizer) => finalizer !== cleanupFinalizer),
      }),
    );
  }

  async function deleteAll(resource: ServedResource): Promise<void> {
    for (const { namespace, name } of resource.cache.list({})) {
      try {
        await deleteObject({ ...systemWrite(resource), namespace, name }, { dryRun: false });
      } catch (error) {
        if (!isStatusError(error, "NotFound")) throw error;
      }
    }
  }

  async function writeStatus(crd: Crd, change: (status: NonNullable<Crd["status"]>) => object): Promise<void> {
    await writeDefinition(crd, (current) => {
      const { status = { conditions: [], acceptedNames: { plural: "", kind: "" }, storedVersions: [] } } =
        current as Crd;
      const changed = change(status);
      return jsonEqual(changed, status) ? current : withMember(current, "status", changed);
    });
  }

  async function writeDefinition(crd: Crd, change: (current: KubeObject) => KubeObject): Promise<void> {
    if (!definitions) return;
    const { uid, name = "" } = crd.metadata;
    try {
      await updateObject(
        { ...systemWrite(definitions), name },
        { raw: true, change: (current) => (current.metadata.uid === uid ? change(current) : current) },
      );
    } catch (error) {
      if (!isStatusError(error, "NotFound")) throw error;
    }
  }

  function systemWrite(resource: ServedResource): WriteOperationContext {
    return {
      core,
      resource,
      namespace: "",
      name: "",
      subresource: "",
      user: { name: "system:apiserver", groups: [mastersGroup] },
      fieldManager: "kube-apiserver",
      dryRun: false,
      warn: () => {},
    };
  }

  const running = (async () => {
    if (queue) for await (const item of queue) await handle(item);
    started();
  })();
  if (queue) await initial;
  const close = async (): Promise<void> => {
    closed = true;
    queue?.end();
    await running;
  };
  return { close, [Symbol.asyncDispose]: close };
}
