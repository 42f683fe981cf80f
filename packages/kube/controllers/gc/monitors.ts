import {
  type ApiResource,
  type Informer,
  type InformerHandler,
  type InformerSet,
  type KubeObject,
  type OwnerReference,
  resourceId,
} from "@byocni/kube/client";
import { parseApiVersion } from "@byocni/kube/schema";

/** One collection that is watched for owners and dependents. */
export interface Monitor {
  readonly id: string;
  readonly resource: ApiResource;
  readonly informer: Informer<KubeObject>;
}

/** The watched collections: all that can be listed, watched and deleted, but for Events. */
export interface Monitors {
  get(id: string): Monitor | undefined;
  all(): Iterable<Monitor>;
  /** The collection that an owner of this reference is in; also one that is not watched. */
  resourceOf(owner: OwnerReference): ApiResource | undefined;
  /** Settles when the cache of every watched collection is full. */
  synced(): Promise<void>;
  /** Brings the set up to what is served now. */
  update(served: readonly ApiResource[]): void;
}

export function createMonitors(
  informers: InformerSet,
  handlerFor: (monitor: Monitor) => InformerHandler<KubeObject>,
): Monitors {
  const monitors = new Map<string, Monitor & { readonly stop: () => void }>();
  let byKind = new Map<string, ApiResource>();
  const isWatched = ({ group, resource, verbs }: ApiResource): boolean =>
    ["list", "watch", "delete"].every((verb) => verbs.includes(verb)) &&
    !(resource === "events" && (group === "" || group === "events.k8s.io"));

  return {
    get: (id) => monitors.get(id),
    all: () => monitors.values(),
    resourceOf({ apiVersion, kind }) {
      return byKind.get(`${parseApiVersion(apiVersion).group}/${kind}`);
    },
    async synced() {
      await Promise.all(Array.from(monitors.values(), ({ informer }) => informer.synced));
    },
    update(served) {
      byKind = new Map(served.map((resource) => [`${resource.group}/${resource.kind}`, resource]));
      const wanted = new Map(served.filter(isWatched).map((resource) => [resourceId(resource), resource]));
      for (const [id, { resource, stop }] of monitors) {
        if (wanted.has(id)) continue;
        monitors.delete(id);
        stop();
        void informers.drop(resource);
      }
      for (const [id, resource] of wanted) {
        if (monitors.has(id)) continue;
        const { group, version, resource: plural } = resource;
        const informer = informers.of({ group, version, resource: plural });
        const monitor = { id, resource, informer };
        monitors.set(id, { ...monitor, stop: () => stop() });
        const stop = informer.addHandler(handlerFor(monitor));
      }
    },
  };
}
