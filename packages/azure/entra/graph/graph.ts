import type { Clock, JsonObject, Random } from "@byocni/base/core";
import { isJsonObject } from "@byocni/base/core";
import { emptyResponse, jsonResponse, type HttpRequest, type HttpResponse } from "@byocni/base/http";
import { matchesODataFilter, ODataSyntaxError, parseODataFilter } from "@byocni/azure/types";
import type { Directory } from "./directory.ts";
import { hashSecret, stableId, type ApplicationRecord, type PrincipalRecord } from "./principal-record.ts";
import { TokenRejected, type TokenVerifier } from "./tokens.ts";

export interface GraphDeps {
  readonly directory: Directory;
  readonly verifier: TokenVerifier;
  readonly clock: Clock;
  readonly random: Random;
  readonly tenantId: string;
}

const maxSecretYears = 2;

/** Refusals of Graph: its own envelope, its own codes. */
const refusals = {
  unauthenticated: [401, "InvalidAuthenticationToken", "Access token is empty or invalid."],
  notFound: [
    404,
    "Request_ResourceNotFound",
    "Resource '{id}' does not exist or one of its queried reference-property objects are not present.",
  ],
  badRequest: [400, "Request_BadRequest", "{reason}"],
  notImplemented: [501, "NotImplemented", "byocni does not have the Graph call {call}."],
} as const;

class GraphRefusal extends Error {
  readonly response: HttpResponse;
  constructor(kind: keyof typeof refusals, params: Readonly<Record<string, string>> = {}) {
    const [status, code, text] = refusals[kind];
    const message = text.replace(/\{(\w+)\}/g, (place, name: string) => params[name] ?? place);
    super(message);
    this.response = jsonResponse(status, { error: { code, message } });
  }
}

/** The part of Microsoft Graph that az and Terraform call. @param path after `/v1.0/`, decoded segments */
export async function answerGraph(
  deps: GraphDeps,
  request: HttpRequest,
  path: readonly string[],
): Promise<HttpResponse> {
  try {
    const me = await caller(deps, request);
    return await dispatch(deps, request, path, me);
  } catch (error) {
    if (error instanceof GraphRefusal) return error.response;
    if (error instanceof ODataSyntaxError) return new GraphRefusal("badRequest", { reason: error.message }).response;
    throw error;
  }
}

async function caller(deps: GraphDeps, request: HttpRequest): Promise<string> {
  const token = /^bearer\s+(\S+)$/i.exec(request.headers["authorization"] ?? "")?.[1];
  if (token === undefined) throw new GraphRefusal("unauthenticated");
  try {
    return (await deps.verifier.verify(token)).principal.objectId;
  } catch (error) {
    if (error instanceof TokenRejected) throw new GraphRefusal("unauthenticated");
    throw error;
  }
}

async function dispatch(
  deps: GraphDeps,
  request: HttpRequest,
  path: readonly string[],
  me: string,
): Promise<HttpResponse> {
  const { directory } = deps;
  const [collection = "", id, action] = path.map((segment, index) => (index === 1 ? segment : segment.toLowerCase()));
  const isGet = request.method === "GET";
  if (isGet && collection === "me") return one(shown(await directory.get(me)), me);
  if (isGet && collection === "organization") return list([{ id: deps.tenantId, displayName: "byocni" }]);
  if (request.method === "POST" && collection === "directoryobjects" && id?.toLowerCase() === "getbyids") {
    return list(await byIds(deps, await body(request)));
  }
  const members = ["getmembergroups", "getmemberobjects", "checkmembergroups", "transitivememberof", "memberof"];
  if (action !== undefined && members.includes(action)) return list([]);
  const inline = inlineKey(collection);
  switch (inline?.collection ?? collection) {
    case "users":
    case "serviceprincipals":
      return principals(deps, request, { collection, id: inline?.appId ?? id, action });
    case "applications":
      return applications(deps, request, inline?.appId ?? id, action);
    case "groups":
      if (isGet && id === undefined) return list([]);
      if (isGet) throw new GraphRefusal("notFound", { id: id ?? "" });
      break;
    default:
  }
  throw new GraphRefusal("notImplemented", { call: `${request.method} /${path.join("/")}` });
}

