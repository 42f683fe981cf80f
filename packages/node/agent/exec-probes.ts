import type { Clock, Timer } from "@byocni/base/core";
import type { Container } from "@byocni/kube/client";
import type { ProbeDelays } from "./pod-host.ts";
import type { RunningContainer } from "./runtime.ts";

type Probe = NonNullable<Container["readinessProbe"]>;

export interface ExecProbeDeps {
  readonly spec: Container;
  readonly container: RunningContainer;
  readonly clock: Clock;
  readonly delays: ProbeDelays;
  /** What the probes have found is not what it was. */
  readonly changed: () => void;
  /** A probe has failed, as its event says it. */
  readonly failed: (message: string) => void;
  /** A liveness or startup probe has failed as often as it may: the container is to be killed. */
  readonly kill: (probe: "liveness" | "startup") => void;
}

/** What those probes of a container have found that are commands. */
export interface ExecProbes {
  /** Settles when each of them has been carried out once; absent when there are none, or when they wait first. */
  readonly tried?: Promise<unknown>;
  started(): boolean;
  ready(): boolean;
}

/**
 * Where delays are not waited for: what a container's program gets to come up before the first try, and how soon a
 * probe that has not succeeded yet is carried out again; this doubles up to the period.
 */
const comeUpMs = 2;
const firstRetryMs = 20;
const none: ExecProbes = { started: () => true, ready: () => true };

const isCommand = (probe: Probe | undefined): probe is Probe => (probe?.exec?.command?.length ?? 0) > 0;

/** Carries out the commands among the probes of a running container until it ends. Other probes are its runtime's. */
export function startExecProbes(deps: ExecProbeDeps): ExecProbes {
  const { startupProbe, readinessProbe, livenessProbe } = deps.spec;
  const { container, clock, delays, changed, failed, kill } = deps;
  if (![startupProbe, readinessProbe, livenessProbe].some(isCommand)) return none;
  let started = !isCommand(startupProbe);
  let ready = !isCommand(readinessProbe);
  let timers: readonly Timer[] = [];
  const life = new AbortController();
  void container.exited.then(() => {
    life.abort(new Error("the container has ended"));
    for (const timer of timers) timer.cancel();
  });

  function after(milliseconds: number, work: () => void): void {
    const timer = clock.setTimer(milliseconds, () => {
      timers = timers.filter((other) => other !== timer);
      work();
    });
    timers = [...timers, timer];
  }

  /** Carries a probe out again and again, until `verdict`, asked when it has succeeded or failed often enough, says no. */
  function follow(name: string, probe: Probe, verdict: (ok: boolean) => boolean): Promise<void> {
    const period = (probe.periodSeconds ?? 10) * 1000;
    let pause = delays === "none" ? Math.min(firstRetryMs, period) : period;
    let succeeded = 0;
    let failures = 0;
    async function turn(): Promise<void> {
      const problem = await carryOut(probe);
      if (life.signal.aborted) return;
      const ok = problem === undefined;
      succeeded = ok ? succeeded + 1 : 0;
      failures = ok ? 0 : failures + 1;
      // Tries between the periods are nobody's failures.
      const counts = ok || pause === period;
      if (!ok && counts) failed(`${name} probe failed: ${problem}`);
      const limit = ok ? (probe.successThreshold ?? 1) : (probe.failureThreshold ?? 3);
      if (counts && (ok ? succeeded : failures) >= limit && !verdict(ok)) return;
      if (ok) pause = period;
      after(pause, () => void turn());
      pause = Math.min(pause * 2, period);
    }
    const delay = delays === "none" ? comeUpMs : (probe.initialDelaySeconds ?? 0) * 1000;
    return new Promise((resolve) => after(delay, () => void turn().then(resolve)));
  }

  /** @returns what is wrong */
  async function carryOut(probe: Probe): Promise<string | undefined> {
    const command = probe.exec?.command ?? [];
    const seconds = probe.timeoutSeconds ?? 1;
    const limit = new AbortController();
    const timer = clock.setTimer(seconds * 1000, () => limit.abort(new Error("timed out")));
    try {
      const result = await container.probe(command, AbortSignal.any([life.signal, limit.signal]));
      return result === undefined || result.exitCode === 0 ? undefined : result.stdout + result.stderr;
    } catch {
      return `command timed out: ${JSON.stringify(command.join(" "))} timed out after ${seconds}s`;
    } finally {
      timer.cancel();
    }
  }

  function followStarted(): Promise<unknown> {
    const tries: Promise<void>[] = [];
    const followToo = (...probe: Parameters<typeof follow>): void => void tries.push(follow(...probe));
    if (isCommand(readinessProbe))
      followToo("Readiness", readinessProbe, (ok) => {
        ready = ok;
        changed();
        return true;
      });
    if (isCommand(livenessProbe))
      followToo("Liveness", livenessProbe, (ok) => {
        if (!ok) kill("liveness");
        return ok;
      });
    return Promise.all(tries);
  }
  let tried: Promise<unknown>;
  if (isCommand(startupProbe))
    tried = follow("Startup", startupProbe, (ok) => {
      started = ok;
      if (ok) void followStarted();
      else kill("startup");
      changed();
      return false;
    });
  else tried = followStarted();
  return { started: () => started, ready: () => ready, ...(delays === "none" ? { tried } : {}) };
}
