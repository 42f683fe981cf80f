import type { JsonObject } from "@byocni/base/core";
import { isJsonObject } from "@byocni/base/core";
import { isWithin, normalizeIdKey } from "@byocni/azure/types";
import type { Resource } from "../resource.ts";
import { resourceKey } from "../resources/record.ts";
import type { Repository } from "../resources/repository.ts";
import type { CloudSettings } from "../settings.ts";
import { loadBuiltInRoles, ownerRoleId } from "./built-in-roles.ts";
import { type ConditionFacts, fulfills } from "./condition/evaluate.ts";
import { parseCondition } from "./condition/parse.ts";
import { allowingBlocks, type ActionKind, type Role, type RolePermission } from "./role.ts";

/** A role given to a principal at a scope. */
export interface Assignment {
  /** Full id in its own spelling. */
  readonly id: string;
  readonly name: string;
  /** Key of the scope. */
  readonly scopeKey: string;
  readonly scope: string;
  readonly roleId: string;
  readonly principalId: string;
  /** What must hold besides, in Azure's condition language. */
  readonly condition?: string;
  /** True for the owner's own, which is not stored and cannot go. */
  readonly implicit: boolean;
  readonly resource?: Resource;
}

/** `conditional`: some role allows it, but its condition is not fulfilled. */
export type Judgement = "allowed" | "conditional" | "refused";

export interface JudgeOptions {
  readonly kind?: ActionKind;
  /** What conditions ask for; absent: not known yet, and a condition that depends on it does not refuse. */
  readonly attributes?: ConditionFacts["attributes"];
}

/** Who may do what. */
export interface Authorizer {
  /** Conditions that depend on the body of the call are left to {@link Authorizer.judge}. @param scope an id in any spelling */
  allowed(objectId: string, action: string, scope: string): Promise<boolean>;
  /** The whole judgement. @param scope an id in any spelling */
  judge(objectId: string, action: string, scope: string, options?: JudgeOptions): Promise<Judgement>;
  /** What the roles of a principal allow at a scope, block by block. */
  permissions(objectId: string, scope: string): Promise<readonly RolePermission[]>;
  /** Groups of a principal, also those that hold them through other groups. */
  memberOf(objectId: string): Promise<readonly string[]>;
  /** True when the principal has any role in the subscription: it is listed for those alone. */
  hasAnyRole(objectId: string, scope: string): Promise<boolean>;
  /** Built-in and custom roles. */
  roles(): Promise<readonly Role[]>;
  role(id: string): Promise<Role | undefined>;
  /** All, or those of one principal (object id in lower case). */
  assignments(principalId?: string): Promise<readonly Assignment[]>;
  /** Principals that own the subscription whatever is stored. */
  owners(): Promise<readonly string[]>;
}

export interface AuthorizerDeps {
  readonly repository: Repository;
  readonly settings: CloudSettings;
  /** Object ids of the default login and of the first one that came. */
  owners(): Promise<readonly string[]>;
  /** Object ids of the groups that a principal is in, directly or through others. */
  memberOf(objectId: string): Promise<readonly string[]>;
}

const assignmentType = "Microsoft.Authorization/roleAssignments";
const definitionType = "Microsoft.Authorization/roleDefinitions";

interface Tables {
  readonly roles: Map<string, Role>;
  /** By principal, then by store key of the assignment. */
  readonly byPrincipal: Map<string, Map<string, Assignment>>;
  /** By principal and scope (see {@link placeOf}), then by store key: a check looks at the scopes above alone. */
  readonly byPlace: Map<string, Map<string, Assignment>>;
  /** An assignment by its store key. */
  readonly byKey: Map<string, Assignment>;
}

/** Key of a principal at a scope. */
function placeOf(principalId: string, scopeKey: string): string {
  return `${principalId} ${scopeKey}`;
}

/** The scopes that hold an id: the tenant, what ends at each of its slashes, and itself. */
function* scopesAbove(key: string): Generator<string> {
  yield "/";
  for (let at = key.indexOf("/", 1); at > 0; at = key.indexOf("/", at + 1)) yield key.slice(0, at);
  if (key !== "/") yield key;
}

