import type { HttpCaller } from "@byocni/base/http";
import type { ClusterSpec } from "@byocni/azure/providers";

/** Puts AKS's own workloads into kube-system. */
export async function applySystemObjects(_caller: HttpCaller, _spec: ClusterSpec): Promise<void> {}
