import type { JsonObject } from "@byocni/base/core";
import { emptyResponse, jsonResponse, type HttpResponse } from "@byocni/base/http";
import { stableId, type ApplicationRecord } from "../principal-record.ts";
import { addPassword, certificatesOf, federatedCredentials, removePassword } from "./credentials.ts";
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
import { shownApplication, shownPrincipal } from "./show.ts";

const kept = [
  "id",
  "appId",
  "displayName",
  "identifierUris",
  "keyCredentials",
  "passwordCredentials",
  "createdDateTime",
  "publisherDomain",
];

/** `/applications`: registrations and their credentials. */
export async function applications(deps: GraphDeps, call: GraphCall): Promise<HttpResponse> {
  const { directory } = deps;
  const { method, id, rest } = call;
  if (id === undefined) {
    if (method === "GET") return listOf(call, (await directory.applications()).map(shownApplication));
    if (method === "POST") return create(deps, await bodyOf(call));
    throw notImplemented(call);
  }
  const record = await directory.application(id);
  if (!record) throw new GraphRefusal("notFound", { id });
  switch (`${method} ${rest[0] ?? ""}`) {
    case "GET ":
      return jsonResponse(200, shownApplication(record));
    case "PATCH ":
      await directory.putApplication(changed(deps, record, await bodyOf(call)));
      return emptyResponse(204);
    case "DELETE ": {
      // The principal in the application's own tenant goes with it.
      const principal = await directory.byAppId(record.appId);
      if (principal) await directory.remove(principal.objectId);
      await directory.removeApplication(record.id);
      return emptyResponse(204);
    }
    case "POST addpassword":
      return addPassword(deps, record, await bodyOf(call));
    case "POST removepassword":
      return removePassword(deps, record, await bodyOf(call));
    case "GET owners":
      return owners(deps, call, record);
    case "POST owners":
    case "DELETE owners":
      return changeOwners(deps, call, record);
    default:
      if (rest[0] === "federatedidentitycredentials") return federatedCredentials(deps, call, record);
      throw notImplemented(call);
  }
}

async function create(deps: GraphDeps, input: JsonObject): Promise<HttpResponse> {
  const { directory, random, clock, tenantId } = deps;
  required(input, "displayName", "Application");
  const appId = random.uuid();
  const blank: ApplicationRecord = {
    id: stableId(tenantId, "application", appId),
    appId,
    displayName: "",
    identifierUris: [],
    secrets: [],
    createdDateTime: new Date(clock.now()).toISOString(),
  };
  const record = changed(deps, blank, input);
  await directory.putApplication(record);
  return jsonResponse(201, shownApplication(record));
}

function changed(deps: GraphDeps, record: ApplicationRecord, input: JsonObject): ApplicationRecord {
  const { more: _more, ...rest } = record;
  const { identifierUris, keyCredentials } = input;
  return {
    ...rest,
    displayName: text(input, "displayName") ?? record.displayName,
    identifierUris: Array.isArray(identifierUris)
      ? identifierUris.filter((uri) => typeof uri === "string")
      : record.identifierUris,
    ...(Array.isArray(keyCredentials)
      ? { certificates: certificatesOf(deps, keyCredentials, record.certificates ?? []) }
      : {}),
    ...remainder(record.more, input, kept),
  };
}

/** Owners are kept as Graph was told them: they give no rights here. */
function ownerIds(record: ApplicationRecord): readonly string[] {
  const ids = record.more?.["owners"];
  return Array.isArray(ids) ? ids.filter((one) => typeof one === "string") : [];
}

async function owners(deps: GraphDeps, call: GraphCall, record: ApplicationRecord): Promise<HttpResponse> {
  const found = await Promise.all(ownerIds(record).map((one) => deps.directory.get(one)));
  return listOf(call, found.filter((one) => one !== undefined).map(shownPrincipal));
}

async function changeOwners(deps: GraphDeps, call: GraphCall, record: ApplicationRecord): Promise<HttpResponse> {
  const ids = ownerIds(record);
  const given = call.method === "POST" ? referenced(await bodyOf(call)) : (call.rest[1] ?? "");
  if (call.method === "POST" && ids.includes(given)) throw new GraphRefusal("alreadyMember", { property: "owners" });
  if (!(await deps.directory.get(given))) throw new GraphRefusal("notFound", { id: given });
  const next = call.method === "POST" ? [...ids, given] : ids.filter((one) => one !== given);
  await deps.directory.putApplication({ ...record, more: { ...record.more, owners: next } });
  return emptyResponse(204);
}

/** The object id in `{"@odata.id": "https://…/directoryObjects/{id}"}`. @throws GraphRefusal */
export function referenced(input: JsonObject): string {
  const id = /\/([0-9a-f-]{36})$/i.exec(text(input, "@odata.id") ?? "")?.[1];
  if (id === undefined) throw new GraphRefusal("badRequest", { reason: "'@odata.id' must end in an object id." });
  return id.toLowerCase();
}
