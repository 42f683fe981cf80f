import { type Closeable, jsonEqual } from "@byocni/base/core";
import { isStatusError, type KubeObject, type rbacv1 } from "@byocni/kube/schema";
import { withMember } from "../registry/object-fields.ts";
import type { ServedResource } from "../registry/served-resource.ts";
import { updateObject } from "../registry/update.ts";
import { mastersGroup } from "../request/user-info.ts";
import type { ServerCore } from "../server-core.ts";
import { roleRules } from "./role-lookup.ts";

const apiGroup = "rbac.authorization.k8s.io";

/** Writes into each aggregated role the rules of those that it selects, so that everybody can read them. */
export function startRoleAggregation(core: ServerCore): Closeable {
  const roles = core.resources.find(apiGroup, "v1", "clusterroles");
  const queue = roles?.cache.watch({
    selection: {},
    from: { kind: "now" },
    bookmarks: false,
    initialEventsEnd: false,
  });

  async function aggregateAll(resource: ServedResource): Promise<void> {
    for (const { value } of resource.cache.list({})) {
      const role = value as unknown as rbacv1.ClusterRole;
      if (role.aggregationRule) await aggregate(resource, role.metadata.name ?? "");
    }
  }

  async function aggregate(resource: ServedResource, name: string): Promise<void> {
    const rules = roleRules(core.resources, { apiGroup, kind: "ClusterRole", name }, "");
    const operation = {
      core,
      resource,
      namespace: "",
      name,
      subresource: "",
      user: { name: "system:apiserver", groups: [mastersGroup] },
      fieldManager: "clusterrole-aggregation-controller",
      dryRun: false,
      warn: () => {},
    };
    try {
      await updateObject(operation, {
        change: (current) => (sameRules(current, rules) ? current : withMember(current, "rules", rules)),
        derived: true,
      });
    } catch (error) {
      if (!isStatusError(error, "NotFound")) throw error;
    }
  }

  async function run(resource: ServedResource): Promise<void> {
    await aggregateAll(resource);
    if (!queue) return;
    for await (const _change of queue) {
      // What has come meanwhile is seen by the same look.
      if (queue.backlog > 0) continue;
      await aggregateAll(resource);
    }
  }

  const running = roles
    ? run(roles).catch((error: unknown) => core.logger.error("roles could not be aggregated", { error }))
    : Promise.resolve();
  const close = async (): Promise<void> => {
    queue?.end();
    await running;
  };
  return { close, [Symbol.asyncDispose]: close };
}

function sameRules(role: KubeObject, rules: readonly object[]): boolean {
  return jsonEqual((role as rbacv1.ClusterRole).rules ?? [], rules);
}
