import type { GroupKind, GroupResource } from "../object.ts";
import { aggregateFieldErrors, causeReasons, fieldErrorBody } from "./field-error.ts";
import type { FieldError } from "./field-error.ts";
import { failure, StatusError } from "./status.ts";
import type { StatusCause, StatusDetails, StatusReason } from "./status.ts";

/** `daemonsets.apps`, or `pods` for the core group. */
export function qualifiedResource(resource: GroupResource): string {
  return resource.group === "" ? resource.resource : `${resource.resource}.${resource.group}`;
}

function qualifiedKind(kind: GroupKind): string {
  return kind.group === "" ? kind.kind : `${kind.kind}.${kind.group}`;
}

function details(resource: GroupResource, name: string): StatusDetails {
  return {
    ...(name === "" ? {} : { name }),
    ...(resource.group === "" ? {} : { group: resource.group }),
    kind: resource.resource,
  };
}

function make(reason: StatusReason, message: string, more?: StatusDetails, code?: number): StatusError {
  return new StatusError(failure(reason, message, more, code));
}

/** The catalog: every way a request is refused, with the API server's words and details. */
export const statusErrors = {
  badRequest: (message: string) => make("BadRequest", message),
  unauthorized: (message = "Unauthorized") => make("Unauthorized", message),
  /** `cause` is the authorizer's or the admission plug-in's sentence. */
  forbidden: (resource: GroupResource, name: string, cause: string) =>
    make(
      "Forbidden",
      resource.resource === ""
        ? `forbidden: ${cause}`
        : name === ""
          ? `${qualifiedResource(resource)} is forbidden: ${cause}`
          : `${qualifiedResource(resource)} ${JSON.stringify(name)} is forbidden: ${cause}`,
      details(resource, name),
    ),
  notFound: (resource: GroupResource, name: string) =>
    make("NotFound", `${qualifiedResource(resource)} ${JSON.stringify(name)} not found`, details(resource, name)),
  /** For paths that name nothing known. */
  pathNotFound: () => make("NotFound", "the server could not find the requested resource", {}),
  alreadyExists: (resource: GroupResource, name: string) =>
    make(
      "AlreadyExists",
      `${qualifiedResource(resource)} ${JSON.stringify(name)} already exists`,
      details(resource, name),
    ),
  /** A generated name met an existing object. */
  generatedNameConflict: (resource: GroupResource, name: string) =>
    make(
      "AlreadyExists",
      `${qualifiedResource(resource)} ${JSON.stringify(name)} already exists, the server was not able to generate a unique name for the object`,
      { ...details(resource, name), retryAfterSeconds: 1 },
    ),
  conflict: (resource: GroupResource, name: string, cause: string) =>
    make(
      "Conflict",
      `Operation cannot be fulfilled on ${qualifiedResource(resource)} ${JSON.stringify(name)}: ${cause}`,
      details(resource, name),
    ),
  /** The optimistic lock failed. */
  modified: (resource: GroupResource, name: string) =>
    statusErrors.conflict(
      resource,
      name,
      "the object has been modified; please apply your changes to the latest version and try again",
    ),
  /** Server-side apply met fields of other managers. */
  applyConflict: (causes: readonly StatusCause[], message: string) => make("Conflict", message, { causes }),
  invalid: (kind: GroupKind, name: string, errors: readonly FieldError[]) =>
    make("Invalid", `${qualifiedKind(kind)} ${JSON.stringify(name)} is invalid: ${aggregateFieldErrors(errors)}`, {
      ...(name === "" ? {} : { name }),
      ...(kind.group === "" ? {} : { group: kind.group }),
      kind: kind.kind,
      causes: errors.map((error) => ({
        reason: causeReasons[error.type],
        message: fieldErrorBody(error),
        field: error.field,
      })),
    }),
  /** A patch that is well formed but cannot be carried out; the API server tells no more. */
  rejectedPatch: (cause?: unknown) =>
    new StatusError(
      failure("Invalid", "the server rejected our request due to an error in our request", {}),
      cause === undefined ? undefined : { cause },
    ),
  methodNotAllowed: (resource: GroupResource, verb: string) =>
    make(
      "MethodNotAllowed",
      `${verb} is not supported on resources of kind ${JSON.stringify(qualifiedResource(resource))}`,
      {
        ...details(resource, ""),
      },
    ),
  notAcceptable: (accepted: readonly string[]) =>
    make("NotAcceptable", `only the following media types are accepted: ${accepted.join(", ")}`),
  unsupportedMediaType: (accepted: readonly string[]) =>
    make(
      "UnsupportedMediaType",
      `the body of the request was in an unknown format - accepted media types include: ${accepted.join(", ")}`,
    ),
  tooLarge: (message: string) => make("RequestEntityTooLarge", message),
  /** The watch or continue position is no longer kept. */
  expired: (message: string) => make("Expired", message),
  gone: (message: string) => make("Gone", message),
  tooManyRequests: (message: string, retryAfterSeconds: number) =>
    make("TooManyRequests", message, { retryAfterSeconds }),
  timeout: (message: string, retryAfterSeconds: number) =>
    make("Timeout", `Timeout: ${message}`, { retryAfterSeconds }),
  serverTimeout: (resource: GroupResource, verb: string, retryAfterSeconds: number) =>
    make(
      "ServerTimeout",
      `The ${verb} operation against ${qualifiedResource(resource)} could not be completed at this time, please try again.`,
      {
        ...details(resource, verb),
        retryAfterSeconds,
      },
    ),
  internal: (message: string) =>
    make("InternalError", `Internal error occurred: ${message}`, { causes: [{ message }] }),
  /** A failure that the API server answers with 500 and no reason at all. */
  unknown: (message: string) =>
    new StatusError({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, code: 500 }),
  serviceUnavailable: (message: string) => make("ServiceUnavailable", message),
  /** Something that byocni names but does not do. */
  notImplemented: (message: string) => make("NotImplemented", message),
} as const;
