import { customResourceDefinitionStrategy } from "../crd/crd-strategy.ts";
import { daemonSetStrategy, deploymentStrategy, replicaSetStrategy, statefulSetStrategy } from "./apps/workloads.ts";
import { cronJobStrategy, jobStrategy } from "./batch/job.ts";
import { signingRequestStrategy } from "./certificates/signing-request.ts";
import { namespaceStrategy } from "./core/namespace.ts";
import { podStrategy } from "./core/pod.ts";
import { secretStrategy } from "./core/secret.ts";
import { serviceStrategy } from "./core/service.ts";
import {
  endpointsStrategy,
  eventStrategy,
  limitRangeStrategy,
  nodeStrategy,
  persistentVolumeClaimStrategy,
  persistentVolumeStrategy,
  podTemplateStrategy,
  replicationControllerStrategy,
  resourceQuotaStrategy,
  serviceAccountStrategy,
} from "./core/simple.ts";
import type { Strategy } from "./strategy.ts";

const generic: Strategy = {};
const counted: Strategy = { countsGeneration: true };
const createOnUpdate: Strategy = { allowsCreateOnUpdate: true };

/** By `group/plural`. Kinds that are not here follow the generic rules. */
const strategies: Readonly<Record<string, Strategy>> = {
  "/endpoints": endpointsStrategy,
  "/events": eventStrategy,
  "/limitranges": limitRangeStrategy,
  "/namespaces": namespaceStrategy,
  "/nodes": nodeStrategy,
  "/persistentvolumeclaims": persistentVolumeClaimStrategy,
  "/persistentvolumes": persistentVolumeStrategy,
  "/pods": podStrategy,
  "/podtemplates": podTemplateStrategy,
  "/replicationcontrollers": replicationControllerStrategy,
  "/resourcequotas": resourceQuotaStrategy,
  "/secrets": secretStrategy,
  "/serviceaccounts": serviceAccountStrategy,
  "/services": serviceStrategy,
  "admissionregistration.k8s.io/mutatingwebhookconfigurations": counted,
  "admissionregistration.k8s.io/validatingadmissionpolicies": counted,
  "admissionregistration.k8s.io/validatingadmissionpolicybindings": counted,
  "admissionregistration.k8s.io/validatingwebhookconfigurations": counted,
  "apiextensions.k8s.io/customresourcedefinitions": customResourceDefinitionStrategy,
  "apps/daemonsets": daemonSetStrategy,
  "apps/deployments": deploymentStrategy,
  "apps/replicasets": replicaSetStrategy,
  "apps/statefulsets": statefulSetStrategy,
  "batch/cronjobs": cronJobStrategy,
  "batch/jobs": jobStrategy,
  "certificates.k8s.io/certificatesigningrequests": signingRequestStrategy,
  "coordination.k8s.io/leases": createOnUpdate,
  "discovery.k8s.io/endpointslices": counted,
  "events.k8s.io/events": eventStrategy,
  "flowcontrol.apiserver.k8s.io/flowschemas": counted,
  "flowcontrol.apiserver.k8s.io/prioritylevelconfigurations": counted,
  "networking.k8s.io/ingressclasses": counted,
  "networking.k8s.io/ingresses": counted,
  "networking.k8s.io/networkpolicies": counted,
  "policy/poddisruptionbudgets": counted,
  "rbac.authorization.k8s.io/clusterrolebindings": createOnUpdate,
  "rbac.authorization.k8s.io/clusterroles": createOnUpdate,
  "rbac.authorization.k8s.io/rolebindings": createOnUpdate,
  "rbac.authorization.k8s.io/roles": createOnUpdate,
  "scheduling.k8s.io/priorityclasses": counted,
};

export function strategyOf(group: string, plural: string): Strategy {
  return strategies[`${group}/${plural}`] ?? generic;
}
