import type { JsonObject } from "@byocni/base/core";
import type { Store } from "@byocni/base/store";
import type { ClusterSpec } from "@byocni/azure/providers";

/** What the engine keeps of a cluster besides the cluster's own state. */
export interface ClusterRecord {
  readonly spec: ClusterSpec;
  /** Port of its API server: the same after every restart, since it stands in kubeconfig files. */
  readonly port: number;
  readonly power: "Running" | "Stopped";
}

const prefix = "cluster/";

/** The records of all clusters. */
export interface ClusterRecords {
  all(): Promise<readonly ClusterRecord[]>;
  get(uid: string): Promise<ClusterRecord | undefined>;
  put(record: ClusterRecord): Promise<void>;
  remove(uid: string): Promise<void>;
}

export function createClusterRecords(store: Store): ClusterRecords {
  const read = (value: JsonObject): ClusterRecord => value as unknown as ClusterRecord;
  return {
    all: async () => (await store.list(prefix)).entries.map(({ value }) => read(value)),
    async get(uid) {
      const entry = await store.get(prefix + uid);
      return entry && read(entry.value);
    },
    async put(record) {
      const value = record as unknown as JsonObject;
      await store.write([{ kind: "put", key: prefix + record.spec.uid, value }]);
    },
    async remove(uid) {
      await store.write([{ kind: "delete", key: prefix + uid }]);
    },
  };
}
