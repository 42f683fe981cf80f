import { type authenticationv1, type corev1, fieldErrors, statusErrors } from "@byocni/kube/schema";
import type { BoundObject, ServiceAccountTokens } from "../authentication/service-account-tokens.ts";
import type { ResourceHandler } from "../endpoints/dispatch.ts";
import { findObject } from "../endpoints/get.ts";
import type { ResourceRequest } from "../endpoints/resource-request.ts";
import { respondValue } from "../endpoints/respond.ts";
import { timestamp } from "../registry/object-fields.ts";
import { readTyped } from "./read-type.ts";

const defaultSeconds = 3600;
const minSeconds = 600;
const maxSeconds = 2 ** 32;
const group = { group: "authentication.k8s.io", kind: "TokenRequest" };

/** `serviceaccounts/token`: a fresh token for an account. */
export function tokenSubresource(tokens: ServiceAccountTokens): ResourceHandler {
  return async (request) => {
    const { object } = await readTyped<authenticationv1.TokenRequest>(request, "authentication/v1.TokenRequest");
    await request.core.storage.current();
    const account = findObject(request).value as unknown as corev1.ServiceAccount;
    const { spec } = object;
    const seconds = spec.expirationSeconds ?? defaultSeconds;
    check(seconds);
    const bound = spec.boundObjectRef ? boundObject(request, spec.boundObjectRef) : undefined;
    const { token, expires } = tokens.issue({
      account,
      audiences: spec.audiences ?? [],
      expirationSeconds: seconds,
      ...bound,
    });
    const { name, namespace } = account.metadata;
    const audiences = spec.audiences?.length ? spec.audiences : tokens.audiences;
    return respondValue(201, {
      kind: "TokenRequest",
      apiVersion: "authentication.k8s.io/v1",
      metadata: { name, namespace, creationTimestamp: timestamp(request.core.clock.now()) },
      spec: { ...spec, audiences, expirationSeconds: seconds, boundObjectRef: spec.boundObjectRef ?? null },
      status: { token, expirationTimestamp: timestamp(expires) },
    });
  };
}

function check(seconds: number): void {
  const detail =
    seconds < minSeconds
      ? "may not specify a duration less than 10 minutes"
      : seconds > maxSeconds
        ? "may not specify a duration larger than 2^32 seconds"
        : undefined;
  if (detail) throw statusErrors.invalid(group, "", [fieldErrors.invalid("spec.expirationSeconds", seconds, detail)]);
}

function boundObject(
  { core, context }: ResourceRequest,
  ref: authenticationv1.BoundObjectReference,
): { readonly bound: BoundObject; readonly node?: { readonly name: string; readonly uid: string } } {
  const plurals: Readonly<Record<string, string>> = { Pod: "pods", Secret: "secrets", Node: "nodes" };
  const plural = plurals[ref.kind ?? ""];
  if (!plural || (ref.apiVersion ?? "v1") !== "v1")
    throw statusErrors.badRequest(
      `cannot bind token for serviceaccount ${JSON.stringify(context.info.name)} to object of type ${ref.apiVersion ?? ""}, Kind=${ref.kind ?? ""}`,
    );
  const namespace = plural === "nodes" ? "" : context.info.namespace;
  const name = ref.name ?? "";
  const found = core.resources.find("", "v1", plural)?.cache.get(namespace, name)?.value as corev1.Pod | undefined;
  if (!found) throw statusErrors.notFound({ group: "", resource: plural }, name);
  const { uid = "" } = found.metadata;
  if (ref.uid && ref.uid !== uid)
    throw statusErrors.conflict(
      { group: "", resource: plural },
      name,
      `the UID in the bound object reference (${ref.uid}) does not match the UID in record. The object might have been deleted and then recreated`,
    );
  const bound: BoundObject = { kind: ref.kind as BoundObject["kind"], name, uid };
  const nodeName = plural === "pods" ? found.spec?.nodeName : undefined;
  const node = nodeName ? core.resources.find("", "v1", "nodes")?.cache.get("", nodeName) : undefined;
  const nodeUid = (node?.value["metadata"] as { readonly uid?: string } | undefined)?.uid;
  return nodeName && nodeUid ? { bound, node: { name: nodeName, uid: nodeUid } } : { bound };
}
