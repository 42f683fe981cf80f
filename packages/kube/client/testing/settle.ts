import { assert } from "@byocni/base/core";

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Lets everything run that needs no time to pass: informers, queues, calls in this process. */
export async function settle(turns = 20): Promise<void> {
  for (let count = 0; count < turns; count++) await turn();
}

/** Waits, turn by turn and without time, until the condition holds. @throws BugError after many turns. */
export async function until(condition: () => boolean, what = "the condition holds"): Promise<void> {
  for (let count = 0; count < 20_000; count++) {
    if (condition()) return;
    await turn();
  }
  assert(false, `waited in vain until ${what}`);
}
