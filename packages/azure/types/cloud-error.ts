import type { Json } from "@byocni/base/core";

/** One error of Resource Manager's error tree. */
export interface CloudErrorBody {
  readonly code: string;
  readonly message: string;
  readonly target?: string;
  readonly details?: readonly CloudErrorBody[];
  readonly additionalInfo?: readonly { readonly type: string; readonly info: Json }[];
}

/** The body of every refused request. */
export interface CloudError {
  readonly error: CloudErrorBody;
}

/** What can be added to an error of a table. */
export interface ArmErrorExtras {
  readonly target?: string | undefined;
  readonly details?: readonly CloudErrorBody[] | undefined;
  readonly additionalInfo?: CloudErrorBody["additionalInfo"] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly cause?: unknown;
}

/** A request that is refused the way Resource Manager refuses it. Built only by a table: see {@link armErrors}. */
export class ArmError extends Error {
  override readonly name = "ArmError";
  readonly status: number;
  readonly code: string;
  readonly target: string | undefined;
  readonly details: readonly CloudErrorBody[] | undefined;
  readonly additionalInfo: CloudErrorBody["additionalInfo"] | undefined;
  /** Extra response headers, lower case. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, extras: ArmErrorExtras = {}) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.status = status;
    this.code = code;
    this.target = extras.target;
    this.details = extras.details;
    this.additionalInfo = extras.additionalInfo;
    this.headers = extras.headers ?? {};
  }

  /** The same error with more added to it. */
  with(extras: ArmErrorExtras): ArmError {
    return new ArmError(this.status, this.code, this.message, {
      target: extras.target ?? this.target,
      details: extras.details ?? this.details,
      additionalInfo: extras.additionalInfo ?? this.additionalInfo,
      headers: { ...this.headers, ...extras.headers },
      cause: extras.cause ?? this.cause,
    });
  }

  /** The error as it stands in a response, an operation or a details list. */
  body(): CloudErrorBody {
    return {
      code: this.code,
      message: this.message,
      ...(this.target === undefined ? {} : { target: this.target }),
      ...(this.details === undefined ? {} : { details: this.details }),
      ...(this.additionalInfo === undefined ? {} : { additionalInfo: this.additionalInfo }),
    };
  }

  /** The envelope `{"error": …}`. */
  envelope(): CloudError {
    return { error: this.body() };
  }
}

/** A row of an error table. */
export interface ArmErrorRow {
  readonly status: number;
  /** Only when it differs from the row's key: several rows may share one code. */
  readonly code?: string;
  /** Text with `{name}` places. */
  readonly message: string;
  /** Where code and text are known from. */
  readonly source: string;
}

type Places<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}` ? Place | Places<Rest> : never;

type Builder<Text extends string> = [Places<Text>] extends [never]
  ? (params?: Readonly<Record<string, never>>, extras?: ArmErrorExtras) => ArmError
  : (params: Readonly<Record<Places<Text>, string | number>>, extras?: ArmErrorExtras) => ArmError;

/** The builders of a table: `errors.ResourceGroupNotFound({ name })`. */
export type ArmErrorBuilders<Rows extends Readonly<Record<string, ArmErrorRow>>> = {
  readonly [Key in keyof Rows]: Builder<Rows[Key]["message"]>;
};

/**
 * Makes one builder a row of an error table. The places of the message are checked by the compiler.
 * The table itself stays plain data, so that the documentation can be generated from it.
 */
export function armErrors<const Rows extends Readonly<Record<string, ArmErrorRow>>>(
  rows: Rows,
): ArmErrorBuilders<Rows> {
  const builders: Record<string, unknown> = {};
  for (const [key, row] of Object.entries(rows)) {
    builders[key] = (params: Readonly<Record<string, string | number>> = {}, extras?: ArmErrorExtras) =>
      new ArmError(row.status, row.code ?? key, fill(row.message, params), extras);
  }
  return builders as ArmErrorBuilders<Rows>;
}

function fill(template: string, params: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{([A-Za-z]+)\}/g, (place, name: string) => String(params[name] ?? place));
}

/** Turns a received error body back into a fault, for errors that cross an operation or an in-process call. */
export function armErrorFromBody(status: number, body: CloudErrorBody): ArmError {
  return new ArmError(status, body.code, body.message, {
    target: body.target,
    details: body.details,
    additionalInfo: body.additionalInfo,
  });
}
