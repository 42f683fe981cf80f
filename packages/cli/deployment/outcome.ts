import type { Output } from "../output/index.ts";
import { readableDuration } from "../output/index.ts";
import { ArmRefusal } from "../session/arm-client.ts";
import type { Outcome } from "./follow.ts";

interface DeploymentShape {
  readonly properties?: {
    readonly duration?: string;
    readonly outputs?: Readonly<Record<string, { readonly type?: string; readonly value?: unknown }>>;
    readonly error?: object;
  };
}

/** The failure of a deployment that ran. */
export function deploymentFailed({ deployment, state }: Outcome): ArmRefusal {
  const { properties = {} } = deployment as DeploymentShape;
  return new ArmRefusal(properties.error ?? { code: "DeploymentCanceled", message: `the deployment is ${state}` }, 200);
}

/** How a deployment ended, and its outputs. */
export function printOutcome({ deployment }: Outcome, name: string, output: Output): void {
  const { properties = {} } = deployment as DeploymentShape;
  output.line(`${output.green("✓")} ${name} succeeded in ${readableDuration(properties.duration ?? "")}`);
  const outputs = Object.entries(properties.outputs ?? {});
  if (outputs.length === 0) return;
  output.line("outputs:");
  // Values of secure types are never in the answer.
  for (const [key, { type = "", value }] of outputs) {
    output.line(`  ${key}: ${value === undefined ? output.dim(`(${type})`) : shownValue(value)}`);
  }
}

function shownValue(value: unknown): string {
  if (typeof value === "string") return value;
  return JSON.stringify(value, null, 2).replaceAll("\n", "\n  ");
}
