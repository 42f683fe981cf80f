import {
  type Cidr,
  cidrContains,
  cidrSize,
  type Clock,
  formatAddress,
  formatCidr,
  nthAddress,
  parseAddress,
  type Random,
} from "@byocni/base/core";
import type { corev1 } from "@byocni/kube/schema";
import type { ObjectLookup } from "../../storage/object-lookup.ts";

export type IpFamily = "IPv4" | "IPv6";

/** Why a wished-for address or port cannot be had; the API server's words. */
export class AllocationError extends Error {
  override readonly name = "AllocationError";
}

/** Addresses and node ports of services. */
export interface ServiceNetwork {
  /** The families that the cluster has, its own first. */
  readonly families: readonly IpFamily[];
  /** @throws AllocationError */
  allocateAddress(family: IpFamily, wanted?: string): string;
  /** @throws AllocationError */
  allocatePort(wanted?: number): number;
}

const firstPort = 30_000;
const lastPort = 32_767;
/** How long a value stays taken while its service is on the way to the store. */
const reservedMs = 30_000;

/** Hands out what no service has. Services in the cache are the record; there is no other. */
export function createServiceNetwork(deps: {
  readonly cidrs: readonly Cidr[];
  readonly resources: ObjectLookup;
  readonly clock: Clock;
  readonly random: Random;
}): ServiceNetwork {
  const { cidrs, resources, clock, random } = deps;
  const reserved = new Map<string, number>();

  function taken(valuesOf: (service: corev1.Service) => readonly (number | string | undefined)[]): Set<string> {
    const now = clock.now();
    for (const [key, until] of reserved) if (until <= now) reserved.delete(key);
    const values = new Set(reserved.keys());
    for (const { value } of resources.find("", "v1", "services")?.cache.list({}) ?? [])
      for (const item of valuesOf(value as unknown as corev1.Service)) if (item !== undefined) values.add(String(item));
    return values;
  }

  function take(value: string): string {
    reserved.set(value, clock.now() + reservedMs);
    return value;
  }

  function allocateAddress(family: IpFamily, wanted?: string): string {
    const cidr = cidrs.find((item) => familyOf(item) === family);
    if (!cidr) throw new AllocationError(`no ${family} range is configured for services`);
    const used = taken(({ spec }) => spec?.clusterIPs ?? []);
    if (wanted !== undefined) return checkWanted(cidr, wanted, used);
    const size = cidrSize(cidr);
    // The lower part is left to addresses that people choose (KEP-3070).
    const last = size > 65_536n ? 65_534 : Number(size) - 2;
    const low = Math.min(Math.max(16, Math.trunc(Number(size) / 16)), 256);
    for (const [from, to] of [
      [low < last ? low + 1 : 1, last],
      [1, low],
    ] as const) {
      const span = to - from + 1;
      if (span <= 0) continue;
      const start = random.int(span);
      for (let step = 0; step < span; step++) {
        const address = nthAddress(cidr, from + ((start + step) % span));
        const text = address && formatAddress(address);
        if (text !== undefined && !used.has(text)) return take(text);
      }
    }
    throw new AllocationError("range is full");
  }

  function checkWanted(cidr: Cidr, wanted: string, used: ReadonlySet<string>): string {
    const address = parseAddress(wanted);
    if (!address.ok || !cidrContains(cidr, address.value))
      throw new AllocationError(
        `the provided IP (${wanted}) is not in the valid range. The range of valid IPs is ${formatCidr(cidr)}`,
      );
    if (used.has(wanted)) throw new AllocationError("provided IP is already allocated");
    return take(wanted);
  }

  function allocatePort(wanted?: number): number {
    const used = taken(({ spec }) => [
      ...(spec?.ports ?? []).map(({ nodePort }) => nodePort),
      spec?.healthCheckNodePort,
    ]);
    if (wanted !== undefined) {
      if (wanted < firstPort || wanted > lastPort)
        throw new AllocationError(
          `provided port is not in the valid range. The range of valid ports is ${firstPort}-${lastPort}`,
        );
      if (used.has(String(wanted))) throw new AllocationError("provided port is already allocated");
      return Number(take(String(wanted)));
    }
    const span = lastPort - firstPort + 1;
    const start = random.int(span);
    for (let step = 0; step < span; step++) {
      const port = firstPort + ((start + step) % span);
      if (!used.has(String(port))) return Number(take(String(port)));
    }
    throw new AllocationError("range is full");
  }

  return { families: cidrs.map(familyOf), allocateAddress, allocatePort };
}

function familyOf({ family }: Cidr): IpFamily {
  return family === 4 ? "IPv4" : "IPv6";
}
