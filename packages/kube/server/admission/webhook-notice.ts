import type { AdmissionPlugin } from "./admission.ts";

const groups: ReadonlySet<string> = new Set(["admissionregistration.k8s.io", "apiregistration.k8s.io"]);
const kinds: ReadonlySet<string> = new Set([
  "apiservices",
  "mutatingwebhookconfigurations",
  "validatingwebhookconfigurations",
  "validatingadmissionpolicybindings",
  "mutatingadmissionpolicybindings",
]);

/** What is stored but not carried out is said so, by name. */
export const webhookNotice: AdmissionPlugin = {
  name: "WebhookNotice",
  handles: ({ resource, operation }) =>
    operation === "CREATE" && groups.has(resource.definition.group) && kinds.has(resource.definition.plural),
  validate({ resource, warn, name }) {
    const { kind } = resource.definition;
    const what = kind === "APIService" ? "other API servers" : "webhooks";
    warn(`byocni stores ${kind} ${JSON.stringify(name)} but does not carry it out: requests are not sent to ${what}`);
  },
};
