import type { corev1 } from "@byocni/kube/schema";
import type { Strategy } from "../strategy.ts";
import { podWarnings } from "./pod-warnings.ts";
import { podQualityOfService } from "./pod-quality.ts";

const defaultGraceSeconds = 30;

export const podStrategy: Strategy = {
  warnings: (object) => podWarnings(object as corev1.Pod, ""),
  countsGeneration: true,
  returnsDeletedObject: true,
  initialStatus: (object) => ({ phase: "Pending", qosClass: podQualityOfService(object as corev1.Pod) }),
  gracefulDelete(object, seconds) {
    const pod = object as corev1.Pod;
    // No node knows the pod, or its containers have ended: nobody needs time.
    if (!pod.spec?.nodeName || pod.status?.phase === "Failed" || pod.status?.phase === "Succeeded")
      return { seconds: 0 };
    return { seconds: seconds ?? pod.spec.terminationGracePeriodSeconds ?? defaultGraceSeconds };
  },
};
