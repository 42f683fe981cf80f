import type { AdmissionChain, AdmissionPlugin } from "../server-core.ts";

/** Asks the plug-ins one after the other. */
export function createAdmissionChain(plugins: readonly AdmissionPlugin[]): AdmissionChain {
  return {
    plugins,
    async mutate(request) {
      let current = request;
      for (const plugin of plugins) {
        const { object } = current;
        if (!object || !plugin.mutate || !plugin.handles(current)) continue;
        const mutated = await plugin.mutate(current, object);
        if (mutated !== object) current = { ...current, object: mutated };
      }
      return current.object;
    },
    async validate(request) {
      for (const plugin of plugins) if (plugin.validate && plugin.handles(request)) await plugin.validate(request);
    },
  };
}
