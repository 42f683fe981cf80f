export { createRequest, type TestRequest } from "./create-request.ts";
export { readResponse } from "./read-response.ts";
