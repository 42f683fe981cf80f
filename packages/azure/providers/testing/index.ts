export { createFakeClusterHost, fakeNodes, type FakeClusterHost } from "./fake-cluster-host.ts";
export { azClusterBody, azPoolBody, azVersions, type AzVersion } from "./az-requests.ts";
export { createAksCloud, testGroup, type AksCloud } from "./aks-cloud.ts";
export { terraformReplay, terraformRuns, type RecordedRequest } from "./terraform-requests.ts";
