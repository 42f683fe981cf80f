import type { KubeObject } from "@byocni/kube/schema";
import type { UserInfo } from "../request/user-info.ts";
import type { ServedResource } from "../registry/served-resource.ts";
import type { ServerCore } from "../server-core.ts";

/** One write on its way to the store. */
export interface AdmissionRequest {
  readonly core: ServerCore;
  readonly operation: "CREATE" | "UPDATE" | "DELETE" | "CONNECT";
  readonly resource: ServedResource;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly user: UserInfo;
  readonly dryRun: boolean;
  /** For DELETE: undefined. */
  readonly object: KubeObject | undefined;
  readonly old: KubeObject | undefined;
  readonly warn: (text: string) => void;
}

/** A rule that every write passes. Refusals are thrown as StatusError. */
export interface AdmissionPlugin {
  readonly name: string;
  /** Whether the plug-in has anything to say; keeps the common path short. */
  handles(request: AdmissionRequest): boolean;
  /** Returns the object, changed or not. Runs in list order before validation. */
  readonly mutate?: (request: AdmissionRequest, object: KubeObject) => Promise<KubeObject> | KubeObject;
  /** Runs in list order after validation. */
  readonly validate?: (request: AdmissionRequest) => Promise<void> | void;
}

export interface AdmissionChain {
  readonly plugins: readonly AdmissionPlugin[];
  /** @throws StatusError */
  mutate(request: AdmissionRequest): Promise<KubeObject | undefined>;
  /** @throws StatusError */
  validate(request: AdmissionRequest): Promise<void>;
}

export function createAdmissionChain(plugins: readonly AdmissionPlugin[]): AdmissionChain {
  return {
    plugins,
    async mutate(request) {
      let { object } = request;
      for (const plugin of plugins) {
        if (!object || !plugin.mutate) continue;
        const current: AdmissionRequest = { ...request, object };
        if (plugin.handles(current)) object = await plugin.mutate(current, object);
      }
      return object;
    },
    async validate(request) {
      for (const plugin of plugins) if (plugin.validate && plugin.handles(request)) await plugin.validate(request);
    },
  };
}
