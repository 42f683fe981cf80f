import type { JsonPath, TemplatePosition } from "../reader/positions.ts";
import { texts, wrappers, type TemplateErrorCode, type TextArguments, type TextKey } from "./catalog.ts";

/** Where in the template an error lies, as Resource Manager reports it. Line and position 0 and an empty path: unknown. */
export interface TemplateViolation {
  readonly type: "TemplateViolation";
  readonly info: { readonly lineNumber: number; readonly linePosition: number; readonly path: string };
}

/** An inner error, for outputs: one for each output that failed. */
export interface TemplateErrorDetail {
  readonly code: TemplateErrorCode;
  readonly target?: string;
  readonly message: string;
}

/** Where an error is reported. */
export interface ErrorPlace {
  readonly position?: TemplatePosition | undefined;
  /** As Resource Manager writes paths: `properties.template.resources[0].name`. */
  readonly path?: string;
  /** True where the service reports no place: the position is for code frames only. */
  readonly unreported?: boolean;
}

/** A template that Resource Manager refuses. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
  readonly code: TemplateErrorCode;
  /** The row of the catalog that gave the (inner) text. */
  readonly text: TextKey | undefined;
  readonly additionalInfo: readonly TemplateViolation[];
  readonly details: readonly TemplateErrorDetail[];
  /** Where it is in the text that was read, for code frames. */
  readonly position: TemplatePosition | undefined;

  constructor(init: {
    readonly code: TemplateErrorCode;
    readonly message: string;
    readonly text?: TextKey | undefined;
    readonly place?: ErrorPlace | undefined;
    readonly details?: readonly TemplateErrorDetail[];
    readonly cause?: unknown;
  }) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause });
    this.code = init.code;
    this.text = init.text;
    this.position = init.place?.position;
    this.details = init.details ?? [];
    const reported = init.place?.unreported === true ? undefined : init.place;
    this.additionalInfo = [
      {
        type: "TemplateViolation",
        info: {
          lineNumber: reported?.position?.lineNumber ?? 0,
          linePosition: reported?.position?.linePosition ?? 0,
          path: reported?.path ?? "",
        },
      },
    ];
  }
}

/** An inner failure on its way to the layer that knows the place; never leaves the module. */
export class ExpressionFault extends Error {
  override readonly name = "ExpressionFault";
  readonly text: TextKey;
  /** For complaints about a loop: where its definition stands below the value that was evaluated. */
  loopPath: JsonPath | undefined;
  constructor(text: TextKey, message: string) {
    super(message);
    this.text = text;
  }
}

/** The text of a catalog row. */
export function textOf<K extends TextKey>(key: K, ...args: TextArguments<K>): string {
  const text = texts[key].text as (...args: TextArguments<K>) => string;
  return text(...args);
}

/** An inner failure with the text of a catalog row. */
export function fault<K extends TextKey>(key: K, ...args: TextArguments<K>): ExpressionFault {
  return new ExpressionFault(key, textOf(key, ...args));
}

/** `InvalidTemplate` from the validation of a template. */
export function validationError<K extends TextKey>(
  place: ErrorPlace | undefined,
  key: K,
  ...args: TextArguments<K>
): TemplateError {
  return new TemplateError({
    code: "InvalidTemplate",
    message: wrappers.validation.text(textOf(key, ...args)),
    text: key,
    place,
  });
}

/** `InvalidTemplate` from reading the template: `reason Path '...', line L, position P.` */
export function parseError<K extends TextKey>(
  place: { readonly path: string; readonly line: number; readonly position: number },
  key: K,
  ...args: TextArguments<K>
): TemplateError {
  const message = `${textOf(key, ...args)} Path '${place.path}', line ${place.line}, position ${place.position}.`;
  return new TemplateError({
    code: "InvalidTemplate",
    message: wrappers.parse.text(message),
    text: key,
    place: {
      path: place.path,
      position: {
        offset: 0,
        end: 0,
        line: place.line,
        column: place.position,
        lineNumber: place.line,
        linePosition: place.position,
      },
    },
  });
}
