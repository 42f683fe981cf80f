import { type Clock, type Closeable, createCloser, type Logger, type Random } from "@byocni/base/core";
import type { KubeClient } from "./client.ts";
import { createInformer, type Informer } from "./informer.ts";
import type { KubeObject } from "./objects/index.ts";
import { type Resource, resourcePath } from "./resource.ts";

export interface InformerSetOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly random?: Random;
  readonly logger?: Logger;
}

/** Shares one informer a collection among all that ask for it. */
export interface InformerSet extends Closeable {
  /** The informer of the whole collection, started at the first call. */
  of<T extends KubeObject>(resource: Resource<T>): Informer<T>;
  /** Closes the informer of a collection that is no longer served, if there is one. */
  drop(resource: Resource): Promise<void>;
  /** Settles when all that were asked for so far are synced. */
  synced(): Promise<void>;
}

export function createInformerSet(options: InformerSetOptions): InformerSet {
  const closer = createCloser();
  const informers = new Map<string, Informer<KubeObject>>();
  return {
    of<T extends KubeObject>(resource: Resource<T>) {
      const path = resourcePath(resource);
      const known = informers.get(path);
      // One path has one type of objects, so the cast only restores what the map forgets.
      if (known) return known as unknown as Informer<T>;
      const informer = closer.add(createInformer<T>({ ...options, resource }));
      informers.set(path, informer as unknown as Informer<KubeObject>);
      return informer;
    },
    async drop(resource) {
      const path = resourcePath(resource);
      const informer = informers.get(path);
      informers.delete(path);
      await informer?.close();
    },
    async synced() {
      await Promise.all([...informers.values()].map((informer) => informer.synced));
    },
    close: () => closer.close(),
    [Symbol.asyncDispose]: () => closer.close(),
  };
}
