export type * from "./container-service/cluster-host.ts";
export { createContainerServiceProvider } from "./container-service/provider.ts";
export { createProviders, type ProvidersDeps } from "./create-providers.ts";
