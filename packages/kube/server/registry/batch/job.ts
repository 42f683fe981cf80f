import type { batchv1 } from "@byocni/kube/schema";
import { podWarnings } from "../core/pod-warnings.ts";
import { withMember } from "../object-fields.ts";
import type { Strategy } from "../strategy.ts";

const prefix = "batch.kubernetes.io/";

export const jobStrategy: Strategy = {
  warnings: (object) => {
    const template = (object as batchv1.Job).spec?.template;
    return template ? podWarnings(template, "spec.template") : [];
  },
  countsGeneration: true,
  garbageCollection: "orphan",
  initialStatus: () => ({}),
  prepareForCreate(object) {
    const { spec, metadata } = object as batchv1.Job;
    if (!spec || spec.manualSelector === true) return object;
    // The pods of a job are told apart by the uid that the job has just got.
    const { uid = "", name = "" } = metadata;
    const labels = {
      ...spec.template.metadata?.labels,
      "controller-uid": uid,
      [`${prefix}controller-uid`]: uid,
      "job-name": name,
      [`${prefix}job-name`]: name,
    };
    return withMember(object, "spec", {
      ...spec,
      selector: {
        ...spec.selector,
        matchLabels: { ...spec.selector?.matchLabels, [`${prefix}controller-uid`]: uid },
      },
      template: { ...spec.template, metadata: { ...spec.template.metadata, labels } },
    });
  },
};

export const cronJobStrategy: Strategy = {
  warnings: (object) => {
    const template = (object as batchv1.CronJob).spec?.jobTemplate.spec?.template;
    return template ? podWarnings(template, "spec.jobTemplate.spec.template") : [];
  },
  countsGeneration: true,
  initialStatus: () => ({}),
};
