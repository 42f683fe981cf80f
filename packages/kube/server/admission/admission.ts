import type { AdmissionChain, AdmissionPlugin, AdmissionRequest } from "../server-core.ts";

/** Asks the plug-ins one after the other. */
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
