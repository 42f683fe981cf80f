import type { Json } from "@byocni/base/core";
import type { CloudErrorBody } from "./cloud-error.ts";

/** States in which an operation or a resource is done. */
export const terminalStates = ["Succeeded", "Failed", "Canceled"] as const;

export type TerminalState = (typeof terminalStates)[number];

/** True for `Succeeded`, `Failed` and `Canceled`, without regard to case. */
export function isTerminalState(state: string): boolean {
  const text = state.toLowerCase();
  return terminalStates.some((terminal) => terminal.toLowerCase() === text);
}

/** The answer of an `Azure-AsyncOperation` URL (az-requests.md 1.4). */
export interface AsyncOperationBody {
  readonly id?: string;
  readonly name?: string;
  /** `InProgress`, `Running`… or a terminal state. */
  readonly status: string;
  /** RFC 3339. */
  readonly startTime?: string;
  readonly endTime?: string;
  readonly percentComplete?: number;
  readonly properties?: Json;
  readonly error?: CloudErrorBody;
}
