import type { AdmissionPlugin } from "./admission.ts";

const kinds: ReadonlySet<string> = new Set([
  "mutatingwebhookconfigurations",
  "validatingwebhookconfigurations",
  "validatingadmissionpolicybindings",
  "mutatingadmissionpolicybindings",
]);

/** What is stored but not carried out is said so, by name. */
export const webhookNotice: AdmissionPlugin = {
  name: "WebhookNotice",
  handles: ({ resource, operation }) =>
    operation === "CREATE" &&
    resource.definition.group === "admissionregistration.k8s.io" &&
    kinds.has(resource.definition.plural),
  validate({ resource, warn, name }) {
    const { kind } = resource.definition;
    warn(`byocni stores ${kind} ${JSON.stringify(name)} but does not carry it out: requests are not sent to webhooks`);
  },
};