/** `servicePrincipals(appId='…')`. */
function inlineKey(segment: string): { readonly collection: string; readonly appId: string } | undefined {
  const match = /^(\w+)\(appid='([^']+)'\)$/.exec(segment);
  return match?.[1] !== undefined && match[2] !== undefined ? { collection: match[1], appId: match[2] } : undefined;
}

interface PrincipalTarget {
  readonly collection: string;
  readonly id: string | undefined;
  readonly action: string | undefined;
}

async function principals(deps: GraphDeps, request: HttpRequest, target: PrincipalTarget): Promise<HttpResponse> {
  const { directory } = deps;
  const isUser = target.collection === "users";
  const all = async (): Promise<readonly PrincipalRecord[]> =>
    (await directory.list()).filter(({ kind }) => (kind === "user") === isUser);
  if (target.id === undefined && request.method === "GET") {
    return list(filtered((await all()).map(shownPrincipal), request.query.get("$filter")));
  }
  if (target.id === undefined && request.method === "POST" && !isUser) {
    const { appId } = await body(request);
    const application = typeof appId === "string" ? await directory.application(appId) : undefined;
    if (!application)
      throw new GraphRefusal("badRequest", { reason: "The appId of the service principal is not known." });
    const record = await directory.ensureClient(application.appId);
    const named = await directory.put({ ...record, displayName: application.displayName });
    return jsonResponse(201, shownPrincipal(named));
  }
  const wanted = (target.id ?? "").toLowerCase();
  const record = (await all()).find(({ objectId, appId, userPrincipalName }) =>
    [objectId, appId?.toLowerCase(), userPrincipalName?.toLowerCase()].includes(wanted),
  );
  if (request.method === "GET" && target.action === undefined) return one(shown(record), target.id ?? "");
  if (request.method === "DELETE" && record) {
    await directory.remove(record.objectId);
    return emptyResponse(204);
  }
  if (!record) throw new GraphRefusal("notFound", { id: target.id ?? "" });
  throw new GraphRefusal("notImplemented", {
    call: `${request.method} /${target.collection}/{id}/${target.action ?? ""}`,
  });
}

async function applications(
  deps: GraphDeps,
  request: HttpRequest,
  id: string | undefined,
  action: string | undefined,
): Promise<HttpResponse> {
  const { directory, random } = deps;
  if (id === undefined && request.method === "GET") {
    return list(filtered((await directory.applications()).map(shownApplication), request.query.get("$filter")));
  }
  if (id === undefined && request.method === "POST") {
    const { displayName, identifierUris } = await body(request);
    if (typeof displayName !== "string") throw new GraphRefusal("badRequest", { reason: "displayName is required." });
    const appId = random.uuid();
    const record: ApplicationRecord = {
      id: stableId(deps.tenantId, "application", appId),
      appId,
      displayName,
      identifierUris: Array.isArray(identifierUris) ? identifierUris.filter((uri) => typeof uri === "string") : [],
      secrets: [],
    };
    await directory.putApplication(record);
    return jsonResponse(201, shownApplication(record));
  }
  const record = id === undefined ? undefined : await directory.application(id);
  if (!record) throw new GraphRefusal("notFound", { id: id ?? "" });
  if (request.method === "GET") return jsonResponse(200, shownApplication(record));
  if (request.method === "DELETE") {
    await directory.removeApplication(record.id);
    return emptyResponse(204);
  }
  if (request.method === "POST" && action === "addpassword") return addPassword(deps, record, await body(request));
  if (request.method === "POST" && action === "removepassword") {
    return removePassword(deps, record, await body(request));
  }
  throw new GraphRefusal("notImplemented", { call: `${request.method} /applications/{id}/${action ?? ""}` });
}

