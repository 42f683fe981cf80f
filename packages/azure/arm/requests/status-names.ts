/** HTTP's names of statuses as Azure spells them in deployment operations and in the activity log. */
const names: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  204: "NoContent",
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  405: "MethodNotAllowed",
  409: "Conflict",
  412: "PreconditionFailed",
  413: "RequestEntityTooLarge",
  429: "TooManyRequests",
  500: "InternalServerError",
  501: "NotImplemented",
};

export function statusName(status: number): string {
  return names[status] ?? String(status);
}
