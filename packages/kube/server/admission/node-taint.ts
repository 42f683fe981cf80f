import type { corev1 } from "@byocni/kube/schema";
import { withMember } from "../registry/object-fields.ts";
import type { AdmissionPlugin } from "../server-core.ts";
import { isCreateOf } from "./forbidden.ts";

const notReady = "node.kubernetes.io/not-ready";

/** A new node takes no pods until it has been seen to be ready. */
export const taintNodesByCondition: AdmissionPlugin = {
  name: "TaintNodesByCondition",
  handles: (request) => isCreateOf(request, "", "nodes"),
  mutate(_request, object) {
    const { spec } = object as corev1.Node;
    const taints = spec?.taints ?? [];
    if (taints.some(({ key, effect }) => key === notReady && effect === "NoSchedule")) return object;
    return withMember(object, "spec", { ...spec, taints: [...taints, { key: notReady, effect: "NoSchedule" }] });
  },
};
