export { createFakeApi, type FakeApi, type Interceptor } from "./fake-api.ts";
export { settle, until } from "./settle.ts";
