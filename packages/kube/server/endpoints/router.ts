import { type HttpRequest, type HttpResponse, jsonResponse } from "@byocni/base/http";
import { statusErrors } from "@byocni/kube/schema";
import type { ServiceAccountTokens } from "../authentication/service-account-tokens.ts";
import { createDiscoveryHandler } from "../discovery/discovery-handler.ts";
import type { Discoverable } from "../discovery/group-versions.ts";
import type { ExtensionServer } from "../extension/extension-server.ts";
import { createOpenApiHandler } from "../openapi/openapi-handler.ts";
import type { RequestContext } from "../request/request-context.ts";
import type { ServerCore } from "../server-core.ts";
import type { ServerVersion } from "./server-version.ts";
import { type HealthCheck, respondHealth } from "./health.ts";

type ContextHandler = (context: RequestContext, request: HttpRequest) => Promise<HttpResponse>;

/** Sends a request where it belongs: to a resource, or to one of the server's own documents. */
export function createRouter(deps: {
  readonly core: ServerCore;
  readonly version: ServerVersion;
  readonly dispatch: ContextHandler;
  readonly accountTokens: ServiceAccountTokens;
  readonly healthChecks: readonly HealthCheck[];
  readonly extensions: ExtensionServer;
}): ContextHandler {
  const discovery = createDiscoveryHandler(discoverable(deps.core, deps.extensions));
  const openApi = createOpenApiHandler(deps.core, deps.version.gitVersion);
  const version = versionDocument(deps.version);
  return async (context, request) => {
    const { info } = context;
    if (info.isResource) return deps.extensions.answer(info, request) ?? deps.dispatch(context, request);
    const path = info.path.replace(/\/$/, "") || "/";
    const root = path.split("/")[1] ?? "";
    if (request.method !== "GET" && request.method !== "HEAD") throw statusErrors.pathNotFound();
    switch (root) {
      case "api":
      case "apis":
        return discovery(request);
      case "openapi":
        return openApi(request);
      case "version":
        return jsonResponse(200, version);
      case "healthz":
      case "livez":
      case "readyz":
        return health(root, path, request);
      case ".well-known":
        if (path !== "/.well-known/openid-configuration") throw statusErrors.pathNotFound();
        return jsonResponse(200, deps.accountTokens.discovery());
      case "openid":
        if (path !== "/openid/v1/jwks") throw statusErrors.pathNotFound();
        return jsonResponse(200, deps.accountTokens.keySet(), { "content-type": "application/jwk-set+json" });
      case "":
        return jsonResponse(200, { paths: rootPaths(deps.core) });
      default:
        throw statusErrors.pathNotFound();
    }
  };

  function health(kind: string, path: string, request: HttpRequest): Promise<HttpResponse> {
    const name = path.split("/").slice(2).join("/");
    if (name === "") return respondHealth(kind, deps.healthChecks, request);
    const check = deps.healthChecks.find((item) => item.name === name);
    if (!check) throw statusErrors.pathNotFound();
    return respondHealth(`${kind}/${name}`, [check], request);
  }
}

function discoverable({ resources }: ServerCore, extensions: ExtensionServer): Discoverable {
  return {
    *resources() {
      for (const { definition, crd } of resources.all()) yield { definition, late: crd !== undefined };
      for (const definition of extensions.definitions()) yield { definition, late: true };
    },
    get generation() {
      const groups = extensions.definitions().map(({ group, plural }) => `${plural}.${group}`);
      return [resources.generation, ...groups].join(" ");
    },
  };
}

function versionDocument(version: ServerVersion): object {
  return {
    major: version.major,
    minor: version.minor,
    gitVersion: version.gitVersion,
    gitCommit: "",
    gitTreeState: "clean",
    buildDate: "1970-01-01T00:00:00Z",
    goVersion: "",
    compiler: "",
    platform: version.platform,
  };
}

function rootPaths(core: ServerCore): readonly string[] {
  const paths = new Set(["/api", "/apis"]);
  for (const { definition } of core.resources.all()) {
    if (definition.group === "") paths.add(`/api/${definition.version}`);
    else {
      paths.add(`/apis/${definition.group}`);
      paths.add(`/apis/${definition.group}/${definition.version}`);
    }
  }
  return [...paths, "/healthz", "/livez", "/openapi/v2", "/openapi/v3", "/readyz", "/version"].sort();
}
