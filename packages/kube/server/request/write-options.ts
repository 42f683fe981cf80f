import type { HttpRequest } from "@byocni/base/http";
import { type FieldError, fieldErrors, type FieldValidation, statusErrors } from "@byocni/kube/schema";
import { isTrue } from "./request-info.ts";

/** Query options of create, update and patch. */
export interface WriteOptions {
  readonly dryRun: boolean;
  readonly fieldManager: string;
  readonly fieldValidation: FieldValidation;
  /** Only for server-side apply. */
  readonly force: boolean;
}

const optionKinds = { create: "CreateOptions", update: "UpdateOptions", patch: "PatchOptions" } as const;
const validations: ReadonlySet<string> = new Set(["Ignore", "Warn", "Strict"]);
const maxManagerLength = 128;

/** @throws StatusError Invalid */
export function readWriteOptions(request: HttpRequest, verb: keyof typeof optionKinds, isApply: boolean): WriteOptions {
  const { query } = request;
  const errors: FieldError[] = [];
  const dryRun = query.getAll("dryRun").filter((item) => item !== "");
  if (dryRun.some((item) => item !== "All")) errors.push(fieldErrors.notSupported("dryRun", dryRun, ["All"]));
  const validation = query.get("fieldValidation") || "Warn";
  if (!validations.has(validation))
    errors.push(fieldErrors.notSupported("fieldValidation", validation, ["Ignore", "Strict", "Warn"]));
  const manager = query.get("fieldManager") ?? "";
  if (manager.length > maxManagerLength) errors.push(fieldErrors.tooLong("fieldManager", maxManagerLength));
  // The API asks for printable characters.
  if (/[^\P{C}]/u.test(manager))
    errors.push(fieldErrors.invalid("fieldManager", manager, "should only contain printable characters"));
  const force = isTrue(query.get("force"));
  if (isApply && manager === "") errors.push(fieldErrors.required("fieldManager", "is required for apply patch"));
  if (verb === "patch" && !isApply && query.get("force"))
    errors.push(fieldErrors.forbidden("force", "may not be specified for non-apply patch"));
  if (errors.length > 0) throw statusErrors.invalid({ group: "meta.k8s.io", kind: optionKinds[verb] }, "", errors);
  return {
    dryRun: dryRun.length > 0,
    fieldManager: manager || managerOf(request.headers["user-agent"]),
    fieldValidation: validation as FieldValidation,
    force,
  };
}

/** The name of the program, as far as its User-Agent tells: `kubectl` of `kubectl/v1.34.0 (linux/amd64)`. */
function managerOf(userAgent: string | undefined): string {
  const name = (userAgent ?? "").split("/")[0] ?? "";
  return (name || "unknown").slice(0, maxManagerLength);
}
