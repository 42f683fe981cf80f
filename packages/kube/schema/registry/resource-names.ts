/** What the API server registers beside the OpenAPI document: short names, categories and field selectors. */
interface ResourceNames {
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly selectableFields?: readonly string[];
}

const all = ["all"];
const apiExtensions = ["api-extensions"];

/** By `group/plural`; resources without an entry have none of these. */
export const resourceNames: Readonly<Record<string, ResourceNames>> = {
  "/componentstatuses": { shortNames: ["cs"] },
  "/configmaps": { shortNames: ["cm"] },
  "/endpoints": { singular: "endpoints", shortNames: ["ep"] },
  "/events": {
    shortNames: ["ev"],
    selectableFields: [
      "involvedObject.kind",
      "involvedObject.namespace",
      "involvedObject.name",
      "involvedObject.uid",
      "involvedObject.apiVersion",
      "involvedObject.resourceVersion",
      "involvedObject.fieldPath",
      "reason",
      "reportingComponent",
      "source",
      "type",
    ],
  },
  "/limitranges": { shortNames: ["limits"] },
  "/namespaces": { shortNames: ["ns"], selectableFields: ["status.phase"] },
  "/nodes": { shortNames: ["no"], selectableFields: ["spec.unschedulable"] },
  "/persistentvolumeclaims": { shortNames: ["pvc"] },
  "/persistentvolumes": { shortNames: ["pv"] },
  "/pods": {
    shortNames: ["po"],
    categories: all,
    selectableFields: [
      "spec.nodeName",
      "spec.restartPolicy",
      "spec.schedulerName",
      "spec.serviceAccountName",
      "spec.hostNetwork",
      "status.phase",
      "status.podIP",
      "status.podIPs",
      "status.nominatedNodeName",
    ],
  },
  "/replicationcontrollers": { shortNames: ["rc"], categories: all, selectableFields: ["status.replicas"] },
  "/resourcequotas": { shortNames: ["quota"] },
  "/secrets": { selectableFields: ["type"] },
  "/serviceaccounts": { shortNames: ["sa"] },
  "/services": { shortNames: ["svc"], categories: all, selectableFields: ["spec.clusterIP", "spec.type"] },
  "admissionregistration.k8s.io/mutatingadmissionpolicies": { categories: apiExtensions },
  "admissionregistration.k8s.io/mutatingadmissionpolicybindings": { categories: apiExtensions },
  "admissionregistration.k8s.io/mutatingwebhookconfigurations": { categories: apiExtensions },
  "admissionregistration.k8s.io/validatingadmissionpolicies": { categories: apiExtensions },
  "admissionregistration.k8s.io/validatingadmissionpolicybindings": { categories: apiExtensions },
  "admissionregistration.k8s.io/validatingwebhookconfigurations": { categories: apiExtensions },
  "apiextensions.k8s.io/customresourcedefinitions": { shortNames: ["crd", "crds"], categories: apiExtensions },
  "apiregistration.k8s.io/apiservices": { categories: apiExtensions },
  "apps/daemonsets": { shortNames: ["ds"], categories: all },
  "apps/deployments": { shortNames: ["deploy"], categories: all },
  "apps/replicasets": { shortNames: ["rs"], categories: all, selectableFields: ["status.replicas"] },
  "apps/statefulsets": { shortNames: ["sts"], categories: all },
  "autoscaling/horizontalpodautoscalers": { shortNames: ["hpa"], categories: all },
  "batch/cronjobs": { shortNames: ["cj"], categories: all },
  "batch/jobs": { categories: all, selectableFields: ["status.successful"] },
  "certificates.k8s.io/certificatesigningrequests": { shortNames: ["csr"], selectableFields: ["spec.signerName"] },
  "events.k8s.io/events": {
    shortNames: ["ev"],
    selectableFields: [
      "reason",
      "regarding.kind",
      "regarding.namespace",
      "regarding.name",
      "regarding.uid",
      "regarding.apiVersion",
      "regarding.resourceVersion",
      "regarding.fieldPath",
      "reportingController",
      "type",
    ],
  },
  "networking.k8s.io/ingresses": { shortNames: ["ing"] },
  "networking.k8s.io/ipaddresses": { shortNames: ["ip"] },
  "networking.k8s.io/networkpolicies": { shortNames: ["netpol"] },
  "policy/poddisruptionbudgets": { shortNames: ["pdb"] },
  "resource.k8s.io/resourceslices": { selectableFields: ["spec.nodeName", "spec.driver"] },
  "scheduling.k8s.io/priorityclasses": { shortNames: ["pc"] },
  "storage.k8s.io/storageclasses": { shortNames: ["sc"] },
  "storage.k8s.io/volumeattributesclasses": { shortNames: ["vac"] },
};
