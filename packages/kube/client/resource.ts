import type {
  ConfigMap,
  ControllerRevision,
  CronJob,
  DaemonSet,
  Deployment,
  Endpoints,
  EndpointSlice,
  Event,
  Job,
  KubeObject,
  Lease,
  Namespace,
  Node,
  Pod,
  PodDisruptionBudget,
  PriorityClass,
  ReplicaSet,
  Secret,
  Service,
  ServiceAccount,
  StatefulSet,
} from "./objects/index.ts";

/** A collection of the API. `group` is "" for the core group; without `namespace`: cluster scope, or all namespaces. */
export interface Resource<T extends KubeObject = KubeObject> {
  readonly group: string;
  readonly version: string;
  /** The plural, as in paths: `daemonsets`. */
  readonly resource: string;
  readonly namespace?: string;
  /** Never set: carries the type of the objects, so that results need no cast. */
  readonly objectType?: T;
}

/** One object of a collection. */
export interface ResourceRef<T extends KubeObject = KubeObject> extends Resource<T> {
  readonly name: string;
}

function define<T extends KubeObject>(group: string, version: string, resource: string): Resource<T> {
  return { group, version, resource };
}

/** The collections that byocni's own clients use, with the types of their objects. */
export const resources = {
  configMaps: define<ConfigMap>("", "v1", "configmaps"),
  controllerRevisions: define<ControllerRevision>("apps", "v1", "controllerrevisions"),
  cronJobs: define<CronJob>("batch", "v1", "cronjobs"),
  daemonSets: define<DaemonSet>("apps", "v1", "daemonsets"),
  deployments: define<Deployment>("apps", "v1", "deployments"),
  endpoints: define<Endpoints>("", "v1", "endpoints"),
  endpointSlices: define<EndpointSlice>("discovery.k8s.io", "v1", "endpointslices"),
  events: define<Event>("", "v1", "events"),
  jobs: define<Job>("batch", "v1", "jobs"),
  leases: define<Lease>("coordination.k8s.io", "v1", "leases"),
  namespaces: define<Namespace>("", "v1", "namespaces"),
  nodes: define<Node>("", "v1", "nodes"),
  persistentVolumeClaims: define<KubeObject>("", "v1", "persistentvolumeclaims"),
  podDisruptionBudgets: define<PodDisruptionBudget>("policy", "v1", "poddisruptionbudgets"),
  pods: define<Pod>("", "v1", "pods"),
  priorityClasses: define<PriorityClass>("scheduling.k8s.io", "v1", "priorityclasses"),
  replicaSets: define<ReplicaSet>("apps", "v1", "replicasets"),
  secrets: define<Secret>("", "v1", "secrets"),
  serviceAccounts: define<ServiceAccount>("", "v1", "serviceaccounts"),
  services: define<Service>("", "v1", "services"),
  statefulSets: define<StatefulSet>("apps", "v1", "statefulsets"),
} as const;

/** The same collection inside one namespace. */
export function inNamespace<T extends KubeObject>(resource: Resource<T>, namespace: string): Resource<T> {
  return { group: resource.group, version: resource.version, resource: resource.resource, namespace };
}

/** The object of this name. */
export function refTo<T extends KubeObject>(
  resource: Resource<T>,
  object: { readonly metadata: { readonly name: string; readonly namespace?: string } },
): ResourceRef<T> {
  const { name, namespace } = object.metadata;
  const { group, version, resource: plural } = resource;
  return namespace === undefined
    ? { group, version, resource: plural, name }
    : { group, version, resource: plural, namespace, name };
}

/** `namespace/name`, or `name` for objects of the cluster: how caches and queues call an object. */
export function objectKey(object: KubeObject): string {
  const { name, namespace } = object.metadata;
  return namespace === undefined || namespace === "" ? name : `${namespace}/${name}`;
}

/** The reverse of {@link objectKey}. */
export function splitKey(key: string): { readonly namespace?: string; readonly name: string } {
  const slash = key.indexOf("/");
  return slash < 0 ? { name: key } : { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}

/** The path of a collection, or of one object, or of its subresource; not of the query. */
export function resourcePath(resource: Resource, name?: string, subresource?: string): string {
  let path = resource.group === "" ? `/api/${resource.version}` : `/apis/${resource.group}/${resource.version}`;
  if (resource.namespace !== undefined) path += `/namespaces/${encodeURIComponent(resource.namespace)}`;
  path += `/${resource.resource}`;
  if (name !== undefined) path += `/${encodeURIComponent(name)}`;
  if (subresource !== undefined) path += `/${subresource}`;
  return path;
}
