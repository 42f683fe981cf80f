import { bindingPrinter, rolePrinter } from "./access.ts";
import {
  admissionPolicyBindingPrinter,
  admissionPolicyPrinter,
  apiServicePrinter,
  leasePrinter,
  priorityClassPrinter,
  runtimeClassPrinter,
  signingRequestPrinter,
  webhookConfigurationPrinter,
} from "./cluster.ts";
import { configMapPrinter, secretPrinter, serviceAccountPrinter } from "./configuration.ts";
import { endpointSlicePrinter, endpointsPrinter } from "./endpoints.ts";
import { eventPrinter } from "./event.ts";
import { cronJobPrinter, jobPrinter } from "./job.ts";
import { namespacePrinter } from "./namespace.ts";
import {
  ingressClassPrinter,
  ingressPrinter,
  ipAddressPrinter,
  networkPolicyPrinter,
  serviceCidrPrinter,
} from "./networking.ts";
import { nodePrinter } from "./node.ts";
import { podPrinter } from "./pod.ts";
import { autoscalerPrinter, disruptionBudgetPrinter, resourceQuotaPrinter } from "./policy.ts";
import type { Printer } from "./printer.ts";
import { servicePrinter } from "./service.ts";
import {
  csiDriverPrinter,
  csiNodePrinter,
  persistentVolumeClaimPrinter,
  persistentVolumePrinter,
  storageClassPrinter,
  volumeAttachmentPrinter,
} from "./volumes.ts";
import {
  controllerRevisionPrinter,
  daemonSetPrinter,
  deploymentPrinter,
  podTemplatePrinter,
  replicaSetPrinter,
  replicationControllerPrinter,
  statefulSetPrinter,
} from "./workloads.ts";

/** By `group/plural`; kinds that are not here show their name and when they were created. */
export const builtinPrinters: Readonly<Record<string, Printer>> = {
  "/configmaps": configMapPrinter,
  "/endpoints": endpointsPrinter,
  "/events": eventPrinter,
  "/namespaces": namespacePrinter,
  "/nodes": nodePrinter,
  "/persistentvolumeclaims": persistentVolumeClaimPrinter,
  "/persistentvolumes": persistentVolumePrinter,
  "/pods": podPrinter,
  "/podtemplates": podTemplatePrinter,
  "/replicationcontrollers": replicationControllerPrinter,
  "/resourcequotas": resourceQuotaPrinter,
  "/secrets": secretPrinter,
  "/serviceaccounts": serviceAccountPrinter,
  "/services": servicePrinter,
  "admissionregistration.k8s.io/mutatingwebhookconfigurations": webhookConfigurationPrinter,
  "admissionregistration.k8s.io/validatingadmissionpolicies": admissionPolicyPrinter,
  "admissionregistration.k8s.io/validatingadmissionpolicybindings": admissionPolicyBindingPrinter,
  "admissionregistration.k8s.io/validatingwebhookconfigurations": webhookConfigurationPrinter,
  "apiregistration.k8s.io/apiservices": apiServicePrinter,
  "apps/controllerrevisions": controllerRevisionPrinter,
  "apps/daemonsets": daemonSetPrinter,
  "apps/deployments": deploymentPrinter,
  "apps/replicasets": replicaSetPrinter,
  "apps/statefulsets": statefulSetPrinter,
  "autoscaling/horizontalpodautoscalers": autoscalerPrinter,
  "batch/cronjobs": cronJobPrinter,
  "batch/jobs": jobPrinter,
  "certificates.k8s.io/certificatesigningrequests": signingRequestPrinter,
  "coordination.k8s.io/leases": leasePrinter,
  "discovery.k8s.io/endpointslices": endpointSlicePrinter,
  "events.k8s.io/events": eventPrinter,
  "networking.k8s.io/ingressclasses": ingressClassPrinter,
  "networking.k8s.io/ingresses": ingressPrinter,
  "networking.k8s.io/ipaddresses": ipAddressPrinter,
  "networking.k8s.io/networkpolicies": networkPolicyPrinter,
  "networking.k8s.io/servicecidrs": serviceCidrPrinter,
  "node.k8s.io/runtimeclasses": runtimeClassPrinter,
  "policy/poddisruptionbudgets": disruptionBudgetPrinter,
  "rbac.authorization.k8s.io/clusterrolebindings": bindingPrinter,
  "rbac.authorization.k8s.io/clusterroles": rolePrinter,
  "rbac.authorization.k8s.io/rolebindings": bindingPrinter,
  "rbac.authorization.k8s.io/roles": rolePrinter,
  "scheduling.k8s.io/priorityclasses": priorityClassPrinter,
  "storage.k8s.io/csidrivers": csiDriverPrinter,
  "storage.k8s.io/csinodes": csiNodePrinter,
  "storage.k8s.io/storageclasses": storageClassPrinter,
  "storage.k8s.io/volumeattachments": volumeAttachmentPrinter,
};
