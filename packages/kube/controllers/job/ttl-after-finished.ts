import { isNotFound, type Job, objectKey, parseTimestamp, refTo, resources } from "@byocni/kube/client";
import type { ControllerContext, ControllerDefinition } from "../controller.ts";

export const ttlAfterFinished: ControllerDefinition = { name: "ttl-after-finished-controller", start: startTtl };

/** Deletes finished jobs `ttlSecondsAfterFinished` after their end. */
function startTtl(context: ControllerContext): void {
  const { client, clock } = context;
  const jobs = context.informer(resources.jobs);

  function endOf({ status }: Job): number | undefined {
    const end = status?.conditions?.find(
      (condition) => (condition.type === "Complete" || condition.type === "Failed") && condition.status === "True",
    );
    return parseTimestamp(end?.lastTransitionTime);
  }

  const queue = context.queue({
    async process(key) {
      const job = jobs.get(key);
      const ttl = job?.spec.ttlSecondsAfterFinished;
      const end = job && endOf(job);
      if (!job || ttl === undefined || end === undefined || job.metadata.deletionTimestamp !== undefined) return;
      const left = end + ttl * 1000 - clock.now();
      if (left > 0) {
        queue.addAfter(key, left);
        return;
      }
      const { uid } = job.metadata;
      try {
        await client.delete(refTo(resources.jobs, job), {
          propagationPolicy: "Foreground",
          ...(uid === undefined ? {} : { preconditions: { uid } }),
        });
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },
  });
  const look = (job: Job): void => {
    if (job.spec.ttlSecondsAfterFinished !== undefined && endOf(job) !== undefined) queue.add(objectKey(job));
  };
  jobs.addHandler({ add: look, update: look });
}
