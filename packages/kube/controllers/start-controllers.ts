import {
  type Clock,
  type Closeable,
  createCloser,
  type Logger,
  type Random,
  silentLogger,
  systemClock,
  systemRandom,
} from "@byocni/base/core";
import type { HttpCaller } from "@byocni/base/http";
import {
  createEventRecorder,
  createInformerSet,
  createKubeClient,
  createWorkQueue,
  type EventRecorder,
  type Informer,
  type InformerSet,
  type KubeObject,
  type Resource,
  resources,
} from "@byocni/kube/client";
import { type ControllerDefinition, type ControllerSettings, defaultSettings } from "./controller.ts";
import { controllers } from "./registry.ts";

export interface StartControllersOptions {
  /** The way to the API server, with an administrator's rights. */
  readonly caller: HttpCaller;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly logger?: Logger;
  /** Which controllers run, by name; all by default. */
  readonly enabled?: (name: string) => boolean;
  readonly settings?: Partial<ControllerSettings>;
}

/** The running controllers of one cluster. */
export interface RunningControllers extends Closeable {
  readonly names: readonly string[];
  /** Settles when every controller has seen the cluster. */
  readonly synced: Promise<void>;
}

/** Starts the controllers of one cluster over shared informers. It returns at once; work begins when caches are full. */
export function startControllers(options: StartControllersOptions): RunningControllers {
  const { caller, clock = systemClock, random = systemRandom, logger = silentLogger, enabled = () => true } = options;
  const settings = { ...defaultSettings, ...options.settings };
  const closer = createCloser();
  const client = createKubeClient(caller, { userAgent: "kube-controller-manager" });
  const informers = closer.add(createInformerSet({ client, clock, random, logger }));
  const chosen = controllers.filter(({ name }) => enabled(name));
  const closed = new Promise<void>((resolve) => {
    closer.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  const ready = chosen.map((definition) => startOne(definition));

  function startOne(definition: ControllerDefinition): Promise<void> {
    const { name, component = name, fieldManager = "kube-controller-manager" } = definition;
    const log = logger.with({ controller: name });
    const ownClient = createKubeClient(caller, { userAgent: `${fieldManager}/${name}`, fieldManager });
    const written = closer.add(createEventRecorder({ client: ownClient, clock, component, logger: log }));
    const recorder: EventRecorder = {
      ...written,
      event(about, type, reason, message) {
        if (type === "Normal" && informers.of(resources.nodes).size > settings.normalEventsUpTo) return;
        written.event(about, type, reason, message);
      },
    };
    const needed = trackNeeded(informers, closer.signal, closed);
    definition.start({
      client: ownClient,
      clock,
      random,
      logger: log,
      recorder,
      settings,
      closer,
      informers,
      informer: needed.informer,
      ready: needed.ready,
      queue: ({ workers, process }) =>
        closer.add(
          createWorkQueue({
            clock,
            logger: log,
            ...(workers === undefined ? {} : { workers }),
            async process(key) {
              if (!needed.synced()) await needed.ready();
              if (!closer.signal.aborted) await process(key);
            },
          }),
        ),
    });
    return needed.ready();
  }

  return {
    names: chosen.map(({ name }) => name),
    synced: Promise.all(ready).then(() => {}),
    close: () => closer.close(),
    [Symbol.asyncDispose]: () => closer.close(),
  };
}

/** Remembers which informers a controller asked for, so that it waits for those and for no others. */
function trackNeeded(informers: InformerSet, signal: AbortSignal, closed: Promise<void>) {
  const asked: { readonly hasSynced: boolean; readonly synced: Promise<void> }[] = [];
  let done = false;
  const synced = (): boolean => (done ||= asked.every((informer) => informer.hasSynced));
  return {
    synced,
    async ready() {
      while (!synced() && !signal.aborted) {
        await Promise.race([closed, Promise.all(asked.map((informer) => informer.synced))]);
      }
    },
    informer<T extends KubeObject>(resource: Resource<T>): Informer<T> {
      const informer = informers.of(resource);
      asked.push(informer);
      done = false;
      return informer;
    },
  };
}
