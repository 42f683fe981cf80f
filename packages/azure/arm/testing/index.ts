export {
  createTestCloud,
  testClient,
  testSubscription,
  testTenant,
  type SendOptions,
  type TestAnswer,
  type TestCloud,
  type TestCloudOptions,
} from "./test-cloud.ts";
export { thingsProvider } from "./things-provider.ts";
