import type { Json, JsonObject } from "@byocni/base/core";
import { isJsonObject } from "@byocni/base/core";
import { BodyIncompleteError, BodyTooLargeError, type HttpRequest } from "@byocni/base/http";
import { armFaults } from "../errors.ts";
import { maxBodyBytes } from "../settings.ts";

/** The text of a body. @throws ArmError RequestContentTooLarge */
export async function readText(request: HttpRequest): Promise<string> {
  const length = Number(request.headers["content-length"] ?? 0);
  if (length > maxBodyBytes) throw armFaults.RequestContentTooLarge({ limit: maxBodyBytes / 1024 / 1024 });
  const bytes = await readBytes(request);
  if (bytes.byteLength > maxBodyBytes) throw armFaults.RequestContentTooLarge({ limit: maxBodyBytes / 1024 / 1024 });
  return new TextDecoder("utf-8").decode(bytes);
}

async function readBytes(request: HttpRequest): Promise<Uint8Array> {
  try {
    return await request.body.bytes();
  } catch (error) {
    if (error instanceof BodyTooLargeError) {
      throw armFaults.RequestContentTooLarge({ limit: maxBodyBytes / 1024 / 1024 }, { cause: error });
    }
    if (error instanceof BodyIncompleteError) {
      throw armFaults.InvalidRequestContent({ reason: "The body ended early." }, { cause: error });
    }
    throw error;
  }
}

/** A JSON body; undefined when none was sent. @throws ArmError InvalidRequestContent, RequestContentTooLarge */
export async function readJson(request: HttpRequest): Promise<Json | undefined> {
  const { value } = request.body;
  if (value !== undefined) return value as Json;
  const text = await readText(request);
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw armFaults.InvalidRequestContent({ reason: reasonOf(error) }, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A JSON object; `required` refuses an absent body. @throws ArmError */
export async function readObject(request: HttpRequest, required = true): Promise<JsonObject> {
  const value = await readJson(request);
  if (value === undefined) {
    if (required) throw armFaults.EmptyRequestContent();
    return {};
  }
  if (!isJsonObject(value)) throw armFaults.InvalidRequestContent({ reason: "The body is not a JSON object." });
  return value;
}
