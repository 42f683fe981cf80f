import { type FieldError, fieldErrors, statusErrors } from "@byocni/kube/schema";
import { isTrue } from "./request-info.ts";

export interface ListOptions {
  readonly labelSelector: string;
  readonly fieldSelector: string;
  /** As the client sent it; "" if not at all. */
  readonly resourceVersion: string;
  /** The same as a number; undefined for "". */
  readonly revision: number | undefined;
  readonly resourceVersionMatch: "" | "Exact" | "NotOlderThan";
  readonly limit: number;
  readonly continue: string;
  readonly timeoutSeconds: number | undefined;
  readonly allowWatchBookmarks: boolean;
  readonly sendInitialEvents: boolean | undefined;
}

/** Options of list, watch and deletecollection. @throws StatusError BadRequest, Invalid */
export function readListOptions(query: URLSearchParams, isWatch: boolean): ListOptions {
  const resourceVersion = query.get("resourceVersion") ?? "";
  const match = query.get("resourceVersionMatch") ?? "";
  const sendInitialEvents = query.has("sendInitialEvents") ? isTrue(query.get("sendInitialEvents")) : undefined;
  const options: ListOptions = {
    labelSelector: query.get("labelSelector") ?? "",
    fieldSelector: query.get("fieldSelector") ?? "",
    resourceVersion,
    revision: readRevision(resourceVersion),
    resourceVersionMatch: match as ListOptions["resourceVersionMatch"],
    limit: readNumber(query, "limit") ?? 0,
    continue: query.get("continue") ?? "",
    timeoutSeconds: readNumber(query, "timeoutSeconds"),
    allowWatchBookmarks: isTrue(query.get("allowWatchBookmarks")),
    sendInitialEvents,
  };
  const errors = isWatch ? checkWatch(options, match) : checkList(options, match);
  if (errors.length > 0) throw statusErrors.invalid({ group: "meta.k8s.io", kind: "ListOptions" }, "", errors);
  return options;
}

function readNumber(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === "") return undefined;
  if (!/^-?\d+$/.test(text))
    throw statusErrors.badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  return Number(text);
}

function readRevision(text: string): number | undefined {
  if (text === "") return undefined;
  if (!/^\d+$/.test(text))
    throw statusErrors.invalid({ group: "meta.k8s.io", kind: "ListOptions" }, "", [
      fieldErrors.invalid(
        "resourceVersion",
        text,
        `strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`,
      ),
    ]);
  return Number(text);
}

function checkMatch(match: string): FieldError[] {
  return match !== "" && match !== "Exact" && match !== "NotOlderThan"
    ? [fieldErrors.notSupported("resourceVersionMatch", match, ["Exact", "NotOlderThan", ""])]
    : [];
}

function checkList(options: ListOptions, match: string): FieldError[] {
  const errors: FieldError[] = [];
  const forbid = (detail: string): number => errors.push(fieldErrors.forbidden("resourceVersionMatch", detail));
  if (options.sendInitialEvents !== undefined)
    errors.push(fieldErrors.forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
  if (match === "") return errors;
  if (options.resourceVersion === "") forbid("resourceVersionMatch is forbidden unless resourceVersion is provided");
  if (options.continue !== "") forbid("resourceVersionMatch is forbidden when continue is provided");
  errors.push(...checkMatch(match));
  if (match === "Exact" && options.resourceVersion === "0")
    forbid('resourceVersionMatch "exact" is forbidden for resourceVersion "0"');
  return errors;
}

function checkWatch(options: ListOptions, match: string): FieldError[] {
  const errors: FieldError[] = [];
  if (options.sendInitialEvents !== undefined) {
    if (match !== "NotOlderThan")
      errors.push(
        fieldErrors.forbidden(
          "resourceVersionMatch",
          "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan",
        ),
      );
  } else if (match !== "") {
    errors.push(
      fieldErrors.forbidden(
        "resourceVersionMatch",
        "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided",
      ),
    );
  }
  return errors;
}
