import type { HttpRequest } from "@byocni/base/http";
import { fieldErrors, type KubeSchema, statusErrors } from "@byocni/kube/schema";
import { isJsonObject } from "@byocni/base/core";
import { readBody } from "./body.ts";
import { isTrue } from "./request-info.ts";

export interface DeleteOptions {
  readonly gracePeriodSeconds?: number | undefined;
  readonly propagationPolicy?: "Background" | "Foreground" | "Orphan" | undefined;
  readonly orphanDependents?: boolean | undefined;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string } | undefined;
  readonly dryRun: boolean;
}

const policies: ReadonlySet<unknown> = new Set(["Background", "Foreground", "Orphan"]);

/** Options of a delete, from its body or else its query. @throws StatusError BadRequest, Invalid */
export async function readDeleteOptions(schema: KubeSchema, request: HttpRequest): Promise<DeleteOptions> {
  const body = await readBody(schema, request, false);
  const value = body ? body.value : fromQuery(request.query);
  if (!isJsonObject(value)) throw statusErrors.badRequest("the delete options must be an object");
  if (body && value["kind"] !== undefined && value["kind"] !== "DeleteOptions")
    throw statusErrors.badRequest(
      `decoded object cannot be converted to DeleteOptions: got ${JSON.stringify(value["kind"])}`,
    );
  return checkDeleteOptions(value);
}

function fromQuery(query: URLSearchParams): Record<string, unknown> {
  const grace = query.get("gracePeriodSeconds");
  const policy = query.get("propagationPolicy");
  const orphan = query.get("orphanDependents");
  const dryRun = query.getAll("dryRun").filter((item) => item !== "");
  return {
    ...(grace ? { gracePeriodSeconds: Number(grace) } : {}),
    ...(policy ? { propagationPolicy: policy } : {}),
    ...(orphan ? { orphanDependents: isTrue(orphan) } : {}),
    ...(dryRun.length > 0 ? { dryRun } : {}),
  };
}

/** Checks options that are at hand. @throws StatusError BadRequest, Invalid */
export function checkDeleteOptions(value: Readonly<Record<string, unknown>>): DeleteOptions {
  const { gracePeriodSeconds, propagationPolicy, orphanDependents, preconditions, dryRun } = value;
  const errors = [];
  if (orphanDependents !== undefined && propagationPolicy !== undefined)
    errors.push(
      fieldErrors.invalid(
        "propagationPolicy",
        propagationPolicy,
        "orphanDependents and deletionPropagation cannot be both set",
      ),
    );
  if (propagationPolicy !== undefined && !policies.has(propagationPolicy))
    errors.push(
      fieldErrors.notSupported("propagationPolicy", propagationPolicy, ["Foreground", "Background", "Orphan"]),
    );
  if (dryRun !== undefined && !isDryRun(dryRun)) errors.push(fieldErrors.notSupported("dryRun", dryRun, ["All"]));
  if (gracePeriodSeconds !== undefined && !Number.isInteger(gracePeriodSeconds))
    throw statusErrors.badRequest(`invalid gracePeriodSeconds: ${JSON.stringify(gracePeriodSeconds)}`);
  if (errors.length > 0) throw statusErrors.invalid({ group: "meta.k8s.io", kind: "DeleteOptions" }, "", errors);
  return {
    // A negative period means the shortest one that is not immediate.
    gracePeriodSeconds:
      typeof gracePeriodSeconds === "number" && gracePeriodSeconds < 0 ? 1 : (gracePeriodSeconds as number | undefined),
    propagationPolicy: propagationPolicy as DeleteOptions["propagationPolicy"],
    orphanDependents: orphanDependents as boolean | undefined,
    preconditions: preconditions as DeleteOptions["preconditions"],
    dryRun: Array.isArray(dryRun) && dryRun.length > 0,
  };
}

function isDryRun(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => item === "All");
}
