import { createTestCloud, type TestAnswer, type TestCloud, type TestCloudOptions } from "@byocni/azure/arm/testing";
import { createProviders } from "../create-providers.ts";
import { type FakeClusterHost, createFakeClusterHost } from "./fake-cluster-host.ts";

/** A cloud in memory with all providers, one resource group `rg` and shorthands for paths. */
export interface AksCloud extends TestCloud {
  readonly host: FakeClusterHost;
  /** `{group}/providers/Microsoft.ContainerService/managedClusters/{path}?api-version=…` */
  cluster(path: string, apiVersion?: string): string;
  /** `{group}/providers/Microsoft.Network/{path}?api-version=…` */
  network(path: string, apiVersion?: string): string;
  /** `{group}/providers/{path}?api-version=…` */
  resource(path: string, apiVersion: string): string;
  /** PUT, then follows the operation. @throws Error when it is refused or fails */
  make(path: string, body: unknown): Promise<TestAnswer>;
}

export const testGroup = "/subscriptions/{sub}/resourceGroups/rg";

export async function createAksCloud(
  options: TestCloudOptions & { readonly host?: FakeClusterHost } = {},
): Promise<AksCloud> {
  const host = options.host ?? createFakeClusterHost();
  const cloud = await createTestCloud({ providers: createProviders({ clusterHost: host }), ...options });
  await cloud.send("PUT", `/subscriptions/{sub}/resourcegroups/rg?api-version=2021-04-01`, { location: "eastus" });
  const resource = (path: string, apiVersion: string): string =>
    `${testGroup}/providers/${path}?api-version=${apiVersion}`;
  return {
    ...cloud,
    host,
    resource,
    cluster: (path, apiVersion = "2025-10-01") =>
      resource(`Microsoft.ContainerService/managedClusters/${path}`, apiVersion),
    network: (path, apiVersion = "2024-05-01") => resource(`Microsoft.Network/${path}`, apiVersion),
    async make(path, body) {
      const answer = await cloud.send("PUT", path, body);
      if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
      if (answer.headers["azure-asyncoperation"] !== undefined) {
        const ended = await cloud.finish(answer);
        if (ended.body["status"] !== "Succeeded") throw new Error(JSON.stringify(ended.body));
      }
      return answer;
    },
  };
}
