import {
  addressBits,
  addressPlus,
  type Cidr,
  firstAddress,
  formatAddress,
  formatCidr,
  type Json,
  lastAddress,
  nthSubnet,
  parseCidr,
} from "@byocni/base/core";
import { fault } from "../errors/template-error.ts";
import { integerArgument, stringArgument } from "./arguments.ts";
import { eager, type TemplateFunction } from "./definition.ts";

function cidrArgument(name: string, args: readonly Json[]): Cidr {
  const text = stringArgument(name, args, 0);
  const parsed = parseCidr(text.trim());
  if (!parsed.ok) throw fault("cidrInvalid", name, text);
  return parsed.value.cidr;
}

/** IPv4 blocks of more than two addresses keep the first and the last one for themselves; IPv6 blocks keep none. */
function reservesEnds({ family, prefixLength }: Cidr): boolean {
  return family === 4 && prefixLength <= 30;
}

function netmask({ family, prefixLength }: Cidr): string {
  const bits = addressBits(family);
  const hostBits = BigInt(bits - prefixLength);
  return formatAddress({ family, value: ((1n << BigInt(bits)) - 1n) ^ ((1n << hostBits) - 1n) });
}

function describe(args: readonly Json[]): Json {
  const cidr = cidrArgument("parseCidr", args);
  const first = firstAddress(cidr);
  const last = lastAddress(cidr);
  const reserved = reservesEnds(cidr);
  const single = cidr.family === 4 && !reserved;
  return {
    network: formatAddress(first),
    netmask: netmask(cidr),
    ...(cidr.family === 4 ? { broadcast: formatAddress(last) } : {}),
    firstUsable: formatAddress(reserved ? addressPlus(first, 1) : first),
    lastUsable: formatAddress(reserved ? addressPlus(last, -1) : single ? first : last),
    cidr: cidr.prefixLength,
  };
}

function subnet(args: readonly Json[]): Json {
  const cidr = cidrArgument("cidrSubnet", args);
  const length = integerArgument("cidrSubnet", args, 1);
  const index = integerArgument("cidrSubnet", args, 2);
  if (length < cidr.prefixLength || length > addressBits(cidr.family)) {
    throw fault(
      "argumentRange",
      "cidrSubnet",
      `'newCIDR' must be between '${cidr.prefixLength}' and '${addressBits(cidr.family)}'`,
    );
  }
  const found = index < 0 ? undefined : nthSubnet(cidr, length, index);
  if (!found) throw fault("argumentRange", "cidrSubnet", "'subnetIndex' is outside of the network");
  return formatCidr(found);
}

/** Index 0 is the address after the network's own. */
function host(args: readonly Json[]): Json {
  const cidr = cidrArgument("cidrHost", args);
  const index = integerArgument("cidrHost", args, 1);
  const last = lastAddress(cidr).value - (reservesEnds(cidr) ? 1n : 0n);
  const value = cidr.value + 1n + BigInt(index);
  if (index < 0 || value > last) throw fault("argumentRange", "cidrHost", "'hostIndex' is outside of the network");
  return formatAddress({ family: cidr.family, value });
}

export const cidrFunctions: readonly TemplateFunction[] = [
  eager("cidrHost", 2, 2, host),
  eager("cidrSubnet", 3, 3, subnet),
  eager("parseCidr", 1, 1, describe),
];
