import type { JsonObject } from "@byocni/base/core";
import { parseApiVersion } from "@byocni/azure/types";
import { type MemberVersions, clusterMembers, networkMembers, poolMembers } from "./member-versions.ts";

/** Was this member part of the version? Members that the table does not know are shown as they are. */
function isShown([stable, preview, last]: MemberVersions[string], date: string, isPreview: boolean): boolean {
  if (last !== undefined && date > last) return false;
  // A preview has what the stable versions before it have, and what it tries out.
  const since = isPreview ? [stable, preview] : [stable];
  return since.some((first) => first !== "" && date >= first);
}

function only(object: JsonObject, members: MemberVersions, apiVersion: string): JsonObject {
  const version = parseApiVersion(apiVersion);
  if (!version) return object;
  const isPreview = version.preview !== undefined;
  return Object.fromEntries(
    Object.entries(object).filter(([name]) => {
      const row = members[name];
      return row === undefined || isShown(row, version.date, isPreview);
    }),
  );
}

/** The properties of a cluster as an api-version has them. */
export function clusterInVersion(properties: JsonObject, apiVersion: string): JsonObject {
  const { networkProfile, agentPoolProfiles, ...rest } = properties;
  return only(
    {
      ...rest,
      networkProfile: only((networkProfile ?? {}) as JsonObject, networkMembers, apiVersion),
      agentPoolProfiles: ((agentPoolProfiles ?? []) as readonly JsonObject[]).map((pool) =>
        poolInVersion(pool, apiVersion),
      ),
    },
    clusterMembers,
    apiVersion,
  );
}

/** The properties of a pool as an api-version has them. */
export function poolInVersion(properties: JsonObject, apiVersion: string): JsonObject {
  return only(properties, poolMembers, apiVersion);
}
