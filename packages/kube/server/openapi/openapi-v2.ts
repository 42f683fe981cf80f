import type { HttpRequest, HttpResponse } from "@byocni/base/http";
import { statusErrors } from "@byocni/kube/schema";
import { parseAccept } from "../request/accept.ts";

const protobufType = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";
/** The name that may stand in a header: `@` may not. */
const properProtobufType = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

/**
 * `GET /openapi/v2`: title and version, without paths and definitions, which are told in OpenAPI v3 alone. Clients ask
 * for it about kinds that v3 does not know; an empty document makes them say that the kind is unknown, where a 404
 * would make them say that the server is.
 * @throws StatusError NotAcceptable
 */
export function respondOpenApiV2(request: HttpRequest, version: string): HttpResponse {
  const title = "Kubernetes";
  for (const { mediaType } of parseAccept(request.headers["accept"] || "application/json")) {
    if (mediaType === protobufType || mediaType === properProtobufType)
      return {
        status: 200,
        headers: { "content-type": properProtobufType },
        body: { kind: "bytes", bytes: protobufDocument(title, version) },
      };
    if (mediaType === "application/json" || mediaType === "*/*")
      return {
        status: 200,
        headers: {},
        body: { kind: "json", value: { swagger: "2.0", info: { title, version }, paths: {}, definitions: {} } },
      };
  }
  throw statusErrors.notAcceptable(["application/json", protobufType]);
}

/** Message `openapi.v2.Document` of gnostic: `swagger` 1, `info` 2 (`title` 1, `version` 2), `paths` 8. */
function protobufDocument(title: string, version: string): Uint8Array {
  const text = new TextEncoder();
  const info = Buffer.concat([field(1, text.encode(title)), field(2, text.encode(version))]);
  return Buffer.concat([field(1, text.encode("2.0")), field(2, info), field(8, new Uint8Array())]);
}

/** A length-delimited field; all here are shorter than 128 bytes. */
function field(number: number, bytes: Uint8Array): Uint8Array {
  return Uint8Array.from([(number << 3) | 2, bytes.length, ...bytes]);
}
