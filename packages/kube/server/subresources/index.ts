import type { ResourceHandler } from "../endpoints/dispatch.ts";
import { bindingSubresource } from "./binding.ts";
import { evictionSubresource } from "./eviction.ts";
import { approvalSubresource, ephemeralContainersSubresource, finalizeSubresource, resizeSubresource } from "./part.ts";
import { scaleSubresource } from "./scale.ts";
import { statusSubresource } from "./status.ts";

/** Sub-resources that need nothing but the server itself. By `group/plural/subresource`, or `*` for all. */
export const plainSubresources: Readonly<Record<string, ResourceHandler>> = {
  "*/scale": scaleSubresource,
  "*/status": statusSubresource,
  "/namespaces/finalize": finalizeSubresource,
  "/pods/binding": bindingSubresource,
  "/pods/ephemeralcontainers": ephemeralContainersSubresource,
  "/pods/eviction": evictionSubresource,
  "/pods/resize": resizeSubresource,
  "certificates.k8s.io/certificatesigningrequests/approval": approvalSubresource,
};
