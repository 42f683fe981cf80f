import { timingSafeEqual } from "node:crypto";
import { type Handler, emptyResponse, jsonResponse } from "@byocni/base/http";
import type { EngineStatus } from "@byocni/engine/instance";

export interface EngineApiDeps {
  /** The token of the instance file. */
  readonly token: string;
  status(): Promise<EngineStatus>;
  shutdown(): void;
}

/** `/byocni/v1/…`: how the command line steers a running engine. */
export function createEngineApi({ token, status, shutdown }: EngineApiDeps): Handler {
  const expected = Buffer.from(`Bearer ${token}`);
  return async ({ method, path, headers }) => {
    const given = Buffer.from(headers["authorization"] ?? "");
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      return refuse(401, "Unauthorized", "The token of the instance file is needed.");
    if (method === "GET" && path === "/byocni/v1/status") return jsonResponse(200, await status());
    if (method === "POST" && path === "/byocni/v1/shutdown") {
      shutdown();
      return emptyResponse(202);
    }
    return refuse(404, "NotFound", `There is no ${method} ${path}.`);
  };
}

function refuse(status: number, code: string, message: string) {
  return jsonResponse(status, { error: { code, message } });
}
