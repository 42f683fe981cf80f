import type { AdmissionPlugin } from "../server-core.ts";

/** By `group/plural`: kinds that are stored and shown, and what it is about them that is not carried out. */
const unenforced: Readonly<Record<string, string>> = {
  "admissionregistration.k8s.io/mutatingadmissionpolicybindings": "its policy is not evaluated",
  "admissionregistration.k8s.io/mutatingwebhookconfigurations": "requests are not sent to webhooks",
  "admissionregistration.k8s.io/validatingadmissionpolicybindings": "its policy is not evaluated",
  "admissionregistration.k8s.io/validatingwebhookconfigurations": "requests are not sent to webhooks",
  "apiregistration.k8s.io/apiservices": "requests are not sent to other API servers",
};

/** What is stored but not carried out is said so, by name. */
export const unenforcedNotice: AdmissionPlugin = {
  name: "UnenforcedNotice",
  handles: ({ resource, operation, subresource }) =>
    operation === "CREATE" &&
    subresource === "" &&
    `${resource.definition.group}/${resource.definition.plural}` in unenforced,
  validate({ resource, warn, name }) {
    const { kind, group, plural } = resource.definition;
    const what = unenforced[`${group}/${plural}`] ?? "";
    warn(`byocni stores ${kind} ${JSON.stringify(name)} but does not carry it out: ${what}`);
  },
};
