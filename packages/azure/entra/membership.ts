import type { Store } from "@byocni/base/store";
import { memberPrefix } from "./principal-record.ts";

/** Who is in which group. */
export interface Membership {
  /** Direct members of a group. */
  members(group: string): Promise<readonly string[]>;
  /** Groups that hold a principal directly. */
  direct(member: string): Promise<readonly string[]>;
  /** Groups that hold a principal, directly or through other groups. */
  transitive(member: string): Promise<readonly string[]>;
  /** @returns false when it was a member already */
  add(group: string, member: string): Promise<boolean>;
  /** @returns false when it was none */
  remove(group: string, member: string): Promise<boolean>;
  /** Takes a principal, be it group or member, out of all. */
  forget(objectId: string): Promise<void>;
}

/** Read once and kept up by its own writes: authorization asks with every call. Object ids in lower case. */
export function createMembership(store: Store): Membership {
  let loaded: Promise<Map<string, Set<string>>> | undefined;

  /** Members by group. */
  function groups(): Promise<Map<string, Set<string>>> {
    loaded ??= read().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  }

  async function read(): Promise<Map<string, Set<string>>> {
    const found = new Map<string, Set<string>>();
    for (const { key } of (await store.list(memberPrefix)).entries) {
      const [group = "", member = ""] = key.slice(memberPrefix.length).split("/");
      put(found, group, member);
    }
    return found;
  }

  function put(table: Map<string, Set<string>>, group: string, member: string): void {
    const set = table.get(group);
    if (set) set.add(member);
    else table.set(group, new Set([member]));
  }

  async function direct(member: string): Promise<readonly string[]> {
    const table = await groups();
    // Nearly every directory has no groups at all.
    if (table.size === 0) return [];
    return [...table].filter(([, members]) => members.has(member)).map(([group]) => group);
  }

  async function remove(group: string, member: string): Promise<boolean> {
    const table = await groups();
    if (table.get(group)?.has(member) !== true) return false;
    await store.write([{ kind: "delete", key: `${memberPrefix}${group}/${member}` }]);
    const members = table.get(group);
    members?.delete(member);
    if (members?.size === 0) table.delete(group);
    return true;
  }

  return {
    direct,
    remove,
    async members(group) {
      return [...((await groups()).get(group) ?? [])];
    },
    async transitive(member) {
      const found = new Set<string>();
      const open = [member];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        for (const group of await direct(next)) {
          if (found.has(group)) continue;
          found.add(group);
          open.push(group);
        }
      }
      return [...found];
    },
    async add(group, member) {
      const table = await groups();
      if (table.get(group)?.has(member) === true) return false;
      await store.write([{ kind: "put", key: `${memberPrefix}${group}/${member}`, value: {} }]);
      put(table, group, member);
      return true;
    },
    async forget(objectId) {
      for (const group of await direct(objectId)) await remove(group, objectId);
      for (const member of (await groups()).get(objectId) ?? []) await remove(objectId, member);
    },
  };
}
