import type { Json } from "@byocni/base/core";
import { isJsonObject } from "@byocni/base/core";
import type { HttpReply } from "@byocni/base/http";
import { armErrorFromBody, type ArmError, type CloudErrorBody } from "@byocni/azure/types";

/** An id as a path: names may hold anything. */
export function encodePath(id: string): string {
  return id.split("/").map(encodeURIComponent).join("/");
}

/** The JSON body of an answer from this process; undefined when it has none. */
export async function bodyOf(reply: HttpReply): Promise<Json | undefined> {
  const hasJson = reply.headers["content-type"]?.includes("json") === true;
  return hasJson ? ((await reply.json()) as Json) : undefined;
}

/** The refusal that an answer carries. */
export function errorOf(status: number, body: Json | undefined): ArmError {
  const error = isJsonObject(body) && isJsonObject(body["error"]) ? body["error"] : {};
  const { code, message } = error;
  return armErrorFromBody(status, {
    ...(error as unknown as CloudErrorBody),
    code: typeof code === "string" ? code : "Unknown",
    message: typeof message === "string" ? message : "",
  });
}

/** The operation that an answer announced. */
export function operationIdOf(reply: HttpReply): string | undefined {
  const url = reply.headers["azure-asyncoperation"] ?? (reply.status === 202 ? reply.headers["location"] : undefined);
  return url === undefined ? undefined : new URL(url).pathname.split("/").at(-1);
}
