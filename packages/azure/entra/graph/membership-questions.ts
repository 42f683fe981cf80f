import { jsonResponse, type HttpResponse } from "@byocni/base/http";
import { bodyOf, listOf, type GraphCall, type GraphDeps } from "./graph-call.ts";
import { shownPrincipal } from "./show.ts";

const questions = [
  "getmembergroups",
  "getmemberobjects",
  "checkmembergroups",
  "checkmemberobjects",
  "transitivememberof",
  "memberof",
];

export function isMembershipQuestion(segment: string | undefined): boolean {
  return segment !== undefined && questions.includes(segment);
}

/** In which groups an object is: ids, or the groups themselves. */
export async function membershipAnswer(deps: GraphDeps, call: GraphCall, objectId: string): Promise<HttpResponse> {
  const { membership } = deps.directory;
  const [question] = call.rest;
  if (question === "memberof" || question === "transitivememberof") {
    const ids = await (question === "memberof" ? membership.direct(objectId) : membership.transitive(objectId));
    const groups = await Promise.all(ids.map((id) => deps.directory.get(id)));
    return listOf(call, groups.filter((one) => one !== undefined).map(shownPrincipal));
  }
  const all = await membership.transitive(objectId);
  if (question === "getmembergroups" || question === "getmemberobjects") return jsonResponse(200, { value: all });
  const input = await bodyOf(call);
  const asked = input["groupIds"] ?? input["ids"];
  const ids = Array.isArray(asked) ? asked.filter((id) => typeof id === "string") : [];
  return jsonResponse(200, { value: ids.filter((id) => all.includes(id.toLowerCase())) });
}
