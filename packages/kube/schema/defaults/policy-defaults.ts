import { ensure, hasItems, setDefault, setDefaults, text } from "./draft.ts";
import type { Draft } from "./draft.ts";
import type { DefaultRules } from "./rules.ts";

const rbacGroup = "rbac.authorization.k8s.io";

function webhook(draft: Draft): void {
  setDefaults(draft, {
    failurePolicy: "Fail",
    matchPolicy: "Equivalent",
    namespaceSelector: {},
    objectSelector: {},
    timeoutSeconds: 10,
  });
}

function deviceRequest(draft: Draft): void {
  setDefault(draft, "allocationMode", "ExactCount");
  if (draft["allocationMode"] === "ExactCount" && !draft["count"]) draft["count"] = 1;
}

const servicePort = (draft: Draft): void => setDefault(draft, "port", 443);

/** What the API server fills in the types of the other groups. */
export const policyDefaults: DefaultRules = {
  "rbac/v1.RoleRef": (draft) => setDefault(draft, "apiGroup", rbacGroup),
  "rbac/v1.Subject": (draft) => {
    if (draft["kind"] === "User" || draft["kind"] === "Group") setDefault(draft, "apiGroup", rbacGroup);
  },
  "networking/v1.NetworkPolicyPort": (draft) => setDefault(draft, "protocol", "TCP"),
  "networking/v1.NetworkPolicy": (draft) => {
    const spec = ensure(draft, "spec");
    if (!hasItems(spec, "policyTypes"))
      spec["policyTypes"] = hasItems(spec, "egress") ? ["Ingress", "Egress"] : ["Ingress"];
  },
  "networking/v1.IngressClassParametersReference": (draft) => setDefault(draft, "scope", "Cluster"),
  "storage/v1.StorageClass": (draft) => setDefaults(draft, { reclaimPolicy: "Delete", volumeBindingMode: "Immediate" }),
  "storage/v1.CSIDriver": (draft) => {
    const spec = ensure(draft, "spec");
    setDefaults(spec, {
      attachRequired: true,
      podInfoOnMount: false,
      storageCapacity: false,
      fsGroupPolicy: "ReadWriteOnceWithFSType",
      requiresRepublish: false,
      seLinuxMount: false,
    });
    if (!hasItems(spec, "volumeLifecycleModes")) spec["volumeLifecycleModes"] = ["Persistent"];
  },
  "scheduling/v1.PriorityClass": (draft) => setDefault(draft, "preemptionPolicy", "PreemptLowerPriority"),
  "discovery/v1.EndpointPort": (draft) => {
    draft["name"] ??= "";
    setDefault(draft, "protocol", "TCP");
  },
  "certificates/v1.CertificateSigningRequestSpec": (draft) => {
    if (!hasItems(draft, "usages")) draft["usages"] = ["digital signature", "key encipherment"];
  },
  "authentication/v1.TokenRequestSpec": (draft) => setDefault(draft, "expirationSeconds", 3600),
  "admissionregistration/v1.ValidatingWebhook": webhook,
  "admissionregistration/v1.MutatingWebhook": (draft) => {
    webhook(draft);
    setDefault(draft, "reinvocationPolicy", "Never");
  },
  "admissionregistration/v1.RuleWithOperations": (draft) => setDefault(draft, "scope", "*"),
  "admissionregistration/v1.NamedRuleWithOperations": (draft) => setDefault(draft, "scope", "*"),
  "admissionregistration/v1.ServiceReference": servicePort,
  "admissionregistration/v1.ValidatingAdmissionPolicySpec": (draft) => setDefault(draft, "failurePolicy", "Fail"),
  "admissionregistration/v1.MutatingAdmissionPolicySpec": (draft) => setDefault(draft, "failurePolicy", "Fail"),
  "admissionregistration/v1.MatchResources": (draft) =>
    setDefaults(draft, { matchPolicy: "Equivalent", namespaceSelector: {}, objectSelector: {} }),
  "apiregistration/v1.ServiceReference": servicePort,
  "apiextensions/v1.ServiceReference": servicePort,
  "apiextensions/v1.CustomResourceDefinitionSpec": (draft) => {
    const names = ensure(draft, "names");
    setDefault(names, "singular", text(names, "kind").toLowerCase());
    if (text(names, "kind") !== "") setDefault(names, "listKind", `${text(names, "kind")}List`);
    setDefault(ensure(draft, "conversion"), "strategy", "None");
  },
  "flowcontrol/v1.FlowSchemaSpec": (draft) => {
    if (!draft["matchingPrecedence"]) draft["matchingPrecedence"] = 1000;
  },
  "flowcontrol/v1.LimitedPriorityLevelConfiguration": (draft) =>
    setDefaults(draft, { nominalConcurrencyShares: 30, lendablePercent: 0 }),
  "flowcontrol/v1.ExemptPriorityLevelConfiguration": (draft) =>
    setDefaults(draft, { nominalConcurrencyShares: 0, lendablePercent: 0 }),
  "flowcontrol/v1.QueuingConfiguration": (draft) => {
    for (const [key, value] of [
      ["queues", 64],
      ["handSize", 8],
      ["queueLengthLimit", 50],
    ] as const)
      if (!draft[key]) draft[key] = value;
  },
  "resource/v1.ExactDeviceRequest": deviceRequest,
  "resource/v1.DeviceSubRequest": deviceRequest,
};
