import {
  addressPlus,
  cidrContains,
  type Cidr,
  compareAddresses,
  firstAddress,
  formatAddress,
  type IpAddress,
  isJsonObject,
  type JsonObject,
  lastAddress,
  parseAddress,
  parseCidr,
} from "@byocni/base/core";
import type { FileTree } from "../files/file-tree.ts";
import { objectOf, PluginError, type PluginIp, type PluginModel, textOf } from "./plugin-model.ts";

interface HostRange {
  readonly cidr: Cidr;
  readonly start: IpAddress;
  readonly end: IpAddress;
  readonly gateway: IpAddress;
}

function address(text: string): IpAddress | undefined {
  const parsed = parseAddress(text);
  return parsed.ok ? parsed.value : undefined;
}

function readRange(value: JsonObject): HostRange {
  const text = textOf(value, "subnet");
  const parsed = parseCidr(text);
  if (!parsed.ok) throw new PluginError(`invalid CIDR address: ${text}`);
  const { cidr } = parsed.value;
  const first = addressPlus(firstAddress(cidr), 1);
  const last = cidr.family === 4 ? addressPlus(lastAddress(cidr), -1) : lastAddress(cidr);
  return {
    cidr,
    start: address(textOf(value, "rangeStart")) ?? first,
    end: address(textOf(value, "rangeEnd")) ?? last,
    gateway: address(textOf(value, "gateway")) ?? first,
  };
}

/** The range sets of an IPAM configuration: one address is taken of each. */
function readSets(ipam: JsonObject): HostRange[][] {
  const sets: HostRange[][] = textOf(ipam, "subnet") === "" ? [] : [[readRange(ipam)]];
  const ranges = ipam["ranges"];
  if (Array.isArray(ranges)) {
    for (const set of ranges as readonly unknown[]) {
      if (Array.isArray(set)) sets.push((set as readonly unknown[]).filter(isJsonObject).map(readRange));
    }
  }
  if (sets.length === 0) throw new PluginError("no IP ranges specified");
  return sets;
}

const fileOf = (directory: string, ip: IpAddress): string => `${directory}/${formatAddress(ip).replaceAll(":", "_")}`;

function directoryOf(configuration: JsonObject): string {
  const dataDirectory = textOf(objectOf(configuration, "ipam"), "dataDir");
  return `${dataDirectory === "" ? "/var/lib/cni/networks" : dataDirectory}/${textOf(configuration, "name")}`;
}

function allocate(
  files: FileTree,
  directory: string,
  set: readonly HostRange[],
  index: number,
  owner: string,
): PluginIp {
  const lastFile = `${directory}/last_reserved_ip.${index}`;
  const last = files.stat(lastFile) ? address(files.readText(lastFile)) : undefined;
  const candidates = function* (): Generator<{ range: HostRange; ip: IpAddress }> {
    // Round robin: on from the address after the last one, then from the start.
    const from = last && set.findIndex((range) => cidrContains(range.cidr, last));
    for (const pass of [0, 1]) {
      for (const [at, range] of set.entries()) {
        let ip = range.start;
        if (pass === 0) {
          if (!last || from === undefined || at < from) {
            if (last) continue;
          } else if (at === from) ip = addressPlus(last, 1);
        }
        for (; compareAddresses(ip, range.end) <= 0; ip = addressPlus(ip, 1)) {
          if (compareAddresses(ip, range.gateway) !== 0) yield { range, ip };
        }
      }
      if (!last) break;
    }
  };
  for (const { range, ip } of candidates()) {
    const file = fileOf(directory, ip);
    if (files.lstat(file)) continue;
    files.writeFile(file, owner);
    files.writeFile(lastFile, formatAddress(ip));
    return { address: `${formatAddress(ip)}/${range.cidr.prefixLength}`, gateway: formatAddress(range.gateway) };
  }
  const shown = set.map((range) => `${formatAddress(range.start)}-${formatAddress(range.end)}`).join(",");
  throw new PluginError(`failed to allocate for range ${index}: no IP addresses available in range set: ${shown}`);
}

/** host-local: addresses of ranges in the configuration, kept as files on the node. */
export const hostLocal: PluginModel = {
  add({ configuration, containerId, ifName, node }) {
    const sets = readSets(objectOf(configuration, "ipam"));
    const directory = directoryOf(configuration);
    node.files.makeDirectory(directory, { parents: true });
    const owner = `${containerId}\r\n${ifName}`;
    return { ips: sets.map((set, index) => allocate(node.files, directory, set, index, owner)) };
  },
  remove({ configuration, containerId, node }) {
    const directory = directoryOf(configuration);
    if (!node.files.stat(directory)) return;
    for (const name of node.files.readDirectory(directory)) {
      const path = `${directory}/${name}`;
      if (!name.startsWith("last_reserved") && node.files.readText(path).startsWith(containerId))
        node.files.remove(path);
    }
  },
};
