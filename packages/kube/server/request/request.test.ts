import type { HttpRequest } from "@byocni/base/http";
import { describe, expect, it } from "vitest";
import { parseDuration } from "../filters/timeout.ts";
import { decodeContinue, encodeContinue } from "./continue-token.ts";
import { negotiate } from "./negotiation.ts";
import { parseRequestInfo } from "./request-info.ts";
import { readWriteOptions } from "./write-options.ts";

function request(method: string, target: string, headers: Record<string, string> = {}): HttpRequest {
  const [path = "", query = ""] = target.split("?");
  return {
    method,
    path,
    query: new URLSearchParams(query),
    headers,
    body: { bytes: async () => new Uint8Array(), text: async () => "" },
    peer: { kind: "process", user: "u", groups: [] },
    origin: "https://localhost",
    signal: new AbortController().signal,
  };
}

describe("parseRequestInfo", () => {
  // verb, group/version, namespace, resource, sub-resource, name, rest; as upstream's requestinfo tests have them.
  it.each<[string, string, unknown[]]>([
    ["GET", "/api/v1/namespaces", ["list", "/v1", "", "namespaces", "", "", ""]],
    ["GET", "/api/v1/namespaces/other", ["get", "/v1", "other", "namespaces", "", "other", ""]],
    ["PUT", "/api/v1/namespaces/other/finalize", ["update", "/v1", "other", "namespaces", "finalize", "other", ""]],
    ["GET", "/api/v1/namespaces/other/pods", ["list", "/v1", "other", "pods", "", "", ""]],
    ["GET", "/api/v1/namespaces/other/pods?watch=true", ["watch", "/v1", "other", "pods", "", "", ""]],
    ["GET", "/api/v1/namespaces/other/pods?watch=false", ["list", "/v1", "other", "pods", "", "", ""]],
    ["GET", "/api/v1/watch/namespaces/other/pods/foo", ["watch", "/v1", "other", "pods", "", "foo", ""]],
    ["POST", "/api/v1/namespaces/other/pods", ["create", "/v1", "other", "pods", "", "", ""]],
    ["PATCH", "/api/v1/namespaces/other/pods/foo/status", ["patch", "/v1", "other", "pods", "status", "foo", ""]],
    ["DELETE", "/api/v1/nodes", ["deletecollection", "/v1", "", "nodes", "", "", ""]],
    ["DELETE", "/api/v1/nodes/foo", ["delete", "/v1", "", "nodes", "", "foo", ""]],
    [
      "GET",
      "/api/v1/nodes/foo/proxy/metrics/cadvisor",
      ["get", "/v1", "", "nodes", "proxy", "foo", "/metrics/cadvisor"],
    ],
    [
      "GET",
      "/apis/apps/v1/namespaces/other/deployments/a%2Fb",
      ["get", "apps/v1", "other", "deployments", "", "a/b", ""],
    ],
    ["TRACE", "/api/v1/nodes", ["options", "/v1", "", "nodes", "", "", ""]],
  ])("%s %s", (method, target, expected) => {
    const info = parseRequestInfo(request(method, target));
    expect(info.isResource).toBe(true);
    const { verb, group, version, namespace, resource, subresource, name, rest } = info;
    expect([verb, `${group}/${version}`, namespace, resource, subresource, name, rest]).toEqual(expected);
  });

  it.each([
    "/",
    "/api",
    "/api/v1",
    "/apis",
    "/apis/apps",
    "/apis/apps/v1",
    "/healthz",
    "/openapi/v3/api/v1",
    "/version",
  ])("knows that %s is no resource", (path) => expect(parseRequestInfo(request("GET", path)).isResource).toBe(false));
});

describe("negotiate", () => {
  it.each([
    [undefined, "object", "json"],
    ["*/*", "object", "json"],
    ["application/json", "object", "json"],
    ["application/vnd.kubernetes.protobuf, application/json", "object", "json"],
    ["application/yaml", "object", "yaml"],
    ["application/json;as=Table;v=v1;g=meta.k8s.io,application/json", "table", "json"],
    ["application/json;as=Table;v=v2;g=meta.k8s.io,application/json", "object", "json"],
    ["application/json;q=0.5,application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1", "partial", "json"],
  ])("%s", (accept, view, format) => {
    expect(negotiate(accept, new URLSearchParams())).toMatchObject({ view: { kind: view }, format });
  });

  it("refuses what it cannot make", () => {
    expect(() => negotiate("text/html", new URLSearchParams())).toThrow(
      "only the following media types are accepted: application/json, application/yaml",
    );
    const table = "application/json;as=Table;v=v1;g=meta.k8s.io";
    expect(() => negotiate(table, new URLSearchParams("includeObject=x"))).toThrow("unrecognized includeObject");
  });
});

describe("continue tokens", () => {
  it("are read back", () => {
    const token = { revision: 12, after: "ns/name" };
    expect(decodeContinue(encodeContinue(token))).toEqual(token);
  });

  it.each([
    "",
    "e30",
    Buffer.from('{"v":"x"}').toString("base64url"),
    encodeContinue({ revision: 0, after: "a" }),
    encodeContinue({ revision: 1, after: "../x" }),
  ])("refuses %s", (text) => expect(() => decodeContinue(text)).toThrow("continue key is not valid"));
});

describe("readWriteOptions", () => {
  it("takes the manager from the program's name when the request does not say", () => {
    const named = request("POST", "/x?fieldManager=me");
    const unnamed = request("POST", "/x", { "user-agent": "kubectl/v1.34.0 (linux/amd64)" });
    expect(readWriteOptions(named, "create", false).fieldManager).toBe("me");
    expect(readWriteOptions(unnamed, "create", false).fieldManager).toBe("kubectl");
  });

  it.each([
    ["dryRun=Some", "patch", false, "dryRun: Unsupported value"],
    ["fieldValidation=Loud", "create", false, "fieldValidation: Unsupported value"],
    ["", "patch", true, "fieldManager: Required value: is required for apply patch"],
    ["force=true", "patch", false, "force: Forbidden: may not be specified for non-apply patch"],
  ] as const)("refuses %s", (query, verb, isApply, text) => {
    expect(() => readWriteOptions(request("PATCH", `/x?${query}`), verb, isApply)).toThrow(text);
  });
});

describe("parseDuration", () => {
  it.each([
    ["0", 0],
    ["32s", 32_000],
    ["1m30s", 90_000],
    ["1.5h", 5_400_000],
    ["250ms", 250],
    ["5", undefined],
    ["soon", undefined],
  ])("%s", (text, milliseconds) => expect(parseDuration(text)).toBe(milliseconds));
});
