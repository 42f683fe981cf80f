import type {
  admissionregistrationv1,
  apiregistrationv1,
  certificatesv1,
  coordinationv1,
  nodev1,
  schedulingv1,
} from "@byocni/kube/schema";
import { age, humanDuration } from "./duration.ts";
import { ageColumn, column, nameColumn, type Printer } from "./printer.ts";
import { none } from "./text.ts";

export const leasePrinter: Printer = {
  columns: [nameColumn, column("Holder"), ageColumn],
  cells(object, now) {
    const { metadata, spec } = object as coordinationv1.Lease;
    return [metadata.name ?? "", spec?.holderIdentity ?? "", age(metadata.creationTimestamp, now)];
  },
};

export const priorityClassPrinter: Printer = {
  columns: [
    nameColumn,
    column("Value", "integer"),
    column("Global-Default", "boolean"),
    ageColumn,
    column("PreemptionPolicy"),
  ],
  cells(object, now) {
    const { metadata, value, globalDefault, preemptionPolicy } = object as schedulingv1.PriorityClass;
    const policy = preemptionPolicy ?? "PreemptLowerPriority";
    return [metadata.name ?? "", value ?? 0, globalDefault ?? false, age(metadata.creationTimestamp, now), policy];
  },
};

export const runtimeClassPrinter: Printer = {
  columns: [nameColumn, column("Handler"), ageColumn],
  cells(object, now) {
    const { metadata, handler } = object as nodev1.RuntimeClass;
    return [metadata.name ?? "", handler, age(metadata.creationTimestamp, now)];
  },
};

export const webhookConfigurationPrinter: Printer = {
  columns: [nameColumn, column("Webhooks", "integer"), ageColumn],
  cells(object, now) {
    const { metadata, webhooks } = object as admissionregistrationv1.ValidatingWebhookConfiguration;
    return [metadata.name ?? "", (webhooks ?? []).length, age(metadata.creationTimestamp, now)];
  },
};

export const admissionPolicyPrinter: Printer = {
  columns: [nameColumn, column("Validations", "integer"), column("ParamKind"), ageColumn],
  cells(object, now) {
    const { metadata, spec } = object as admissionregistrationv1.ValidatingAdmissionPolicy;
    const kind = spec?.paramKind;
    const param = kind ? `${kind.apiVersion ?? ""}/${kind.kind ?? ""}` : "<unset>";
    return [metadata.name ?? "", (spec?.validations ?? []).length, param, age(metadata.creationTimestamp, now)];
  },
};

export const admissionPolicyBindingPrinter: Printer = {
  columns: [nameColumn, column("PolicyName"), column("ParamRef"), ageColumn],
  cells(object, now) {
    const { metadata, spec } = object as admissionregistrationv1.ValidatingAdmissionPolicyBinding;
    const ref = spec?.paramRef;
    const param = ref ? (ref.namespace ? `${ref.namespace}/${ref.name ?? ""}` : (ref.name ?? "*")) : "<unset>";
    return [metadata.name ?? "", spec?.policyName ?? "", param, age(metadata.creationTimestamp, now)];
  },
};

export const signingRequestPrinter: Printer = {
  columns: [
    nameColumn,
    ageColumn,
    column("SignerName"),
    column("Requestor"),
    column("RequestedDuration"),
    column("Condition"),
  ],
  cells(object, now) {
    const { metadata, spec, status } = object as certificatesv1.CertificateSigningRequest;
    const types = new Set((status?.conditions ?? []).map(({ type }) => type));
    const words = [
      types.has("Denied") ? "Denied" : types.has("Approved") ? "Approved" : "",
      types.has("Failed") ? "Failed" : "",
      status?.certificate ? "Issued" : "",
    ].filter((word) => word !== "");
    return [
      metadata.name ?? "",
      age(metadata.creationTimestamp, now),
      spec.signerName || none,
      spec.username ?? "",
      spec.expirationSeconds === undefined ? none : humanDuration(spec.expirationSeconds * 1000),
      words.join(",") || "Pending",
    ];
  },
};

export const apiServicePrinter: Printer = {
  columns: [nameColumn, column("Service"), column("Available"), ageColumn],
  cells(object, now) {
    const { metadata, spec, status } = object as apiregistrationv1.APIService;
    const service = spec?.service;
    const available = status?.conditions?.find(({ type }) => type === "Available");
    const word = available
      ? available.status === "True" || !available.reason
        ? available.status
        : `${available.status} (${available.reason})`
      : "Unknown";
    const target = service ? `${service.namespace ?? ""}/${service.name ?? ""}` : "Local";
    return [metadata.name ?? "", target, word, age(metadata.creationTimestamp, now)];
  },
};
