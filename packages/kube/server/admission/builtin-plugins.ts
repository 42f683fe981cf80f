import type { AdmissionPlugin } from "../server-core.ts";
import { defaultIngressClass, defaultStorageClass, runtimeClassAdmission } from "./default-classes.ts";
import { defaultTolerationSeconds } from "./default-tolerations.ts";
import { limitRanger } from "./limits/limit-ranger.ts";
import { namespaceLifecycle } from "./namespace-lifecycle.ts";
import { taintNodesByCondition } from "./node-taint.ts";
import { priorityAdmission } from "./priority.ts";
import { serviceAccountAdmission } from "./service-account.ts";
import { unenforcedNotice } from "./unenforced-notice.ts";

/** In the order in which upstream calls them. */
export const builtinPlugins: readonly AdmissionPlugin[] = [
  namespaceLifecycle,
  limitRanger,
  serviceAccountAdmission,
  taintNodesByCondition,
  priorityAdmission,
  defaultTolerationSeconds,
  defaultStorageClass,
  runtimeClassAdmission,
  defaultIngressClass,
  unenforcedNotice,
];
