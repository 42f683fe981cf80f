import { fieldErrors } from "../errors/field-error.ts";
import { statusErrors } from "../errors/status-errors.ts";
import type { StatusError } from "../errors/status.ts";
import type { FieldValidation } from "../kube-schema.ts";
import { parseApiVersion } from "../registry/resource-definition.ts";

/** `Deployment in version "v1" cannot be handled as a Deployment: …`. */
export function cannotHandle(
  given: { readonly apiVersion: string; readonly kind: string },
  kind: string,
  cause: string,
): StatusError {
  return statusErrors.badRequest(
    `${given.kind} in version ${JSON.stringify(parseApiVersion(given.apiVersion).version)} cannot be handled as a ${kind}: ${cause}`,
  );
}

/** The refusal of a decoded body: about the patch if one made it, else as `wrap` words it. */
export function refuseBody(
  cause: string,
  options: { readonly patchText?: string },
  wrap: (cause: string) => StatusError,
): StatusError {
  if (options.patchText === undefined) return wrap(cause);
  return statusErrors.invalid({ group: "", kind: "" }, "", [fieldErrors.invalid("patch", options.patchText, cause)]);
}

/** Sorts strict problems into warnings or a refusal's text, as `fieldValidation` asks. */
export function meetStrictProblems(
  problems: readonly string[],
  mode: FieldValidation,
): { readonly warnings: readonly string[]; readonly refusal?: string } {
  if (problems.length === 0 || mode === "Ignore") return { warnings: [] };
  if (mode === "Warn") return { warnings: problems };
  return { warnings: [], refusal: `strict decoding error: ${problems.join(", ")}` };
}

/** `unknown field "spec.foo"`. */
export const unknownField = (path: string): string => `unknown field ${JSON.stringify(path)}`;
