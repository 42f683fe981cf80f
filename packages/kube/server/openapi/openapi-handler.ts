import type { HttpRequest, HttpResponse } from "@byocni/base/http";
import { type apiextensionsv1, createOpenApi, type OpenApi, statusErrors } from "@byocni/kube/schema";
import type { JsonObject } from "@byocni/base/core";
import { respondOpenApiV2 } from "./openapi-v2.ts";
import type { ServedResource } from "../registry/served-resource.ts";
import type { ServerCore } from "../server-core.ts";

const longCache = "public, immutable";

/** Answers `/openapi/v2`, `/openapi/v3` and what lies under it. */
export function createOpenApiHandler(core: ServerCore, version: string): (request: HttpRequest) => HttpResponse {
  let made: OpenApi | undefined;
  const openApi = (): OpenApi =>
    (made ??= createOpenApi({ types: core.schema.types, resources: servedList(core), version }));

  return (request) => {
    const path = request.path.replace(/\/$/, "");
    if (path === "/openapi/v2") return respondOpenApiV2(request, version);
    if (path === "/openapi/v3") return json(new TextEncoder().encode(JSON.stringify(openApi().index())), {});
    const name = path.replace(/^\/openapi\/v3\//, "");
    const document = path.startsWith("/openapi/v3/") ? openApi().document(name) : undefined;
    if (!document) throw statusErrors.pathNotFound();
    const asked = request.query.get("hash");
    if (asked !== null && asked !== document.hash)
      return {
        status: 301,
        headers: { location: `/openapi/v3/${name}?hash=${document.hash}` },
        body: { kind: "empty" },
      };
    const etag = `"${document.hash}"`;
    const headers = { etag, vary: "Accept", ...(asked === null ? {} : { "cache-control": longCache }) };
    if (request.headers["if-none-match"]?.includes(document.hash))
      return { status: 304, headers, body: { kind: "empty" } };
    return json(new TextEncoder().encode(document.json()), headers);
  };
}

function json(bytes: Uint8Array, headers: Readonly<Record<string, string>>): HttpResponse {
  return { status: 200, headers: { "content-type": "application/json", ...headers }, body: { kind: "bytes", bytes } };
}

/** What is served, as a list that is replaced when the table changes and whose unchanged members stay the same. */
function servedList(core: ServerCore): () => readonly DocumentedResource[] {
  const known = new WeakMap<ServedResource, DocumentedResource>();
  let generation = -1;
  let list: readonly DocumentedResource[] = [];
  return () => {
    if (generation === core.resources.generation) return list;
    generation = core.resources.generation;
    list = Array.from(core.resources.all(), (resource) => {
      let documented = known.get(resource);
      if (!documented) known.set(resource, (documented = documentedOf(resource)));
      return documented;
    });
    return list;
  };
}

type DocumentedResource = ReturnType<Parameters<typeof createOpenApi>[0]["resources"]>[number];

function documentedOf({ definition, crd }: ServedResource): DocumentedResource {
  if (!crd) return { definition };
  const { spec } = crd as apiextensionsv1.CustomResourceDefinition;
  const schema = spec.versions.find(({ name }) => name === definition.version)?.schema?.openAPIV3Schema;
  return { definition, schema: (schema ?? { type: "object" }) as unknown as JsonObject };
}
