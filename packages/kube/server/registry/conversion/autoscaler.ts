import type { autoscalingv1, autoscalingv2 } from "@byocni/kube/schema";
import type { KubeObject } from "@byocni/kube/schema";
import { withMember, withMetadata } from "../object-fields.ts";
import type { Conversion } from "../served-resource.ts";

/** What `autoscaling/v1` cannot say is kept in these annotations, as JSON. */
const metricsAnnotation = "autoscaling.alpha.kubernetes.io/metrics";
const behaviorAnnotation = "autoscaling.alpha.kubernetes.io/behavior";
const conditionsAnnotation = "autoscaling.alpha.kubernetes.io/conditions";
const currentMetricsAnnotation = "autoscaling.alpha.kubernetes.io/current-metrics";

type Metric = autoscalingv2.MetricSpec;
type MetricStatus = autoscalingv2.MetricStatus;

function isPlainCpu(metric: Metric): boolean {
  return (
    metric.type === "Resource" &&
    metric.resource?.name === "cpu" &&
    metric.resource.target.type === "Utilization" &&
    metric.resource.target.averageUtilization !== undefined
  );
}

/** `autoscaling/v1` against the stored `autoscaling/v2`: one CPU target, everything else in annotations. */
export const autoscalerConversion: Conversion = {
  key: "autoscaling/v1",
  read(object) {
    const { spec, status, ...rest } = object as autoscalingv2.HorizontalPodAutoscaler;
    const cpu = spec?.metrics?.find(isPlainCpu);
    const others = (spec?.metrics ?? []).filter((metric) => metric !== cpu);
    const currentCpu = status?.currentMetrics?.find((metric) => metric.resource?.name === "cpu");
    const currentOthers = (status?.currentMetrics ?? []).filter((metric) => metric !== currentCpu);
    const annotations = {
      ...rest.metadata.annotations,
      ...(others.length > 0 ? { [metricsAnnotation]: JSON.stringify(others) } : {}),
      ...(spec?.behavior ? { [behaviorAnnotation]: JSON.stringify(spec.behavior) } : {}),
      ...(status?.conditions?.length ? { [conditionsAnnotation]: JSON.stringify(status.conditions) } : {}),
      ...(currentOthers.length > 0 ? { [currentMetricsAnnotation]: JSON.stringify(currentOthers) } : {}),
    };
    const target = cpu?.resource?.target.averageUtilization;
    const current = currentCpu?.resource?.current.averageUtilization;
    const base = withMetadata(
      { ...rest, apiVersion: "autoscaling/v1" } as KubeObject,
      Object.keys(annotations).length > 0 ? { annotations } : {},
    );
    const withSpec = withMember(base, "spec", {
      scaleTargetRef: spec?.scaleTargetRef,
      ...(spec?.minReplicas === undefined ? {} : { minReplicas: spec.minReplicas }),
      maxReplicas: spec?.maxReplicas,
      ...(target === undefined ? {} : { targetCPUUtilizationPercentage: target }),
    });
    return withMember(withSpec, "status", {
      ...(status?.observedGeneration === undefined ? {} : { observedGeneration: status.observedGeneration }),
      ...(status?.lastScaleTime ? { lastScaleTime: status.lastScaleTime } : {}),
      currentReplicas: status?.currentReplicas ?? 0,
      desiredReplicas: status?.desiredReplicas ?? 0,
      ...(current === undefined ? {} : { currentCPUUtilizationPercentage: current }),
    });
  },
  write(object) {
    const { spec, status, ...rest } = object as autoscalingv1.HorizontalPodAutoscaler;
    const annotations = { ...rest.metadata.annotations };
    const take = <T>(name: string): T | undefined => {
      const text = annotations[name];
      delete annotations[name];
      if (text === undefined) return undefined;
      try {
        return JSON.parse(text) as T;
      } catch {
        return undefined;
      }
    };
    const others = take<readonly Metric[]>(metricsAnnotation) ?? [];
    const behavior = take<object>(behaviorAnnotation);
    const conditions = take<readonly object[]>(conditionsAnnotation);
    const currentOthers = take<readonly MetricStatus[]>(currentMetricsAnnotation) ?? [];
    const target = spec?.targetCPUUtilizationPercentage;
    const current = status?.currentCPUUtilizationPercentage;
    const metrics = [
      ...others,
      ...(target === undefined
        ? []
        : [
            {
              type: "Resource",
              resource: { name: "cpu", target: { type: "Utilization", averageUtilization: target } },
            },
          ]),
    ];
    const base = withMetadata({ ...rest, apiVersion: "autoscaling/v2" } as KubeObject, {
      annotations: Object.keys(annotations).length > 0 ? annotations : undefined,
    });
    const withSpec = withMember(base, "spec", {
      scaleTargetRef: spec?.scaleTargetRef,
      ...(spec?.minReplicas === undefined ? {} : { minReplicas: spec.minReplicas }),
      maxReplicas: spec?.maxReplicas,
      ...(metrics.length > 0 ? { metrics } : {}),
      ...(behavior ? { behavior } : {}),
    });
    return withMember(withSpec, "status", {
      ...(status?.observedGeneration === undefined ? {} : { observedGeneration: status.observedGeneration }),
      ...(status?.lastScaleTime ? { lastScaleTime: status.lastScaleTime } : {}),
      currentReplicas: status?.currentReplicas ?? 0,
      desiredReplicas: status?.desiredReplicas ?? 0,
      ...(conditions ? { conditions } : {}),
      currentMetrics: [
        ...currentOthers,
        ...(current === undefined
          ? []
          : [{ type: "Resource", resource: { name: "cpu", current: { averageUtilization: current } } }]),
      ],
    });
  },
};
