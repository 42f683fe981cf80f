import type { Output } from "../output/index.ts";
import { stepLines } from "../output/index.ts";
import type { ArmBody, ArmClient } from "../session/arm-client.ts";
import { type Step, isRunning, readSteps } from "./steps.ts";
import { type DeploymentTarget, deploymentPath } from "./target.ts";

export interface Outcome {
  readonly deployment: ArmBody;
  readonly steps: readonly Step[];
  readonly state: string;
}

/** How often a deployment is looked at: often at first, seldom when it takes long. In milliseconds. */
const firstPause = 25;
const longestPause = 1000;

/**
 * Follows a deployment to its end: as a live tree where a person watches, else as a line whenever an operation begins
 * or ends. With `--json` nothing is shown on the way.
 */
export async function followDeployment(
  arm: ArmClient,
  target: DeploymentTarget,
  output: Output,
  signal: AbortSignal,
): Promise<Outcome> {
  const show = createProgress(output);
  for (let pause = firstPause; ; pause = Math.min(longestPause, pause * 1.5)) {
    signal.throwIfAborted();
    const deployment = (await arm.send("GET", deploymentPath(target))).body ?? {};
    const state = stateOf(deployment);
    const steps = await readSteps(arm, target.id);
    if (!isRunning(state)) {
      show(steps, true);
      return { deployment, steps, state };
    }
    show(steps, false);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function stateOf(deployment: ArmBody): string {
  const properties = deployment["properties"] as { readonly provisioningState?: string } | undefined;
  return properties?.provisioningState ?? "";
}

/** Shows the steps as they are now; `last`: as they are in the end. */
export function createProgress(output: Output): (steps: readonly Step[], last: boolean) => void {
  if (output.json) return () => {};
  if (output.interactive) {
    const live = output.live();
    return (steps, last) => {
      const lines = stepLines(steps, output);
      if (last) live.finish(lines);
      else live.show(lines);
    };
  }
  const told = new Map<string, string>();
  const tell = (steps: readonly Step[]): void => {
    for (const { id, type, name, state, children } of steps) {
      tell(children);
      if (told.get(id) === state) continue;
      told.set(id, state);
      output.line(`${state.padEnd(9)}   ${type} ${name}`);
    }
  };
  return (steps) => tell(steps);
}
