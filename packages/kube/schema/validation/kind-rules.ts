import type { KubeObject } from "../object.ts";
import { checkCronJob, checkJob, checkJobUpdate, cronJobNameProblems } from "./batch.ts";
import type { Check } from "./check.ts";
import {
  checkClaim,
  checkConfigMap,
  checkConfigMapUpdate,
  checkLimitRange,
  checkNamespace,
  checkNode,
  checkNodeUpdate,
  checkPod,
  checkResourceQuota,
  checkSecret,
  checkSecretUpdate,
  checkVolume,
} from "./config.ts";
import { checkCrd, checkCrdUpdate } from "./custom-resource-definition.ts";
import { dns1035LabelProblems, dnsLabelProblems, pathSegmentProblems } from "./names.ts";
import { checkPodUpdate } from "./pod-update.ts";
import {
  checkAutoscaler,
  checkDisruptionBudget,
  checkEvent,
  checkIngress,
  checkLease,
  checkNetworkPolicy,
  checkPriorityClass,
  checkPriorityClassUpdate,
  checkStorageClass,
  checkStorageClassUpdate,
} from "./policies.ts";
import { checkBindingUpdate, checkClusterRole, checkClusterRoleBinding, checkRole, checkRoleBinding } from "./rbac.ts";
import { checkEndpointSlice, checkService, checkServiceUpdate } from "./services.ts";
import {
  checkDaemonSet,
  checkDeployment,
  checkReplicaSet,
  checkSameSelector,
  checkStatefulSet,
  checkStatefulSetUpdate,
} from "./workloads.ts";

/** What one kind demands beyond its metadata. */
export interface KindRules {
  readonly nameProblems?: (name: string) => string[];
  /** Rules of the object as it stands, on create and on update. */
  readonly always?: (check: Check, object: KubeObject) => void;
  /** What may not change. */
  readonly update?: (check: Check, object: KubeObject, old: KubeObject) => void;
}

/** Rules of one kind over its own type; objects are decoded by that type before they come here. */
function rules<T extends KubeObject>(kind: {
  readonly nameProblems?: (name: string) => string[];
  readonly always?: (check: Check, object: T) => void;
  readonly update?: (check: Check, object: T, old: T) => void;
}): KindRules {
  const { nameProblems, always, update } = kind;
  return {
    ...(nameProblems ? { nameProblems } : {}),
    ...(always ? { always: (check, object) => always(check, object as T) } : {}),
    ...(update ? { update: (check, object, old) => update(check, object as T, old as T) } : {}),
  };
}

/** By compact type name. */
export const kindRules: Readonly<Record<string, KindRules>> = {
  "core/v1.Namespace": rules({ nameProblems: dnsLabelProblems, always: checkNamespace }),
  "core/v1.Service": rules({ nameProblems: dns1035LabelProblems, always: checkService, update: checkServiceUpdate }),
  "core/v1.Pod": rules({ always: checkPod, update: checkPodUpdate }),
  "core/v1.Node": rules({ always: checkNode, update: checkNodeUpdate }),
  "core/v1.ConfigMap": rules({ always: checkConfigMap, update: checkConfigMapUpdate }),
  "core/v1.Secret": rules({ always: checkSecret, update: checkSecretUpdate }),
  "core/v1.PersistentVolumeClaim": rules({ always: checkClaim }),
  "core/v1.PersistentVolume": rules({ always: checkVolume }),
  "core/v1.ResourceQuota": rules({ always: checkResourceQuota }),
  "core/v1.LimitRange": rules({ always: checkLimitRange }),
  "core/v1.Event": rules({ always: checkEvent }),
  "apps/v1.Deployment": rules({ always: checkDeployment, update: checkSameSelector }),
  "apps/v1.ReplicaSet": rules({ always: checkReplicaSet, update: checkSameSelector }),
  "apps/v1.DaemonSet": rules({ always: checkDaemonSet, update: checkSameSelector }),
  "apps/v1.StatefulSet": rules({ always: checkStatefulSet, update: checkStatefulSetUpdate }),
  "batch/v1.Job": rules({ always: checkJob, update: checkJobUpdate }),
  "batch/v1.CronJob": rules({ nameProblems: cronJobNameProblems, always: checkCronJob }),
  "rbac/v1.Role": rules({ nameProblems: pathSegmentProblems, always: checkRole }),
  "rbac/v1.ClusterRole": rules({ nameProblems: pathSegmentProblems, always: checkClusterRole }),
  "rbac/v1.RoleBinding": rules({
    nameProblems: pathSegmentProblems,
    always: checkRoleBinding,
    update: checkBindingUpdate,
  }),
  "rbac/v1.ClusterRoleBinding": rules({
    nameProblems: pathSegmentProblems,
    always: checkClusterRoleBinding,
    update: checkBindingUpdate,
  }),
  "apiextensions/v1.CustomResourceDefinition": rules({ always: checkCrd, update: checkCrdUpdate }),
  "autoscaling/v2.HorizontalPodAutoscaler": rules({ always: checkAutoscaler }),
  "coordination/v1.Lease": rules({ always: checkLease }),
  "discovery/v1.EndpointSlice": rules({ always: checkEndpointSlice }),
  "networking/v1.NetworkPolicy": rules({ always: checkNetworkPolicy }),
  "networking/v1.Ingress": rules({ always: checkIngress }),
  "policy/v1.PodDisruptionBudget": rules({ always: checkDisruptionBudget }),
  "scheduling/v1.PriorityClass": rules({ always: checkPriorityClass, update: checkPriorityClassUpdate }),
  "storage/v1.StorageClass": rules({ always: checkStorageClass, update: checkStorageClassUpdate }),
};
