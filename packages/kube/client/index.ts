export { backoffDelay, type BackoffLimits } from "./backoff.ts";
export type { IndexFunction, ObjectCache } from "./cache.ts";
export {
  createKubeClient,
  type DeleteOptions,
  type KubeClient,
  type KubeClientOptions,
  type ListOptions,
  type PatchType,
  type SelectorOptions,
  type WatchEvent,
  type WatchOptions,
  type WriteOptions,
} from "./client.ts";
export { type ApiResource, discoverResources, resourceId } from "./discovery.ts";
export {
  isAlreadyExists,
  isConflict,
  isExpired,
  isNamespaceTerminating,
  isNotFound,
  statusErrorFrom,
} from "./errors.ts";
export { createEventRecorder, type EventRecorder, type EventRecorderOptions, referenceTo } from "./event-recorder.ts";
export { createInformerSet, type InformerSet, type InformerSetOptions } from "./informer-set.ts";
export { createInformer, type Informer, type InformerHandler, type InformerOptions } from "./informer.ts";
export type * from "./objects/index.ts";
export {
  inNamespace,
  objectKey,
  refTo,
  type Resource,
  resourcePath,
  type ResourceRef,
  resources,
  splitKey,
} from "./resource.ts";
export { microTimestamp, parseTimestamp, timestamp } from "./time.ts";
export { createWorkQueue, type WorkQueue, type WorkQueueOptions } from "./work-queue.ts";
