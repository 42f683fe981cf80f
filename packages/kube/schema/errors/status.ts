/** `details.causes[]` of a Status. */
export type StatusCause = {
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly field?: string | undefined;
};

export type StatusDetails = {
  readonly name?: string | undefined;
  readonly group?: string | undefined;
  readonly kind?: string | undefined;
  readonly uid?: string | undefined;
  readonly causes?: readonly StatusCause[] | undefined;
  readonly retryAfterSeconds?: number | undefined;
};

/** The body of a refused request (and of some deletes): `kind: Status` of `v1`. */
export type Status = {
  readonly kind: "Status";
  readonly apiVersion: "v1";
  readonly metadata: { readonly resourceVersion?: string | undefined };
  readonly status: "Success" | "Failure";
  readonly message?: string | undefined;
  readonly reason?: StatusReason | undefined;
  readonly details?: StatusDetails | undefined;
  readonly code: number;
};

/** Every reason that this API answers with, and its HTTP code. */
export const statusCodes = {
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  AlreadyExists: 409,
  Conflict: 409,
  Gone: 410,
  Expired: 410,
  RequestEntityTooLarge: 413,
  UnsupportedMediaType: 415,
  Invalid: 422,
  TooManyRequests: 429,
  InternalError: 500,
  NotImplemented: 501,
  ServiceUnavailable: 503,
  ServerTimeout: 500,
  Timeout: 504,
} as const;

export type StatusReason = keyof typeof statusCodes;

/** A refused Kubernetes request. Built only by {@link statusErrors}; clients rebuild it from a response. */
export class StatusError extends Error {
  override readonly name = "StatusError";
  readonly status: Status;
  constructor(status: Status, options?: ErrorOptions) {
    super(status.message ?? status.reason ?? "", options);
    this.status = status;
  }
  get code(): number {
    return this.status.code;
  }
  get reason(): StatusReason | undefined {
    return this.status.reason;
  }
}

/** True for a StatusError with this reason. */
export function isStatusError(error: unknown, reason?: StatusReason): error is StatusError {
  return error instanceof StatusError && (reason === undefined || error.status.reason === reason);
}

/** Makes a failure Status; the code follows from the reason unless given. */
export function failure(reason: StatusReason, message: string, details?: StatusDetails, code?: number): Status {
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message,
    reason,
    ...(details ? { details } : {}),
    code: code ?? statusCodes[reason],
  };
}
