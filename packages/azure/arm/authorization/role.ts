/** A block of a role: what is allowed, and what is taken out of it again. */
export interface RolePermission {
  readonly actions: readonly string[];
  readonly notActions: readonly string[];
  readonly dataActions: readonly string[];
  readonly notDataActions: readonly string[];
}

export interface Role {
  /** GUID in lower case. */
  readonly id: string;
  readonly roleName: string;
  readonly description: string;
  readonly type: "BuiltInRole" | "CustomRole";
  readonly assignableScopes: readonly string[];
  readonly permissions: readonly RolePermission[];
}

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

/** True when some block of the role allows the action and does not take it out again. */
export function roleAllows(role: Pick<Role, "permissions">, action: string): boolean {
  return role.permissions.some(
    ({ actions, notActions }) =>
      actions.some((pattern) => actionMatches(pattern, action)) &&
      !notActions.some((pattern) => actionMatches(pattern, action)),
  );
}
