import type { ArmBody, ArmClient } from "../session/arm-client.ts";
import type { ErrorNode } from "../output/index.ts";
import { deploymentPath } from "./target.ts";

/** An operation of a deployment. */
export interface Step {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  /** `Running`, `Succeeded`, `Failed`, `Canceled`. */
  readonly state: string;
  /** ISO 8601: `PT1M2.3S`. */
  readonly duration: string;
  readonly error?: ErrorNode;
  /** Of a nested deployment. */
  readonly children: readonly Step[];
}

interface OperationShape {
  readonly properties?: {
    readonly provisioningState?: string;
    readonly duration?: string;
    readonly timestamp?: string;
    readonly statusMessage?: { readonly error?: ErrorNode } | string;
    readonly targetResource?: { readonly id?: string; readonly resourceType?: string; readonly resourceName?: string };
  };
}

const nestedType = "microsoft.resources/deployments";

/** The operations of a deployment and of those in it, in the order in which they began. */
export async function readSteps(arm: ArmClient, deploymentId: string): Promise<readonly Step[]> {
  const bodies = await arm.list(deploymentPath({ id: deploymentId }, "/operations"));
  const steps = await Promise.all(bodies.map((body) => stepOf(body, arm)));
  return steps.filter((step) => step !== undefined).toReversed();
}

async function stepOf(body: ArmBody, arm: ArmClient): Promise<Step | undefined> {
  const { properties = {} } = body as OperationShape;
  const { id, resourceType = "", resourceName = "" } = properties.targetResource ?? {};
  // Outputs are evaluated in an operation without a resource.
  if (!id) return undefined;
  const isNested = resourceType.toLowerCase() === nestedType;
  const message = properties.statusMessage;
  const error = typeof message === "string" ? { message } : message?.error;
  return {
    id,
    type: resourceType,
    name: resourceName,
    state: properties.provisioningState ?? "",
    duration: properties.duration ?? "",
    ...(error ? { error } : {}),
    // A nested deployment may not be there yet, or not any more.
    children: isNested ? await readSteps(arm, id).catch(() => []) : [],
  };
}

/** Whether an operation goes on. */
export function isRunning(state: string): boolean {
  return !["succeeded", "failed", "canceled"].includes(state.toLowerCase());
}
