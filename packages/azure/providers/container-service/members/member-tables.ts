import { type Json, type JsonObject, isJsonObject } from "@byocni/base/core";
import { apiVersionAtLeast } from "@byocni/azure/types";
import { aksFaults } from "../errors.ts";
import { memberTables } from "./members.gen.ts";

/** What an api-version knows of a type, read off the public type definitions. */
export interface MemberTables {
  /**
   * The body as AKS decodes it: names in its own spelling, whatever their case. What the version does not have is passed
   * over by versions before 2024-01-01 and refused by those from then on (Azure/AKS#4060).
   * @throws ArmError UnmarshalError
   */
  take(type: MemberType, apiVersion: string, body: JsonObject): JsonObject;
  /** An answer without what the version does not have; a version of which nothing is known shows all. */
  show(type: MemberType, apiVersion: string, shown: JsonObject): JsonObject;
}

export type MemberType = keyof typeof memberTables;

/** A member; without members of its own it holds a value, or anything. */
interface MemberNode {
  readonly name: string;
  /** By name in lower case; `*`: every name. */
  readonly members: Map<string, MemberNode>;
}

/** Since when unknown members are refused. */
const strictSince = { stable: "2024-01-01", preview: "2024-01-02-preview" } as const;

export function isStrictVersion(apiVersion: string): boolean {
  return apiVersionAtLeast(apiVersion, apiVersion.includes("-preview") ? strictSince.preview : strictSince.stable);
}

export function createMemberTables(): MemberTables {
  const known = new Map<string, MemberNode | undefined>();

  function rootOf(type: MemberType, apiVersion: string): MemberNode | undefined {
    const key = `${type}@${apiVersion}`;
    if (!known.has(key)) {
      const index = memberTables[type].versions.split(" ").indexOf(apiVersion);
      known.set(key, index < 0 ? undefined : readTree(type, index));
    }
    return known.get(key);
  }

  return {
    take(type, apiVersion, body) {
      const root = rootOf(type, apiVersion);
      return root ? takeObject(body, root, isStrictVersion(apiVersion)) : body;
    },
    show(type, apiVersion, shown) {
      const root = rootOf(type, apiVersion);
      return root ? takeObject(shown, root, false) : shown;
    },
  };
}

function readTree(type: MemberType, version: number): MemberNode | undefined {
  const root: MemberNode = { name: "", members: new Map() };
  for (const line of memberTables[type].members.trim().split("\n")) {
    const [path = "", ranges = ""] = line.split(" ");
    if (!isIn(ranges, version)) continue;
    let node = root;
    for (const name of path.split(".")) {
      const key = name.toLowerCase();
      let next = node.members.get(key);
      if (!next) node.members.set(key, (next = { name, members: new Map() }));
      node = next;
    }
  }
  return root.members.size > 0 ? root : undefined;
}

function isIn(ranges: string, version: number): boolean {
  return ranges.split(",").some((range) => {
    const [from = "", to = from] = range.split("-");
    return version >= Number.parseInt(from, 36) && version <= Number.parseInt(to, 36);
  });
}

function takeValue(value: Json, node: MemberNode, isStrict: boolean): Json {
  if (node.members.size === 0) return value;
  if (Array.isArray(value)) return value.map((item: Json) => takeValue(item, node, isStrict));
  return isJsonObject(value) ? takeObject(value, node, isStrict) : value;
}

function takeObject(object: JsonObject, node: MemberNode, isStrict: boolean): JsonObject {
  const taken: Record<string, Json | undefined> = {};
  for (const [name, value] of Object.entries(object)) {
    const own = node.members.get(name.toLowerCase());
    const member = own ?? node.members.get("*");
    if (member) taken[own ? own.name : name] = value === undefined ? undefined : takeValue(value, member, isStrict);
    else if (isStrict) throw aksFaults.UnmarshalError({ field: name });
  }
  return taken as JsonObject;
}

/**
 * Properties as a version has them. An object of which the version has nothing goes too: what was empty before stays.
 */
export function shownProperties(
  members: MemberTables,
  type: MemberType,
  apiVersion: string,
  properties: JsonObject,
): JsonObject {
  const shown = members.show(type, apiVersion, { properties })["properties"] as JsonObject;
  return Object.fromEntries(
    Object.entries(shown).filter(([name, value]) => !(isEmpty(value) && !isEmpty(properties[name]))),
  );
}

function isEmpty(value: Json | undefined): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}
