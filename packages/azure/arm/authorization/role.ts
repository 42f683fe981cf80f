/** What one block of a role allows. */
export interface RolePermission {
  readonly actions: readonly string[];
  readonly notActions: readonly string[];
  readonly dataActions: readonly string[];
  readonly notDataActions: readonly string[];
  /** What must hold besides (version 2.0 of Azure's conditions); a few built-in roles have one. */
  readonly condition?: string;
}

export interface Role {
  /** GUID in lower case. */
  readonly id: string;
  readonly roleName: string;
  /** Empty for most built-in roles. */
  readonly description: string;
  readonly type: "BuiltInRole" | "CustomRole";
  readonly assignableScopes: readonly string[];
  readonly permissions: readonly RolePermission[];
}

/** Actions are about resources, data actions about what is in them (objects of Kubernetes, blobs). */
export type ActionKind = "action" | "dataAction";

const patterns = new Map<string, RegExp>();

// Does a role's pattern hold an action? Case does not count; `*` stands for anything, also across slashes; `/*/` also
// for no segment at all (`userAssignedIdentities/*/assign/action` allows `userAssignedIdentities/assign/action`).
export function actionMatches(pattern: string, action: string): boolean {
  if (pattern === "*") return true;
  let expression = patterns.get(pattern);
  if (!expression) {
    const source = pattern
      .toLowerCase()
      .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
      .replaceAll("/*/", "(?:/.*)?/")
      .replaceAll(/(?<!\.)\*/g, ".*");
    expression = new RegExp(`^${source}$`, "s");
    patterns.set(pattern, expression);
  }
  return expression.test(action.toLowerCase());
}

/** The blocks of a role that allow the action and do not take it out again. */
export function allowingBlocks(
  role: Pick<Role, "permissions">,
  action: string,
  kind: ActionKind = "action",
): readonly RolePermission[] {
  const matches = (pattern: string): boolean => actionMatches(pattern, action);
  return role.permissions.filter((block) =>
    kind === "action"
      ? block.actions.some(matches) && !block.notActions.some(matches)
      : block.dataActions.some(matches) && !block.notDataActions.some(matches),
  );
}

/** True when some block allows the action, whatever its condition. */
export function roleAllows(role: Pick<Role, "permissions">, action: string, kind: ActionKind = "action"): boolean {
  return allowingBlocks(role, action, kind).length > 0;
}
