import { emptyResponse, jsonResponse, type HttpResponse } from "@byocni/base/http";
import type { PrincipalRecord } from "../principal-record.ts";
import { referenced } from "./applications.ts";
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
import { onPrincipal } from "./principals.ts";
import { shownPrincipal } from "./show.ts";

const kept = ["id", "displayName", "members@odata.bind", "owners@odata.bind"];

/** `/groups` and who is in them. Roles that are given to a group are its members' roles. */
export async function groups(deps: GraphDeps, call: GraphCall): Promise<HttpResponse> {
  const { directory } = deps;
  const { method, id, rest } = call;
  const all = (await directory.list()).filter(({ kind }) => kind === "group");
  if (id === undefined) {
    if (method === "GET") return listOf(call, all.map(shownPrincipal));
    if (method === "POST") return create(deps, call);
    throw notImplemented(call);
  }
  const record = all.find(({ objectId }) => objectId === id.toLowerCase());
  if (record && (rest[0] === "members" || rest[0] === "transitivemembers")) return members(deps, call, record);
  if (record && method === "GET" && rest[0] === "owners") return listOf(call, []);
  return onPrincipal(deps, call, record, (input, before) => {
    const { more: _more, ...others } = before;
    return {
      ...others,
      displayName: text(input, "displayName") ?? before.displayName,
      ...remainder(before.more, input, kept),
    };
  });
}

async function create({ directory, random }: GraphDeps, call: GraphCall): Promise<HttpResponse> {
  const input = await bodyOf(call);
  const displayName = required(input, "displayName", "Group");
  required(input, "mailNickname", "Group");
  for (const property of ["mailEnabled", "securityEnabled"])
    if (typeof input[property] !== "boolean") throw new GraphRefusal("missingValue", { property, resource: "Group" });
  const record = await directory.put({
    kind: "group",
    objectId: random.uuid(),
    displayName,
    ...remainder(undefined, input, kept),
  });
  const bound = input["members@odata.bind"];
  for (const reference of Array.isArray(bound) ? bound : []) {
    await directory.membership.add(record.objectId, referenced({ "@odata.id": reference }));
  }
  return jsonResponse(201, shownPrincipal(record));
}

async function members(deps: GraphDeps, call: GraphCall, group: PrincipalRecord): Promise<HttpResponse> {
  const { directory } = deps;
  const { membership } = directory;
  const [kind, member] = call.rest;
  if (call.method === "GET") {
    const ids = await membership.members(group.objectId);
    const found = await Promise.all(
      (kind === "members" ? ids : await below(deps, group.objectId)).map((id) => directory.get(id)),
    );
    return listOf(call, found.filter((one) => one !== undefined).map(shownPrincipal));
  }
  if (call.method === "POST" && kind === "members") {
    const id = referenced(await bodyOf(call));
    if (!(await directory.get(id))) throw new GraphRefusal("notFound", { id });
    if (!(await membership.add(group.objectId, id))) throw new GraphRefusal("alreadyMember", { property: "members" });
    return emptyResponse(204);
  }
  if (call.method === "DELETE" && kind === "members" && member !== undefined) {
    if (!(await membership.remove(group.objectId, member.toLowerCase())))
      throw new GraphRefusal("notFound", { id: member });
    return emptyResponse(204);
  }
  throw notImplemented(call);
}

/** Members of a group, and of the groups in it. */
async function below({ directory }: GraphDeps, group: string): Promise<readonly string[]> {
  const found = new Set<string>();
  const open = [group];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const member of await directory.membership.members(next)) {
      if (found.has(member)) continue;
      found.add(member);
      open.push(member);
    }
  }
  return [...found];
}
