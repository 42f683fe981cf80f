import type { ControllerDefinition } from "./controller.ts";
import { cronJobController } from "./cronjob/cronjob-controller.ts";
import { daemonSetController } from "./daemonset/daemonset-controller.ts";
import { deploymentController } from "./deployment/deployment-controller.ts";
import { disruptionController } from "./disruption/disruption-controller.ts";
import { endpointsController } from "./endpoints/endpoints-controller.ts";
import { endpointSliceController } from "./endpoints/endpointslice-controller.ts";
import { garbageCollector } from "./gc/garbage-collector.ts";
import { jobController } from "./job/job-controller.ts";
import { ttlAfterFinished } from "./job/ttl-after-finished.ts";
import { namespaceController } from "./namespace/namespace-controller.ts";
import { rootCaPublisher } from "./namespace/root-ca-publisher.ts";
import { serviceAccountController } from "./namespace/service-account-controller.ts";
import { nodeLifecycleController } from "./node/node-lifecycle.ts";
import { podGarbageCollector } from "./node/pod-garbage-collector.ts";
import { taintEvictionController } from "./node/taint-eviction.ts";
import { replicaSetController } from "./replicaset/replicaset-controller.ts";
import { schedulerController } from "./scheduler/scheduler.ts";
import { statefulSetController } from "./statefulset/statefulset-controller.ts";

/** All controllers of a cluster, one line each. They share informers and are started in this order. */
export const controllers: readonly ControllerDefinition[] = [
  namespaceController,
  serviceAccountController,
  rootCaPublisher,
  nodeLifecycleController,
  taintEvictionController,
  podGarbageCollector,
  daemonSetController,
  deploymentController,
  replicaSetController,
  statefulSetController,
  jobController,
  ttlAfterFinished,
  cronJobController,
  disruptionController,
  endpointsController,
  endpointSliceController,
  garbageCollector,
  schedulerController,
];
