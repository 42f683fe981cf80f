import { fieldErrors } from "../errors/field-error.ts";
import type {
  ConfigMap,
  LimitRange,
  Namespace,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  ResourceQuota,
  Secret,
} from "../model/core-v1.gen.ts";
import { isCidr } from "../custom/formats.ts";
import { at, keyed } from "./check.ts";
import type { Check } from "./check.ts";
import { byteLength, configKeyProblems, qualifiedNameProblems } from "./names.ts";
import { checkPodSpec, checkTaints } from "./pod-spec.ts";
import { parseQuantity } from "../quantity/quantity.ts";

const sizeLimit = 1024 * 1024;

/** Bytes that a base64 text stands for. */
function decodedLength(text: string): number {
  return Math.floor((text.length * 3) / 4) - (text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0);
}

export function checkConfigMap(check: Check, map: ConfigMap): void {
  let size = 0;
  for (const [key, value] of Object.entries(map.data ?? {})) {
    check.format(keyed("data", key), key, configKeyProblems(key));
    if (Object.hasOwn(map.binaryData ?? {}, key))
      check.invalid(keyed("data", key), key, "duplicate of key present in binaryData");
    size += byteLength(value);
  }
  for (const [key, value] of Object.entries(map.binaryData ?? {})) {
    check.format(keyed("binaryData", key), key, configKeyProblems(key));
    size += decodedLength(value);
  }
  if (size > sizeLimit) check.add(fieldErrors.tooLong("", sizeLimit));
}

export function checkConfigMapUpdate(check: Check, map: ConfigMap, old: ConfigMap): void {
  if (old.immutable !== true) return;
  const detail = "field is immutable when `immutable` is set";
  if (map.immutable !== true) check.forbidden("immutable", detail);
  for (const key of ["data", "binaryData"] as const)
    if (JSON.stringify(map[key] ?? {}) !== JSON.stringify(old[key] ?? {})) check.forbidden(key, detail);
}

/** Keys that a type of Secret must hold. */
const secretKeys: Readonly<Record<string, readonly string[]>> = {
  "kubernetes.io/tls": ["tls.crt", "tls.key"],
  "kubernetes.io/ssh-auth": ["ssh-privatekey"],
  "kubernetes.io/dockerconfigjson": [".dockerconfigjson"],
  "kubernetes.io/dockercfg": [".dockercfg"],
};

export function checkSecret(check: Check, secret: Secret): void {
  let size = 0;
  for (const [key, value] of Object.entries(secret.data ?? {})) {
    check.format(keyed("data", key), key, configKeyProblems(key));
    size += decodedLength(value);
  }
  if (size > sizeLimit) check.add(fieldErrors.tooLong("data", sizeLimit));
  const type = secret.type ?? "";
  for (const key of Object.hasOwn(secretKeys, type) ? (secretKeys[type] ?? []) : []) {
    const value = secret.data?.[key];
    if (value === undefined) check.required(keyed("data", key));
    else if (key.startsWith(".docker") && !isJson(value))
      check.invalid(keyed("data", key), "<secret contents redacted>", "unexpected end of JSON input");
  }
  if (type === "kubernetes.io/basic-auth" && !secret.data?.["username"] && !secret.data?.["password"]) {
    check.required(keyed("data", "username"));
    check.required(keyed("data", "password"));
  }
  if (
    type === "kubernetes.io/service-account-token" &&
    !secret.metadata.annotations?.["kubernetes.io/service-account.name"]
  )
    check.required(keyed("metadata.annotations", "kubernetes.io/service-account.name"));
}

function isJson(base64: string): boolean {
  try {
    JSON.parse(Buffer.from(base64, "base64").toString("utf8"));
    return true;
  } catch {
    return false;
  }
}

export function checkSecretUpdate(check: Check, secret: Secret, old: Secret): void {
  check.immutable("type", secret.type, old.type);
  if (old.immutable !== true) return;
  const detail = "field is immutable when `immutable` is set";
  if (secret.immutable !== true) check.forbidden("immutable", detail);
  if (JSON.stringify(secret.data ?? {}) !== JSON.stringify(old.data ?? {})) check.forbidden("data", detail);
}

