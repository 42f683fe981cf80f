import { jsonResponse, type HttpRequest, type HttpResponse } from "@byocni/base/http";
import { ODataSyntaxError } from "@byocni/azure/types";
import { TokenRejected } from "../tokens.ts";
import { applications } from "./applications.ts";
import { bodyOf, listOf, notImplemented, type GraphCall, type GraphDeps } from "./graph-call.ts";
import { GraphRefusal } from "./graph-refusal.ts";
import { groups } from "./groups.ts";
import { isMembershipQuestion, membershipAnswer } from "./membership-questions.ts";
import { servicePrincipals, users } from "./principals.ts";
import { shownPrincipal } from "./show.ts";

/** The part of Microsoft Graph that az and Terraform call. @param path after `/v1.0/`, decoded segments */
export async function answerGraph(
  deps: GraphDeps,
  request: HttpRequest,
  path: readonly string[],
): Promise<HttpResponse> {
  try {
    return await dispatch(deps, callOf(request, path, await caller(deps, request)));
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

function callOf(request: HttpRequest, path: readonly string[], me: string): GraphCall {
  const [first = "", ...others] = path;
  // `servicePrincipals(appId='…')` and `users('…')` name one as a second segment does.
  const inline = /^(\w+)\((?:\w+=)?'([^']+)'\)$/.exec(first);
  const collection = (inline?.[1] ?? first).toLowerCase();
  const [id, ...rest] = inline?.[2] === undefined ? others : [inline[2], ...others];
  return {
    request,
    method: request.method,
    collection,
    id,
    // Names of functions and properties; what follows them is an id in lower case anyway, or `$ref`.
    rest: rest.map((segment) => segment.toLowerCase()),
    me,
  };
}

async function dispatch(deps: GraphDeps, call: GraphCall): Promise<HttpResponse> {
  const { directory, tenantId } = deps;
  const { method, collection, id, rest } = call;
  switch (collection) {
    case "me":
      return self(deps, call);
    case "organization":
      if (method !== "GET") break;
      return jsonResponse(200, { value: [{ id: tenantId, displayName: "byocni", verifiedDomains: [] }] });
    case "domains":
      if (method !== "GET") break;
      return jsonResponse(200, { value: [{ id: "byocni.local", isDefault: true, isVerified: true }] });
    case "directoryobjects": {
      if (method === "POST" && id?.toLowerCase() === "getbyids") return byIds(deps, call);
      const record = id === undefined ? undefined : await directory.get(id);
      if (!record) throw new GraphRefusal("notFound", { id: id ?? "" });
      if (isMembershipQuestion(rest[0])) return membershipAnswer(deps, call, record.objectId);
      if (method === "GET" && rest.length === 0) return jsonResponse(200, shownPrincipal(record));
      break;
    }
    case "users":
      return users(deps, call);
    case "serviceprincipals":
      return servicePrincipals(deps, call);
    case "applications":
      return applications(deps, call);
    case "groups":
      return groups(deps, call);
    default:
  }
  throw notImplemented(call);
}

/** `/me` and what belongs to the caller. */
async function self(deps: GraphDeps, call: GraphCall): Promise<HttpResponse> {
  const { me, id } = call;
  const record = await deps.directory.get(me);
  if (!record) throw new GraphRefusal("notFound", { id: me });
  const question = id?.toLowerCase();
  if (isMembershipQuestion(question)) return membershipAnswer(deps, { ...call, rest: [question ?? ""] }, me);
  if (call.method !== "GET") throw notImplemented(call);
  if (question === undefined) return jsonResponse(200, shownPrincipal(record));
  if (question === "ownedobjects") return listOf(call, []);
  throw notImplemented({ ...call, rest: [question] });
}

async function byIds({ directory }: GraphDeps, call: GraphCall): Promise<HttpResponse> {
  const { ids } = await bodyOf(call);
  const wanted = Array.isArray(ids) ? ids.filter((one) => typeof one === "string") : [];
  const found = await Promise.all(wanted.map((one) => directory.get(one)));
  return jsonResponse(200, { value: found.filter((one) => one !== undefined).map(shownPrincipal) });
}
