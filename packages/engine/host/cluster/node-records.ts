import type { JsonObject } from "@byocni/base/core";
import type { Store } from "@byocni/base/store";
import type { FileChange, PodAddresses } from "@byocni/node/simulated";
import type { NodeInstance } from "./describe-node.ts";

/** What the engine keeps of a node: its address and its disk. */
export interface NodeRecord extends NodeInstance {
  /** Kubernetes version and image that it was made with; other ones mean another machine. */
  readonly image: string;
  /** Addresses for its pods, where AKS gives them. */
  readonly pods?: PodAddresses;
}

/** The machines of one cluster as they are kept between runs. */
export interface NodeRecords {
  all(): Promise<readonly NodeRecord[]>;
  put(records: readonly NodeRecord[]): Promise<void>;
  /** Forgets machines with their disks. */
  remove(names: readonly string[]): Promise<void>;
  disk(name: string): Promise<readonly FileChange[] | undefined>;
  disks(): Promise<ReadonlyMap<string, readonly FileChange[]>>;
  putDisk(name: string, changes: readonly FileChange[]): Promise<void>;
}

const nodePrefix = "node/";
const diskPrefix = "disk/";

export function createNodeRecords(store: Store): NodeRecords {
  const changesOf = (value: JsonObject): readonly FileChange[] => value["changes"] as unknown as readonly FileChange[];
  return {
    async all() {
      const { entries } = await store.list(nodePrefix);
      return entries.map(({ value }) => value as unknown as NodeRecord);
    },
    async put(records) {
      await store.write(
        records.map((record) => ({
          kind: "put",
          key: nodePrefix + record.name,
          value: record as unknown as JsonObject,
        })),
      );
    },
    async remove(names) {
      await store.write(
        names.flatMap((name) => [
          { kind: "delete", key: nodePrefix + name } as const,
          { kind: "delete", key: diskPrefix + name } as const,
        ]),
      );
    },
    async disk(name) {
      const entry = await store.get(diskPrefix + name);
      return entry && changesOf(entry.value);
    },
    async disks() {
      const { entries } = await store.list(diskPrefix);
      return new Map(entries.map(({ key, value }) => [key.slice(diskPrefix.length), changesOf(value)]));
    },
    async putDisk(name, changes) {
      await store.write([
        { kind: "put", key: diskPrefix + name, value: { changes: changes as unknown as JsonObject[] } },
      ]);
    },
  };
}
