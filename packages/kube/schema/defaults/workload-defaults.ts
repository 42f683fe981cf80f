import { child, children, ensure, hasItems, setDefault, setDefaults, text } from "./draft.ts";
import type { DefaultRules } from "./rules.ts";

/** What the API server fills in types of `apps/v1`, `batch/v1` and `autoscaling`. */
export const workloadDefaults: DefaultRules = {
  "apps/v1.Deployment": (draft) => {
    const spec = ensure(draft, "spec");
    setDefault(spec, "replicas", 1);
    const strategy = ensure(spec, "strategy");
    setDefault(strategy, "type", "RollingUpdate");
    if (strategy["type"] === "RollingUpdate")
      setDefaults(ensure(strategy, "rollingUpdate"), { maxUnavailable: "25%", maxSurge: "25%" });
    setDefaults(spec, { revisionHistoryLimit: 10, progressDeadlineSeconds: 600 });
  },
  "apps/v1.DaemonSet": (draft) => {
    const spec = ensure(draft, "spec");
    const strategy = ensure(spec, "updateStrategy");
    setDefault(strategy, "type", "RollingUpdate");
    if (strategy["type"] === "RollingUpdate")
      setDefaults(ensure(strategy, "rollingUpdate"), { maxUnavailable: 1, maxSurge: 0 });
    setDefault(spec, "revisionHistoryLimit", 10);
  },
  "apps/v1.StatefulSet": (draft) => {
    const spec = ensure(draft, "spec");
    setDefault(spec, "podManagementPolicy", "OrderedReady");
    const strategy = ensure(spec, "updateStrategy");
    if (text(strategy, "type") === "") {
      strategy["type"] = "RollingUpdate";
      ensure(strategy, "rollingUpdate");
    }
    const rolling = child(strategy, "rollingUpdate");
    if (strategy["type"] === "RollingUpdate" && rolling) setDefault(rolling, "partition", 0);
    setDefaults(ensure(spec, "persistentVolumeClaimRetentionPolicy"), { whenDeleted: "Retain", whenScaled: "Retain" });
    setDefaults(spec, { replicas: 1, revisionHistoryLimit: 10 });
    for (const claim of children(spec, "volumeClaimTemplates"))
      setDefaults(claim, { apiVersion: "v1", kind: "PersistentVolumeClaim" });
  },
  "apps/v1.ReplicaSet": (draft) => setDefault(ensure(draft, "spec"), "replicas", 1),
  "batch/v1.Job": (draft) => {
    const spec = ensure(draft, "spec");
    if (spec["completions"] === undefined && spec["parallelism"] === undefined) spec["completions"] = 1;
    setDefaults(spec, {
      parallelism: 1,
      backoffLimit: spec["backoffLimitPerIndex"] === undefined ? 6 : 2_147_483_647,
      completionMode: "NonIndexed",
      suspend: false,
      podReplacementPolicy: spec["podFailurePolicy"] === undefined ? "TerminatingOrFailed" : "Failed",
    });
    const labels = child(child(child(spec, "template"), "metadata"), "labels");
    const metadata = ensure(draft, "metadata");
    if (labels && !hasItems(metadata, "labels")) metadata["labels"] = { ...labels };
  },
  "batch/v1.PodFailurePolicyOnPodConditionsPattern": (draft) => setDefault(draft, "status", "True"),
  "batch/v1.CronJob": (draft) =>
    setDefaults(ensure(draft, "spec"), {
      concurrencyPolicy: "Allow",
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
    }),
  "autoscaling/v1.HorizontalPodAutoscaler": (draft) => setDefault(ensure(draft, "spec"), "minReplicas", 1),
  "autoscaling/v2.HorizontalPodAutoscaler": (draft) => {
    const spec = ensure(draft, "spec");
    setDefault(spec, "minReplicas", 1);
    if (!hasItems(spec, "metrics"))
      spec["metrics"] = [
        { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } } },
      ];
    const behavior = child(spec, "behavior");
    if (!behavior) return;
    const up = ensure(behavior, "scaleUp");
    setDefaults(up, { selectPolicy: "Max", stabilizationWindowSeconds: 0 });
    up["policies"] ??= [
      { type: "Pods", value: 4, periodSeconds: 15 },
      { type: "Percent", value: 100, periodSeconds: 15 },
    ];
    const down = ensure(behavior, "scaleDown");
    setDefault(down, "selectPolicy", "Max");
    down["policies"] ??= [{ type: "Percent", value: 100, periodSeconds: 15 }];
  },
};
