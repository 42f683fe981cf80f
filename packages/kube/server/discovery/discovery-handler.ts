import { createHash } from "node:crypto";
import type { HttpRequest, HttpResponse } from "@byocni/base/http";
import { statusErrors } from "@byocni/kube/schema";
import { parseAccept } from "../request/accept.ts";
import type { Discoverable } from "./group-versions.ts";
import { aggregatedDiscovery } from "./aggregated.ts";
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from "./legacy.ts";

/** A document with its serialisation and hash; good for one generation of what is served. */
interface Document {
  readonly generation: string;
  readonly value: unknown;
  readonly bytes: Uint8Array;
  readonly etag: string;
}

/** Answers `/api`, `/apis` and what lies under them down to the group versions. */
export function createDiscoveryHandler(served: Discoverable): (request: HttpRequest) => HttpResponse {
  const documents = new Map<string, Document>();

  function document(key: string, make: () => unknown): Document {
    const known = documents.get(key);
    if (known?.generation === served.generation) return known;
    const value = make();
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    const etag = createHash("sha512").update(bytes).digest("hex").toUpperCase();
    const made = { generation: served.generation, value, bytes, etag };
    documents.set(key, made);
    return made;
  }

  function respond(key: string, make: () => unknown): HttpResponse {
    const { value, bytes } = document(key, make);
    return { status: 200, headers: {}, body: { kind: "json", value, bytes: () => bytes } };
  }

  function aggregated(request: HttpRequest, core: boolean, version: "v2" | "v2beta1"): HttpResponse {
    const key = `${core ? "api" : "apis"}:${version}`;
    const { value, bytes, etag } = document(key, () => aggregatedDiscovery(served, core, version));
    const headers = {
      "content-type": `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`,
      etag: `"${etag}"`,
      vary: "Accept",
    };
    if (request.headers["if-none-match"]?.includes(etag)) return { status: 304, headers, body: { kind: "empty" } };
    return { status: 200, headers, body: { kind: "json", value, bytes: () => bytes } };
  }

  return (request) => {
    const [root, group, version, ...rest] = request.path.split("/").filter((segment) => segment !== "");
    const found = ((): HttpResponse | undefined => {
      if (rest.length > 0) return undefined;
      if (root === "api") {
        if (version !== undefined) return undefined;
        if (group !== undefined) return lists("", group);
        const wanted = aggregatedVersion(request);
        return wanted
          ? aggregated(request, true, wanted)
          : respond(`api:${request.origin}`, () => apiVersions(new URL(request.origin).host));
      }
      if (group === undefined) {
        const wanted = aggregatedVersion(request);
        return wanted ? aggregated(request, false, wanted) : respond("apis", () => apiGroupList(served));
      }
      if (version !== undefined) return lists(group, version);
      const value = apiGroup(served, group);
      return value && respond(`group:${group}`, () => value);
    })();
    if (!found) throw statusErrors.pathNotFound();
    return found;
  };

  function lists(group: string, version: string): HttpResponse | undefined {
    const value = apiResourceList(served, group, version);
    return value && respond(`resources:${group}/${version}`, () => value);
  }
}

/** The version of aggregated discovery that the client prefers to the legacy form. */
function aggregatedVersion(request: HttpRequest): "v2" | "v2beta1" | undefined {
  for (const { mediaType, parameters } of parseAccept(request.headers["accept"])) {
    if (mediaType !== "application/json" && mediaType !== "*/*") continue;
    const { g, v, as } = parameters;
    if (as === undefined) return undefined;
    if (g === "apidiscovery.k8s.io" && as.toLowerCase() === "apigroupdiscoverylist" && (v === "v2" || v === "v2beta1"))
      return v;
  }
  return undefined;
}
