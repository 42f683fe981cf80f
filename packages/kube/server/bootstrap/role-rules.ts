import type { PolicyRule } from "../access/role-rules.ts";

/** `group: resource resource …` with verbs, as a rule. */
function rule(verbs: string, group: string, resources: string, names?: readonly string[]): PolicyRule {
  return {
    verbs: verbs.split(" "),
    apiGroups: group.split(",").map((item) => (item === "core" ? "" : item)),
    resources: resources.split(" "),
    ...(names ? { resourceNames: names } : {}),
  };
}

function urls(verbs: string, paths: string): PolicyRule {
  return { verbs: verbs.split(" "), nonResourceURLs: paths.split(" ") };
}

const read = "get list watch";
const write = "create delete deletecollection patch update";
const all = `${write} ${read}`;

const viewed = [
  rule(
    read,
    "core",
    "configmaps endpoints persistentvolumeclaims persistentvolumeclaims/status pods replicationcontrollers replicationcontrollers/scale serviceaccounts services services/status",
  ),
  rule(
    read,
    "core",
    "bindings events limitranges namespaces/status pods/log pods/status replicationcontrollers/status resourcequotas resourcequotas/status",
  ),
  rule(read, "core", "namespaces"),
  rule(read, "discovery.k8s.io", "endpointslices"),
  rule(
    read,
    "apps",
    "controllerrevisions daemonsets daemonsets/status deployments deployments/scale deployments/status replicasets replicasets/scale replicasets/status statefulsets statefulsets/scale statefulsets/status",
  ),
  rule(read, "autoscaling", "horizontalpodautoscalers horizontalpodautoscalers/status"),
  rule(read, "batch", "cronjobs cronjobs/status jobs jobs/status"),
  rule(read, "policy", "poddisruptionbudgets poddisruptionbudgets/status"),
  rule(read, "networking.k8s.io", "ingresses ingresses/status networkpolicies"),
];

const edited = [
  rule(read, "core", "pods/attach pods/exec pods/portforward pods/proxy secrets services/proxy"),
  rule("impersonate", "core", "serviceaccounts"),
  rule(write, "core", "pods pods/attach pods/exec pods/portforward pods/proxy"),
  rule("create", "core", "pods/eviction"),
  rule(
    write,
    "core",
    "configmaps events persistentvolumeclaims replicationcontrollers replicationcontrollers/scale secrets serviceaccounts services services/proxy",
  ),
  rule("create", "core", "serviceaccounts/token"),
  rule(
    write,
    "apps",
    "daemonsets deployments deployments/rollback deployments/scale replicasets replicasets/scale statefulsets statefulsets/scale",
  ),
  rule(write, "autoscaling", "horizontalpodautoscalers"),
  rule(write, "batch", "cronjobs jobs"),
  rule(write, "policy", "poddisruptionbudgets"),
  rule(write, "networking.k8s.io", "ingresses networkpolicies"),
  rule(all, "coordination.k8s.io", "leases"),
];

const administered = [
  rule("create", "authorization.k8s.io", "localsubjectaccessreviews"),
  rule(all, "rbac.authorization.k8s.io", "rolebindings roles"),
];

const discovery = "/api /api/* /apis /apis/* /healthz /livez /openapi /openapi/* /readyz /version /version/";
const events = rule("create patch update", "core,events.k8s.io", "events");

/** The cluster roles that a new cluster has, by name. */
export const bootstrapRoleRules: Readonly<Record<string, readonly PolicyRule[]>> = {
  "cluster-admin": [rule("*", "*", "*"), urls("*", "*")],
  "system:aggregate-to-admin": administered,
  "system:aggregate-to-edit": edited,
  "system:aggregate-to-view": viewed,
  "system:auth-delegator": [
    rule("create", "authentication.k8s.io", "tokenreviews"),
    rule("create", "authorization.k8s.io", "subjectaccessreviews"),
  ],
  "system:basic-user": [
    rule("create", "authorization.k8s.io", "selfsubjectaccessreviews selfsubjectrulesreviews"),
    rule("create", "authentication.k8s.io", "selfsubjectreviews"),
  ],
  "system:discovery": [urls("get", discovery)],
  "system:kube-controller-manager": [rule("*", "*", "*"), urls("get", "*")],
  "system:kube-dns": [rule("list watch", "core", "endpoints services")],
  "system:kube-scheduler": [
    events,
    rule("create get list update watch", "coordination.k8s.io", "leases leasecandidates"),
    rule(read, "core", "nodes"),
    rule("delete get list watch", "core", "pods"),
    rule("create", "core", "bindings pods/binding"),
    rule("patch update", "core", "pods/status"),
    rule(read, "core", "replicationcontrollers services namespaces"),
    rule(read, "apps", "replicasets statefulsets"),
    rule(read, "policy", "poddisruptionbudgets"),
    rule("get list patch update watch", "core", "persistentvolumeclaims persistentvolumes"),
    rule(read, "storage.k8s.io", "csinodes csidrivers csistoragecapacities storageclasses volumeattachments"),
    rule("create", "authentication.k8s.io", "tokenreviews"),
    rule("create", "authorization.k8s.io", "subjectaccessreviews"),
  ],
  "system:kubelet-api-admin": [
    rule("get list watch proxy", "core", "nodes"),
    rule("*", "core", "nodes/log nodes/metrics nodes/proxy nodes/stats"),
  ],
  "system:monitoring": [urls("get", "/healthz /healthz/* /livez /livez/* /metrics /metrics/slis /readyz /readyz/*")],
  "system:node": [
    rule("create", "authentication.k8s.io", "tokenreviews"),
    rule("create", "authorization.k8s.io", "localsubjectaccessreviews subjectaccessreviews"),
    rule(read, "core", "services"),
    rule("create get list watch", "core", "nodes"),
    rule("patch update", "core", "nodes nodes/status"),
    events,
    rule(read, "core", "pods"),
    rule("create delete", "core", "pods"),
    rule("patch update", "core", "pods/status"),
    rule("create", "core", "pods/eviction"),
    rule(read, "core", "configmaps secrets"),
    rule("get", "core", "persistentvolumeclaims persistentvolumes"),
    rule("get patch update", "core", "persistentvolumeclaims/status"),
    rule("create get list watch", "certificates.k8s.io", "certificatesigningrequests"),
    rule("create delete get patch update", "coordination.k8s.io", "leases"),
    rule("get", "storage.k8s.io", "volumeattachments"),
    rule("create", "core", "serviceaccounts/token"),
    rule(read, "storage.k8s.io", "csidrivers"),
    rule("create delete get patch update", "storage.k8s.io", "csinodes"),
    rule(read, "node.k8s.io", "runtimeclasses"),
  ],
  "system:node-bootstrapper": [rule("create get list watch", "certificates.k8s.io", "certificatesigningrequests")],
  "system:node-proxier": [
    rule(read, "core", "endpoints services nodes"),
    rule(read, "discovery.k8s.io", "endpointslices"),
    events,
  ],
  "system:persistent-volume-provisioner": [
    rule("create delete get list watch", "core", "persistentvolumes"),
    rule("get list update watch", "core", "persistentvolumeclaims"),
    rule(read, "storage.k8s.io", "storageclasses"),
    rule("watch", "core", "events"),
    events,
  ],
  "system:public-info-viewer": [urls("get", "/healthz /livez /readyz /version /version/")],
  "system:service-account-issuer-discovery": [
    urls(
      "get",
      "/.well-known/openid-configuration /.well-known/openid-configuration/ /openid/v1/jwks /openid/v1/jwks/",
    ),
  ],
};
