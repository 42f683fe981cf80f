import type { ControllerDefinition } from "./controller.ts";
import { daemonSetController } from "./daemonset/daemonset-controller.ts";
import { schedulerController } from "./scheduler/scheduler.ts";

/** All controllers of a cluster, one line each. They share informers and are started in this order. */
export const controllers: readonly ControllerDefinition[] = [daemonSetController, schedulerController];
