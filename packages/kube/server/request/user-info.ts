/** Who makes a request. */
export interface UserInfo {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

export const allAuthenticated = "system:authenticated";
export const allUnauthenticated = "system:unauthenticated";
export const mastersGroup = "system:masters";

export const anonymous: UserInfo = { name: "system:anonymous", groups: [allUnauthenticated] };

/** Adds the group that every authenticated user is in. */
export function authenticated(user: UserInfo): UserInfo {
  return user.groups.includes(allAuthenticated) ? user : { ...user, groups: [...user.groups, allAuthenticated] };
}

/** The user of a service account. */
export function serviceAccountUser(namespace: string, name: string, uid: string): UserInfo {
  return authenticated({
    name: `system:serviceaccount:${namespace}:${name}`,
    uid,
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`],
  });
}