export function createAuthorizer(deps: AuthorizerDeps): Authorizer {
  const { repository, settings } = deps;
  // Read once and kept up by the repository's own writes: a check costs no read of the store.
  let tables: Tables | undefined;
  let reading: Promise<Tables> | undefined;
  repository.onChange(({ key, resource }) => {
    if (tables) apply(tables, key, resource);
    // A write during the first reading may or may not be in it: read again.
    else reading = undefined;
  });

  async function read(): Promise<Tables> {
    const [builtIn, definitions, assignments] = await Promise.all([
      loadBuiltInRoles(),
      repository.list({ type: definitionType }),
      repository.list({ type: assignmentType }),
    ]);
    const fresh: Tables = {
      roles: new Map(builtIn),
      byPrincipal: new Map(),
      byPlace: new Map(),
      byKey: new Map(),
    };
    for (const resource of [...definitions, ...assignments]) apply(fresh, resourceKey(resource.id.key), resource);
    return fresh;
  }

  async function current(): Promise<Tables> {
    while (!tables) {
      const mine = (reading ??= read());
      try {
        const fresh = await mine;
        if (reading === mine) tables = fresh;
      } catch (error) {
        reading = undefined;
        throw error;
      }
    }
    return tables;
  }

  const subscription = `/subscriptions/${settings.subscriptionId}`;

  function implicit(objectId: string): Assignment {
    const name = objectId.replace(/^.{8}/, "00000000");
    return {
      id: `${subscription}/providers/${assignmentType}/${name}`,
      name,
      scope: subscription,
      scopeKey: subscription.toLowerCase(),
      roleId: ownerRoleId,
      principalId: objectId,
      implicit: true,
    };
  }

  /** Object ids that count for a principal: its own and its groups'. */
  async function identities(objectId: string): Promise<readonly string[]> {
    return [objectId, ...(await deps.memberOf(objectId))];
  }

  /** What is given to any of the ids at a scope or above it. */
  function* givenAt(byPlace: Tables["byPlace"], ids: readonly string[], key: string): Generator<Assignment> {
    for (const above of scopesAbove(key)) {
      for (const id of ids) yield* byPlace.get(placeOf(id, above))?.values() ?? [];
    }
  }

  async function judge(
    objectId: string,
    action: string,
    scope: string,
    { kind = "action", attributes }: JudgeOptions = {},
  ): Promise<Judgement> {
    const id = objectId.toLowerCase();
    // Owners may do everything with resources; what is in them is another matter, as on Azure.
    if (kind === "action" && (await deps.owners()).includes(id)) return "allowed";
    const { roles, byPlace } = await current();
    const ids = await identities(id);
    const facts: ConditionFacts = attributes ? { action, attributes } : { action, open: true };
    let judgement: Judgement = "refused";
    for (const { roleId, condition } of givenAt(byPlace, ids, normalizeIdKey(scope))) {
      const role = roles.get(roleId);
      if (!role) continue;
      const blocks = allowingBlocks(role, action, kind);
      if (blocks.length === 0) continue;
      if (holds(condition, facts) && blocks.some((block) => holds(block.condition, facts))) return "allowed";
      judgement = "conditional";
    }
    return judgement;
  }

  return {
    owners: deps.owners,
    memberOf: deps.memberOf,
    judge,
    async allowed(objectId, action, scope) {
      return (await judge(objectId, action, scope)) === "allowed";
    },
    async permissions(objectId, scope) {
      const id = objectId.toLowerCase();
      const { roles, byPlace } = await current();
      const ids = await identities(id);
      const given = [...givenAt(byPlace, ids, normalizeIdKey(scope))].map(({ roleId }) => roleId);
      const isOwner = (await deps.owners()).includes(id);
      const all = [...new Set([...(isOwner ? [ownerRoleId] : []), ...given])];
      return all.flatMap((roleId) => roles.get(roleId)?.permissions ?? []);
    },
    async hasAnyRole(objectId, scope) {
      const id = objectId.toLowerCase();
      if ((await deps.owners()).includes(id)) return true;
      const key = normalizeIdKey(scope);
      const { byPrincipal } = await current();
      return (await identities(id)).some((one) =>
        [...(byPrincipal.get(one)?.values() ?? [])].some(
          ({ scopeKey }) => isWithin(scopeKey, key) || isWithin(key, scopeKey),
        ),
      );
    },
    async roles() {
      return [...(await current()).roles.values()];
    },
    async role(id) {
      return (await current()).roles.get(id.toLowerCase());
    },
    async assignments(principalId) {
      const { byPrincipal } = await current();
      const owners = (await deps.owners()).map(implicit);
      if (principalId !== undefined) {
        const own = byPrincipal.get(principalId)?.values() ?? [];
        return [...owners.filter((owner) => owner.principalId === principalId), ...own];
      }
      const stored = [...byPrincipal.values()].flatMap((list) => [...list.values()]);
      return [...owners, ...stored.sort((a, b) => (a.id < b.id ? -1 : 1))];
    },
  };
}

