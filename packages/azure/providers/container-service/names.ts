import { createHash } from "node:crypto";

/** Cluster: 1 to 63 letters, digits, `-` and `_`, first and last a letter or digit. */
export const clusterNamePattern = /^[a-zA-Z0-9]$|^[a-zA-Z0-9][-_a-zA-Z0-9]{0,61}[a-zA-Z0-9]$/;

/** Linux pools: 1 to 12 lower-case letters and digits, first a letter. */
export const poolNamePattern = /^[a-z][a-z0-9]{0,11}$/;

/** `MC_{group}_{cluster}_{location}`. AKS takes no more than 80 characters and shortens nothing. */
export function nodeResourceGroupName(resourceGroup: string, cluster: string, location: string): string {
  return `MC_${resourceGroup}_${cluster}_${location}`;
}

/** Characters that a node resource group's name may have. */
export const nodeResourceGroupLimit = 80;

/** The eight digits that all scale sets of a cluster carry; the same cluster has the same ones. */
export function clusterDigits(uid: string): string {
  const number = createHash("sha256").update(uid).digest().readUInt32BE(0);
  return String(10_000_000 + (number % 90_000_000));
}

/** `aks-nodepool1-23902496-vmss` */
export function scaleSetName(pool: string, uid: string): string {
  return `aks-${pool}-${clusterDigits(uid)}-vmss`;
}

/** `{dnsPrefix}-{8 letters and digits}.hcp.{location}.azmk8s.io`; `portal` gives the one of the Azure portal. */
export function fqdnOf(dnsPrefix: string, uid: string, location: string, portal = false): string {
  const suffix = BigInt(`0x${createHash("sha256").update(`fqdn/${uid}`).digest("hex").slice(0, 12)}`)
    .toString(36)
    .padStart(8, "0")
    .slice(-8);
  return `${dnsPrefix}-${suffix}.${portal ? "portal." : ""}hcp.${location}.azmk8s.io`.toLowerCase();
}

/** What tells clusters of the same id apart: 24 hexadecimal digits. */
export function resourceUid(uid: string): string {
  return createHash("sha256").update(`resource/${uid}`).digest("hex").slice(0, 24);
}

/** A UUID that a cluster has always had under a name, for resources that AKS names so. */
export function stableUuid(uid: string, name: string): string {
  const hex = createHash("sha256").update(`${uid}/${name}`).digest("hex");
  const variant = (8 + (Number.parseInt(hex.slice(16, 17), 16) % 4)).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Index of a machine in its scale set, out of the node's name: six characters of base 36 at its end. */
export function machineIndex(node: string): number {
  return Number.parseInt(node.slice(-6), 36);
}

/** AKS shows tags of versions as they are, without the quotes of HTTP. */
export function bareTag(etag: string): string {
  return etag.replace(/^W\//, "").replaceAll('"', "");
}
