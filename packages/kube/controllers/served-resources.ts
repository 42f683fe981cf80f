import {
  type ApiResource,
  discoverResources,
  type Informer,
  type KubeClient,
  type KubeObject,
  type Resource,
} from "@byocni/kube/client";

/** What the server serves, kept until a CustomResourceDefinition comes, changes or goes. */
export interface ServedResources {
  get(): Promise<readonly ApiResource[]>;
  /** Called when the answer may have changed. */
  onChange(listener: () => void): void;
}

const definitions: Resource<KubeObject & { readonly status?: unknown }> = {
  group: "apiextensions.k8s.io",
  version: "v1",
  resource: "customresourcedefinitions",
};

export function watchServedResources(
  client: KubeClient,
  informer: <T extends KubeObject>(resource: Resource<T>) => Informer<T>,
): ServedResources {
  const listeners: (() => void)[] = [];
  let known: Promise<readonly ApiResource[]> | undefined;
  function changed(): void {
    known = undefined;
    for (const listener of listeners) listener();
  }
  informer(definitions).addHandler({ add: changed, update: changed, delete: changed });
  return {
    get() {
      known ??= discoverResources(client).catch((error: unknown) => {
        known = undefined;
        throw error;
      });
      return known;
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
