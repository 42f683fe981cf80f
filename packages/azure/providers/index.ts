export type * from "./container-service/cluster-host.ts";
export { createContainerServiceProvider } from "./container-service/provider.ts";
export { createProviders, type ProvidersDeps } from "./create-providers.ts";
export { providerErrorTables } from "./error-tables.ts";
export { supportMatrix, type SupportMatrix, type SupportRow } from "./support-matrix.ts";
