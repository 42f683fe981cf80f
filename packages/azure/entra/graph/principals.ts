import type { JsonObject } from "@byocni/base/core";
import { emptyResponse, jsonResponse, type HttpResponse } from "@byocni/base/http";
import { hashSecret, type PrincipalRecord } from "../principal-record.ts";
import { addPassword, removePassword } from "./credentials.ts";
import {
  bodyOf,
  listOf,
  notImplemented,
  remainder,
  required,
  text,
  type GraphCall,
  type GraphDeps,
} from "./graph-call.ts";
import { GraphRefusal } from "./graph-refusal.ts";
import { isMembershipQuestion, membershipAnswer } from "./membership-questions.ts";
import { shownPrincipal } from "./show.ts";

const keptOfUsers = ["id", "displayName", "userPrincipalName", "passwordProfile", "accountEnabled"];
const keptOfServices = ["id", "appId", "displayName", "accountEnabled", "servicePrincipalNames", "appDisplayName"];

/** `/users`. */
export async function users(deps: GraphDeps, call: GraphCall): Promise<HttpResponse> {
  const all = await ofKind(deps, (kind) => kind === "user");
  const { method, id } = call;
  if (id === undefined) {
    if (method === "GET") return listOf(call, all.map(shownPrincipal));
    if (method === "POST") return createUser(deps, await bodyOf(call), all);
    throw notImplemented(call);
  }
  const wanted = id.toLowerCase();
  const record = all.find((one) => one.objectId === wanted || one.userPrincipalName?.toLowerCase() === wanted);
  return onPrincipal(deps, call, record, (input, before) => {
    const password = passwordOf(input);
    return {
      ...common(before, input, keptOfUsers),
      ...(text(input, "userPrincipalName") === undefined
        ? {}
        : { userPrincipalName: required(input, "userPrincipalName", "User") }),
      ...(password === undefined ? {} : { passwordHash: hashSecret(password) }),
    };
  });
}

async function createUser(deps: GraphDeps, input: JsonObject, all: readonly PrincipalRecord[]): Promise<HttpResponse> {
  const userPrincipalName = required(input, "userPrincipalName", "User");
  const displayName = required(input, "displayName", "User");
  const password = passwordOf(input);
  if (password === undefined) throw new GraphRefusal("missingValue", { property: "passwordProfile", resource: "User" });
  if (all.some((one) => one.userPrincipalName?.toLowerCase() === userPrincipalName.toLowerCase()))
    throw new GraphRefusal("sameValue", { property: "userPrincipalName" });
  const record = await deps.directory.put({
    kind: "user",
    objectId: deps.random.uuid(),
    displayName,
    userPrincipalName,
    passwordHash: hashSecret(password),
    accountEnabled: input["accountEnabled"] !== false,
    ...remainder(undefined, input, keptOfUsers),
  });
  return jsonResponse(201, shownPrincipal(record));
}

/** @throws GraphRefusal when it is too weak: 8 characters of three of four kinds, Entra's rule */
function passwordOf(input: JsonObject): string | undefined {
  const password = text((input["passwordProfile"] ?? {}) as JsonObject, "password");
  if (password === undefined) return undefined;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length;
  if (password.length < 8 || kinds < 3) throw new GraphRefusal("weakPassword");
  return password;
}

/** `/servicePrincipals`, those of managed identities too. */
export async function servicePrincipals(deps: GraphDeps, call: GraphCall): Promise<HttpResponse> {
  const { directory } = deps;
  const all = await ofKind(deps, (kind) => kind === "servicePrincipal" || kind === "managedIdentity");
  const { method, id, rest } = call;
  if (id === undefined) {
    if (method === "GET") return listOf(call, all.map(shownPrincipal));
    if (method !== "POST") throw notImplemented(call);
    const input = await bodyOf(call);
    const appId = required(input, "appId", "ServicePrincipal");
    const application = await directory.application(appId);
    if (!application)
      throw new GraphRefusal("badRequest", { reason: "The appId of the service principal is not known." });
    if (await directory.byAppId(appId)) throw new GraphRefusal("principalExists", { name: appId });
    const record = await directory.ensureClient(application.appId);
    const made = await directory.put({
      ...record,
      displayName: application.displayName,
      accountEnabled: input["accountEnabled"] !== false,
      ...remainder(undefined, input, keptOfServices),
    });
    return jsonResponse(201, shownPrincipal(made));
  }
  const wanted = id.toLowerCase();
  const record = all.find((one) => one.objectId === wanted || one.appId?.toLowerCase() === wanted);
  if (record && method === "POST" && (rest[0] === "addpassword" || rest[0] === "removepassword")) {
    // Secrets live with the application: a principal's own count the same.
    const application = record.appId === undefined ? undefined : await directory.application(record.appId);
    if (!application) throw notImplemented(call);
    const change = rest[0] === "addpassword" ? addPassword : removePassword;
    return change(deps, application, await bodyOf(call));
  }
  if (record && method === "GET" && rest[0] === "owners") return listOf(call, []);
  return onPrincipal(deps, call, record, (input, before) => common(before, input, keptOfServices));
}

function common(before: PrincipalRecord, input: JsonObject, kept: readonly string[]): PrincipalRecord {
  const { more: _more, ...rest } = before;
  const { accountEnabled } = input;
  return {
    ...rest,
    displayName: text(input, "displayName") ?? before.displayName,
    ...(typeof accountEnabled === "boolean" ? { accountEnabled } : {}),
    ...remainder(before.more, input, kept),
  };
}

async function ofKind(
  { directory }: GraphDeps,
  wanted: (kind: PrincipalRecord["kind"]) => boolean,
): Promise<readonly PrincipalRecord[]> {
  return (await directory.list()).filter(({ kind }) => wanted(kind));
}

/** GET, PATCH, DELETE of one principal, and what asks for its groups. */
export async function onPrincipal(
  deps: GraphDeps,
  call: GraphCall,
  record: PrincipalRecord | undefined,
  change: (input: JsonObject, before: PrincipalRecord) => PrincipalRecord,
): Promise<HttpResponse> {
  const { method, id, rest } = call;
  if (!record) throw new GraphRefusal("notFound", { id: id ?? "" });
  if (isMembershipQuestion(rest[0])) return membershipAnswer(deps, call, record.objectId);
  if (rest.length > 0) throw notImplemented(call);
  switch (method) {
    case "GET":
      return jsonResponse(200, shownPrincipal(record));
    case "PATCH":
      await deps.directory.put(change(await bodyOf(call), record));
      return emptyResponse(204);
    case "DELETE":
      await deps.directory.remove(record.objectId);
      return emptyResponse(204);
    default:
      throw notImplemented(call);
  }
}
