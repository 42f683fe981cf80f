import type { JsonObject } from "@byocni/base/core";

/** One pod's interface in one network: libcni's RuntimeConf. */
export interface Attachment {
  readonly containerId: string;
  /** Path of the network namespace; may be empty for DEL. */
  readonly netns: string;
  readonly ifName: string;
  /** `CNI_ARGS`, in order. */
  readonly args: readonly (readonly [name: string, value: string])[];
  /** By capability (`portMappings`, `bandwidth`, …); a plugin gets those that it lists as true. */
  readonly capabilityArgs: JsonObject;
}

/** The arguments that containerd sets for every pod. */
export function podArguments(pod: {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly sandboxId: string;
}): Attachment["args"] {
  return [
    ["IgnoreUnknown", "1"],
    ["K8S_POD_NAMESPACE", pod.namespace],
    ["K8S_POD_NAME", pod.name],
    ["K8S_POD_INFRA_CONTAINER_ID", pod.sandboxId],
    ["K8S_POD_UID", pod.uid],
  ];
}

const validName = /^[a-zA-Z0-9][a-zA-Z0-9_.-]*$/;

/** Why a container id, network name or interface name is refused before any plugin runs (pkg/utils); else undefined. */
export function nameProblem(attachment: Attachment, network: string): string | undefined {
  const { containerId, ifName } = attachment;
  if (containerId === "") return "missing containerID";
  if (!validName.test(containerId)) return `invalid characters in containerID; ${containerId}`;
  if (network === "") return "missing network name:";
  if (!validName.test(network)) return `invalid characters found in network name; ${network}`;
  if (ifName === "") return "interface name is empty";
  if (ifName.length > 15) return "interface name is too long; interface name should be less than 16 characters";
  if (ifName === "." || ifName === "..") return "interface name is . or ..";
  return /[/:\s]/.test(ifName) ? "interface name contains / or : or whitespace characters" : undefined;
}
