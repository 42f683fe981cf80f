import { futureRevisionError } from "../request/server-errors.ts";
import type { ServerCore } from "../server-core.ts";

/** How long a client's future revision is waited for. */
const patienceMs = 3_000;

/**
 * Waits until the caches show a revision that a client has seen elsewhere.
 * @throws StatusError Timeout when it does not come
 */
export async function reachRevision(core: ServerCore, revision: number): Promise<void> {
  if (core.storage.revision() >= revision) return;
  let expired = false;
  await Promise.race([
    core.storage.reached(revision),
    new Promise<void>((resolve) => {
      core.clock.setTimer(patienceMs, () => {
        expired = true;
        resolve();
      });
    }),
  ]);
  if (expired && core.storage.revision() < revision) throw futureRevisionError(revision, core.storage.revision());
}
