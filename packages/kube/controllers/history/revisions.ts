import { jsonEqual } from "@byocni/base/core";
import {
  type ControllerRevision,
  inNamespace,
  type Informer,
  isAlreadyExists,
  isNotFound,
  type KubeClient,
  type KubeObject,
  type PodTemplateSpec,
  refTo,
  resources,
} from "@byocni/kube/client";
import { labelSelectorOf, type LabelSelector } from "@byocni/kube/schema";
import { claimObjects } from "../claim.ts";
import { controllerReference } from "../owner.ts";
import { templateHash } from "../template-hash.ts";

/** Label of pods and revisions: which revision of the template they are of. */
export const revisionHashLabel = "controller-revision-hash";

type Revisioned = KubeObject & {
  readonly spec: { readonly template: PodTemplateSpec; readonly selector: Parameters<typeof labelSelectorOf>[0] };
  readonly status?: { readonly collisionCount?: number };
};

export interface RevisionsOptions {
  readonly client: KubeClient;
  /** Needs the owner indexes. */
  readonly informer: Informer<ControllerRevision>;
  readonly owner: Revisioned;
  readonly ownerKind: string;
  /** The label of revisions that carries the hash: `controller-revision-hash` unless told. */
  readonly hashLabel?: string;
}

export interface RevisionHistory {
  /** The revision of the present template; `metadata.labels[controller-revision-hash]` is its hash. */
  readonly current: ControllerRevision;
  /** The other revisions, oldest first. */
  readonly old: readonly ControllerRevision[];
  /** Set when names collided: the owner's status must carry it on. */
  readonly collisionCount?: number;
}

/** The patch that puts the template back: what `kubectl rollout undo` applies. */
function dataOf(template: PodTemplateSpec): NonNullable<ControllerRevision["data"]> {
  return { spec: { template: { ...template, $patch: "replace" } } };
}

/** The revisions of a DaemonSet or StatefulSet, with one for the present template, made or renumbered if need be. */
export async function syncRevisions(options: RevisionsOptions): Promise<RevisionHistory> {
  const { client, informer, owner, ownerKind } = options;
  const selector: LabelSelector = labelSelectorOf(owner.spec.selector);
  const claimed = await claimObjects({
    client,
    informer,
    owner,
    selector,
    resource: resources.controllerRevisions,
    ownerApiVersion: "apps/v1",
    ownerKind,
  });
  claimed.sort((a, b) => a.revision - b.revision);
  const data = dataOf(owner.spec.template);
  const same = claimed.filter((revision) => jsonEqual(revision.data, data));
  const highest = claimed.at(-1)?.revision ?? 0;
  const known = same.at(-1);
  if (known) {
    // Going back to an old template makes its revision the newest again.
    const current =
      known.revision === highest
        ? known
        : await client.patch(refTo(resources.controllerRevisions, known), { revision: highest + 1 }, "merge");
    return { current, old: claimed.filter((revision) => revision !== known) };
  }
  const { revision: current, collisionCount } = await create(options, data, highest + 1);
  const old = claimed.filter((revision) => revision.metadata.name !== current.metadata.name);
  return { current, old, ...(collisionCount === undefined ? {} : { collisionCount }) };
}

async function create(
  { client, owner, ownerKind, hashLabel = revisionHashLabel }: RevisionsOptions,
  data: ControllerRevision["data"],
  number: number,
) {
  const resource = inNamespace(resources.controllerRevisions, owner.metadata.namespace ?? "");
  const { template } = owner.spec;
  let collisions = owner.status?.collisionCount ?? 0;
  for (;;) {
    const hash = templateHash(template, collisions);
    const name = `${owner.metadata.name}-${hash}`;
    const bumped = collisions === (owner.status?.collisionCount ?? 0) ? {} : { collisionCount: collisions };
    try {
      const revision = await client.create(resource, {
        apiVersion: "apps/v1",
        kind: "ControllerRevision",
        metadata: {
          name,
          labels: { ...template.metadata?.labels, [hashLabel]: hash },
          ...(owner.metadata.annotations ? { annotations: owner.metadata.annotations } : {}),
          ownerReferences: [controllerReference(owner, "apps/v1", ownerKind)],
        },
        ...(data ? { data } : {}),
        revision: number,
      });
      return { revision, ...bumped };
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      // Made by an earlier attempt whose event has not come yet, or another template with the same hash.
      const there = await client.get({ ...resource, name });
      if (jsonEqual(there.data, data)) return { revision: there, ...bumped };
      collisions++;
    }
  }
}

/** Deletes the oldest revisions that no pod is of, beyond the limit. */
export async function trimRevisions(
  client: KubeClient,
  old: readonly ControllerRevision[],
  isInUse: (revision: ControllerRevision) => boolean,
  limit: number,
): Promise<void> {
  const idle = old.filter((revision) => !isInUse(revision));
  for (const revision of idle.slice(0, Math.max(0, old.length - limit))) {
    try {
      await client.delete(refTo(resources.controllerRevisions, revision));
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}