/** An unreadable condition is never fulfilled: it is refused when it is written, and nobody gains by a broken one. */
function holds(condition: string | undefined, facts: ConditionFacts): boolean {
  if (condition === undefined || condition === "") return true;
  const parsed = parseCondition(condition);
  return parsed !== undefined && fulfills(parsed, facts) !== false;
}

/** Takes one write into the tables. */
function apply(tables: Tables, key: string, resource: Resource | undefined): void {
  const { roles, byPrincipal, byPlace, byKey } = tables;
  const before = byKey.get(key);
  if (before) {
    takeOut(byPrincipal, before.principalId, key);
    takeOut(byPlace, placeOf(before.principalId, before.scopeKey), key);
    byKey.delete(key);
  }
  const type = resource?.type.toLowerCase();
  if (resource && type === assignmentType.toLowerCase()) {
    const assignment = assignmentOf(resource);
    putIn(byPrincipal, assignment.principalId, key, assignment);
    putIn(byPlace, placeOf(assignment.principalId, assignment.scopeKey), key, assignment);
    byKey.set(key, assignment);
    return;
  }
  if (!key.includes("/providers/microsoft.authorization/roledefinitions/")) return;
  const id = key.slice(key.lastIndexOf("/") + 1);
  if (resource) roles.set(id, customRole(resource));
  else roles.delete(id);
}

type Shelves = Map<string, Map<string, Assignment>>;

function putIn(shelves: Shelves, name: string, key: string, assignment: Assignment): void {
  const shelf = shelves.get(name);
  if (shelf) shelf.set(key, assignment);
  else shelves.set(name, new Map([[key, assignment]]));
}

function takeOut(shelves: Shelves, name: string, key: string): void {
  const shelf = shelves.get(name);
  shelf?.delete(key);
  if (shelf?.size === 0) shelves.delete(name);
}

/** The last segment of a role definition id, which alone says which role it is. */
export function roleIdOf(roleDefinitionId: string): string {
  return roleDefinitionId.slice(roleDefinitionId.lastIndexOf("/") + 1).toLowerCase();
}

function assignmentOf(resource: Resource): Assignment {
  const { properties } = resource;
  return {
    id: resource.id.text,
    name: resource.name,
    scope: resource.id.scope.text,
    scopeKey: resource.id.scope.key,
    roleId: roleIdOf(text(properties["roleDefinitionId"])),
    principalId: text(properties["principalId"]).toLowerCase(),
    ...(typeof properties["condition"] === "string" ? { condition: properties["condition"] } : {}),
    implicit: false,
    resource,
  };
}

function customRole(resource: Resource): Role {
  const { properties } = resource;
  const permissions = properties["permissions"];
  return {
    id: resource.name.toLowerCase(),
    roleName: text(properties["roleName"]),
    description: text(properties["description"]),
    type: "CustomRole",
    assignableScopes: texts(properties["assignableScopes"]),
    permissions: Array.isArray(permissions) ? permissions.filter(isJsonObject).map(permissionOf) : [],
  };
}

function permissionOf(block: JsonObject): RolePermission {
  return {
    actions: texts(block["actions"]),
    notActions: texts(block["notActions"]),
    dataActions: texts(block["dataActions"]),
    notDataActions: texts(block["notDataActions"]),
    ...(typeof block["condition"] === "string" ? { condition: block["condition"] } : {}),
  };
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
