import { createFakeClock, createSeededRandom, type FakeClock } from "@byocni/base/core/testing";
import { resources } from "@byocni/kube/client";
import { createFakeApi, type FakeApi, settle } from "@byocni/kube/client/testing";
import type { ControllerSettings } from "../controller.ts";
import { type RunningControllers, startControllers } from "../start-controllers.ts";

/** Some controllers on an API in memory with a clock that stands still. */
export interface TestCluster extends AsyncDisposable {
  readonly api: FakeApi;
  readonly clock: FakeClock;
  readonly running: RunningControllers;
  /** `reason: message` of the Events about objects of this name (all by default), in order. */
  events(name?: string): readonly string[];
}

/** @param prepare fills the API before the controllers start. */
export async function startTestCluster(
  enabled: readonly string[],
  prepare: (api: FakeApi, clock: FakeClock) => void = () => {},
  settings: Partial<ControllerSettings> = {},
): Promise<TestCluster> {
  const clock = createFakeClock();
  const api = createFakeApi({ clock });
  prepare(api, clock);
  const running = startControllers({
    caller: api.caller,
    clock,
    random: createSeededRandom(7),
    enabled: (name) => enabled.includes(name),
    settings,
  });
  await running.synced;
  await settle();
  return {
    api,
    clock,
    running,
    events: (name) =>
      api
        .list(resources.events)
        .filter(({ involvedObject }) => name === undefined || involvedObject.name === name)
        .map(({ reason, message }) => `${reason}: ${message}`),
    [Symbol.asyncDispose]: () => running.close(),
  };
}