async function addPassword(deps: GraphDeps, record: ApplicationRecord, input: JsonObject): Promise<HttpResponse> {
  const credential = isJsonObject(input["passwordCredential"]) ? input["passwordCredential"] : {};
  const { displayName, endDateTime } = credential;
  const start = new Date(deps.clock.now());
  const end = new Date(start);
  end.setUTCFullYear(end.getUTCFullYear() + maxSecretYears);
  const secretText = Buffer.from(deps.random.bytes(30)).toString("base64url");
  const secret = {
    keyId: deps.random.uuid(),
    displayName: typeof displayName === "string" ? displayName : "",
    hash: hashSecret(secretText),
    hint: secretText.slice(0, 3),
    startDateTime: start.toISOString(),
    endDateTime: typeof endDateTime === "string" ? endDateTime : end.toISOString(),
  };
  await deps.directory.putApplication({ ...record, secrets: [...record.secrets, secret] });
  const { hash: _hash, ...visible } = secret;
  return jsonResponse(200, { ...visible, secretText });
}

async function removePassword(deps: GraphDeps, record: ApplicationRecord, input: JsonObject): Promise<HttpResponse> {
  const { keyId } = input;
  const rest = record.secrets.filter((secret) => secret.keyId !== keyId);
  if (rest.length === record.secrets.length)
    throw new GraphRefusal("badRequest", { reason: `No password credential found with keyId '${String(keyId)}'.` });
  await deps.directory.putApplication({ ...record, secrets: rest });
  return emptyResponse(204);
}

async function byIds(deps: GraphDeps, input: JsonObject): Promise<readonly JsonObject[]> {
  const ids = Array.isArray(input["ids"]) ? input["ids"].filter((id) => typeof id === "string") : [];
  const found = await Promise.all(ids.map((id) => deps.directory.get(id)));
  return found.filter((record) => record !== undefined).map(shownPrincipal);
}

async function body(request: HttpRequest): Promise<JsonObject> {
  let value: unknown = request.body.value;
  if (value === undefined) {
    try {
      value = JSON.parse(await request.body.text());
    } catch {
      throw new GraphRefusal("badRequest", { reason: "The body is not JSON." });
    }
  }
  if (!isJsonObject(value)) throw new GraphRefusal("badRequest", { reason: "The body is not a JSON object." });
  return value;
}

function filtered(items: readonly JsonObject[], text: string | null): readonly JsonObject[] {
  if (text === null || text === "") return items;
  const filter = parseODataFilter(text);
  return items.filter((item) => matchesODataFilter(filter, { property: (path) => item[path] }));
}

function list(value: readonly JsonObject[]): HttpResponse {
  return jsonResponse(200, { value });
}

function one(value: JsonObject | undefined, id: string): HttpResponse {
  if (!value) throw new GraphRefusal("notFound", { id });
  return jsonResponse(200, value);
}

function shown(record: PrincipalRecord | undefined): JsonObject | undefined {
  return record && shownPrincipal(record);
}

function shownPrincipal(record: PrincipalRecord): JsonObject {
  const { kind, objectId, appId, displayName, userPrincipalName, resourceId } = record;
  if (kind === "user") {
    return {
      "@odata.type": "#microsoft.graph.user",
      id: objectId,
      displayName,
      userPrincipalName: userPrincipalName ?? displayName,
      mail: userPrincipalName ?? null,
    };
  }
  return {
    "@odata.type": "#microsoft.graph.servicePrincipal",
    id: objectId,
    ...(appId === undefined ? {} : { appId }),
    displayName,
    accountEnabled: true,
    servicePrincipalType: kind === "managedIdentity" ? "ManagedIdentity" : "Application",
    servicePrincipalNames: appId === undefined ? [] : [appId],
    alternativeNames: resourceId === undefined ? [] : ["isExplicit=True", resourceId],
  };
}

function shownApplication(record: ApplicationRecord): JsonObject {
  return {
    "@odata.type": "#microsoft.graph.application",
    id: record.id,
    appId: record.appId,
    displayName: record.displayName,
    identifierUris: record.identifierUris,
    passwordCredentials: record.secrets.map(({ hash: _hash, ...visible }) => visible),
    keyCredentials: [],
  };
}