export function checkNamespace(check: Check, namespace: Namespace): void {
  for (const finalizer of namespace.spec.finalizers ?? []) {
    check.format("spec.finalizers", finalizer, qualifiedNameProblems(finalizer));
    if (!finalizer.includes("/") && finalizer !== "kubernetes")
      check.invalid(
        "spec.finalizers",
        finalizer,
        "name is neither a standard finalizer name nor is it fully qualified",
      );
  }
}

export function checkNode(check: Check, node: Node): void {
  checkTaints(check, node.spec.taints ?? [], "spec.taints");
  for (const [index, range] of (node.spec.podCIDRs ?? []).entries())
    if (!isCidr(range))
      check.invalid(
        at("spec.podCIDRs", index),
        range,
        "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)",
      );
  if (node.spec.podCIDR && node.spec.podCIDRs && node.spec.podCIDRs[0] !== node.spec.podCIDR)
    check.invalid("spec.podCIDRs", node.spec.podCIDRs, "must match `podCIDR`");
}

export function checkNodeUpdate(check: Check, node: Node, old: Node): void {
  if ((old.spec.podCIDRs ?? []).length > 0 && JSON.stringify(node.spec.podCIDRs) !== JSON.stringify(old.spec.podCIDRs))
    check.forbidden("spec.podCIDRs", 'node updates may not change podCIDR except from "" to valid');
  if (old.spec.providerID && node.spec.providerID !== old.spec.providerID)
    check.forbidden("spec.providerID", 'node updates may not change providerID except from "" to valid');
}

export function checkPod(check: Check, pod: Pod): void {
  checkPodSpec(check, pod.spec, "spec");
}

const accessModes = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];

function checkAccessModes(check: Check, modes: readonly string[], path: string): void {
  if (modes.length === 0) check.required(path, "at least 1 access mode is required");
  for (const mode of modes)
    if (!accessModes.includes(mode)) check.add(fieldErrors.notSupported(path, mode, accessModes));
}

export function checkClaim(check: Check, { spec }: PersistentVolumeClaim): void {
  checkAccessModes(check, spec.accessModes ?? [], "spec.accessModes");
  const storage = spec.resources?.requests?.["storage"];
  if (storage === undefined) check.required(keyed("spec.resources", "storage"));
  else if ((parseQuantity(storage)?.nano ?? 0n) <= 0n)
    check.invalid(keyed("spec.resources", "storage"), storage, "must be greater than zero");
}

export function checkVolume(check: Check, { spec }: PersistentVolume): void {
  checkAccessModes(check, spec.accessModes ?? [], "spec.accessModes");
  if (Object.keys(spec.capacity ?? {}).length === 0) check.required("spec.capacity");
  else if (Object.keys(spec.capacity ?? {}).join() !== "storage")
    check.add(fieldErrors.notSupported("spec.capacity", spec.capacity, ["storage"]));
  check.oneOf("spec.persistentVolumeReclaimPolicy", spec.persistentVolumeReclaimPolicy, [
    "Delete",
    "Recycle",
    "Retain",
  ]);
}

export function checkResourceQuota(check: Check, { spec }: ResourceQuota): void {
  for (const [name, value] of Object.entries(spec.hard ?? {})) {
    check.format(keyed("spec.hard", name), name, qualifiedNameProblems(name));
    if ((parseQuantity(value)?.nano ?? 0n) < 0n)
      check.invalid(keyed("spec.hard", name), value, "must be greater than or equal to 0");
  }
}

export function checkLimitRange(check: Check, { spec }: LimitRange): void {
  const seen = new Set<string>();
  for (const [index, item] of (spec.limits ?? []).entries()) {
    const path = at("spec.limits", index);
    check.format(`${path}.type`, item.type, qualifiedNameProblems(item.type));
    if (seen.has(item.type)) check.duplicate(`${path}.type`, item.type);
    seen.add(item.type);
  }
}
