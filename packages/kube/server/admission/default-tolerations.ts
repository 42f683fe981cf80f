import type { corev1 } from "@byocni/kube/schema";
import { withMember } from "../registry/object-fields.ts";
import type { AdmissionPlugin } from "../server-core.ts";
import { isWriteOf } from "./forbidden.ts";

const keys = ["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"] as const;
const seconds = 300;

/** Pods stay for five minutes on a node that is not ready or not reachable, unless they say else. */
export const defaultTolerationSeconds: AdmissionPlugin = {
  name: "DefaultTolerationSeconds",
  // On updates too, as upstream: what is sent back without them has them again.
  handles: (request) => isWriteOf(request, "", "pods"),
  mutate(_request, object) {
    const { spec } = object as corev1.Pod;
    if (!spec) return object;
    const tolerations = spec.tolerations ?? [];
    const added = keys
      .filter((key) => !tolerations.some((item) => tolerates(item, key)))
      .map((key): corev1.Toleration => ({ key, operator: "Exists", effect: "NoExecute", tolerationSeconds: seconds }));
    return added.length === 0
      ? object
      : withMember(object, "spec", { ...spec, tolerations: [...tolerations, ...added] });
  },
};

function tolerates({ key, effect }: corev1.Toleration, wanted: string): boolean {
  return (key === wanted || !key) && (effect === "NoExecute" || !effect);
}
