import type { Store } from "@byocni/base/store";
import { createMembership, type Membership } from "./membership.ts";
import {
  appIndexPrefix,
  applicationPrefix,
  applicationRecord,
  asValue,
  firstPrincipalKey,
  principalPrefix,
  principalRecord,
  stableId,
  type ApplicationRecord,
  type PrincipalRecord,
} from "./principal-record.ts";

/** The principals and applications of the tenant. */
export interface Directory {
  get(objectId: string): Promise<PrincipalRecord | undefined>;
  byAppId(appId: string): Promise<PrincipalRecord | undefined>;
  list(): Promise<readonly PrincipalRecord[]>;
  put(record: PrincipalRecord): Promise<PrincipalRecord>;
  remove(objectId: string): Promise<void>;
  /** The service principal of a client, made when it is seen for the first time. */
  ensureClient(appId: string): Promise<PrincipalRecord>;
  /** The user of a name, made when it is seen for the first time. */
  ensureUser(userPrincipalName: string): Promise<PrincipalRecord>;
  /** Notes that someone signed in: the first one ever owns the subscription. */
  signedIn(objectId: string): Promise<void>;
  /** Object ids of those who own the subscription whatever roles are stored. */
  owners(): Promise<readonly string[]>;
  /** Who is in which group. */
  readonly membership: Membership;
  /** Groups that hold a principal, directly or through other groups. */
  memberOf(objectId: string): Promise<readonly string[]>;

  application(idOrAppId: string): Promise<ApplicationRecord | undefined>;
  applications(): Promise<readonly ApplicationRecord[]>;
  putApplication(record: ApplicationRecord): Promise<void>;
  removeApplication(id: string): Promise<void>;
}

export interface DirectoryDeps {
  readonly store: Store;
  readonly tenantId: string;
  /** The login that byocni itself uses; it owns the subscription. */
  readonly defaultClient?: { readonly clientId: string; readonly displayName: string } | undefined;
}

export function createDirectory(deps: DirectoryDeps): Directory {
  const { store, tenantId, defaultClient } = deps;
  const defaultId = defaultClient && stableId(tenantId, "servicePrincipal", defaultClient.clientId);
  const membership = createMembership(store);
  let first: string | undefined;
  let firstRead = false;

  async function readFirst(): Promise<string | undefined> {
    if (!firstRead) {
      const entry = await store.get(firstPrincipalKey);
      const id = entry?.value["objectId"];
      if (typeof id === "string") first = id;
      firstRead = true;
    }
    return first;
  }

  async function put(record: PrincipalRecord): Promise<PrincipalRecord> {
    const appId = record.appId;
    await store.write([
      { kind: "put", key: `${principalPrefix}${record.objectId}`, value: asValue(record) },
      ...(appId === undefined
        ? []
        : [
            {
              kind: "put",
              key: `${appIndexPrefix}${appId.toLowerCase()}`,
              value: { objectId: record.objectId },
            } as const,
          ]),
    ]);
    return record;
  }

  async function get(objectId: string): Promise<PrincipalRecord | undefined> {
    const entry = await store.get(`${principalPrefix}${objectId.toLowerCase()}`);
    if (entry) return principalRecord(entry.value);
    // The default login exists from the start, not only once it was used.
    return defaultClient && objectId.toLowerCase() === defaultId
      ? clientRecord(defaultClient.clientId, defaultClient.displayName)
      : undefined;
  }

  async function byAppId(appId: string): Promise<PrincipalRecord | undefined> {
    const entry = await store.get(`${appIndexPrefix}${appId.toLowerCase()}`);
    const objectId = entry?.value["objectId"];
    if (typeof objectId === "string") return get(objectId);
    return defaultClient && appId.toLowerCase() === defaultClient.clientId.toLowerCase()
      ? clientRecord(defaultClient.clientId, defaultClient.displayName)
      : undefined;
  }

  async function byUserName(name: string): Promise<PrincipalRecord | undefined> {
    const records = (await store.list(principalPrefix)).entries.map(({ value }) => principalRecord(value));
    return records.find(({ userPrincipalName }) => userPrincipalName?.toLowerCase() === name.toLowerCase());
  }

  function clientRecord(appId: string, displayName: string): PrincipalRecord {
    return {
      kind: "servicePrincipal",
      objectId: stableId(tenantId, "servicePrincipal", appId),
      appId,
      displayName,
    };
  }

  async function application(idOrAppId: string): Promise<ApplicationRecord | undefined> {
    const wanted = idOrAppId.toLowerCase();
    return (await applications()).find(({ id, appId }) => id === wanted || appId.toLowerCase() === wanted);
  }

  async function applications(): Promise<readonly ApplicationRecord[]> {
    return (await store.list(applicationPrefix)).entries.map(({ value }) => applicationRecord(value));
  }

  return {
    get,
    byAppId,
    put,
    membership,
    memberOf: (objectId) => membership.transitive(objectId.toLowerCase()),
    async list() {
      const records = (await store.list(principalPrefix)).entries.map(({ value }) => principalRecord(value));
      const known = records.some(({ objectId }) => objectId === defaultId);
      return known || !defaultClient
        ? records
        : [clientRecord(defaultClient.clientId, defaultClient.displayName), ...records];
    },
    async remove(objectId) {
      const record = await get(objectId);
      await membership.forget(objectId.toLowerCase());
      await store.write([
        { kind: "delete", key: `${principalPrefix}${objectId.toLowerCase()}` },
        ...(record?.appId === undefined
          ? []
          : [{ kind: "delete", key: `${appIndexPrefix}${record.appId.toLowerCase()}` } as const]),
      ]);
    },
    async ensureClient(appId) {
      const known = await byAppId(appId);
      if (known) return known;
      return put(clientRecord(appId, (await application(appId))?.displayName ?? appId));
    },
    async ensureUser(userPrincipalName) {
      const objectId = stableId(tenantId, "user", userPrincipalName);
      const known = (await get(objectId)) ?? (await byUserName(userPrincipalName));
      if (known) return known;
      return put({ kind: "user", objectId, displayName: userPrincipalName, userPrincipalName });
    },
    async signedIn(objectId) {
      if ((await readFirst()) !== undefined) return;
      const result = await store.write([
        { kind: "put", key: firstPrincipalKey, value: { objectId }, expect: { kind: "absent" } },
      ]);
      first = result.ok ? objectId : first;
      firstRead = result.ok;
      await readFirst();
    },
    async owners() {
      const one = await readFirst();
      return [...new Set([defaultId, one].filter((id) => id !== undefined))];
    },
    application,
    applications,
    async putApplication(record) {
      await store.write([{ kind: "put", key: `${applicationPrefix}${record.id}`, value: asValue(record) }]);
    },
    async removeApplication(id) {
      await store.write([{ kind: "delete", key: `${applicationPrefix}${id}` }]);
    },
  };
}
