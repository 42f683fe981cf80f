import type { Role, RolePermission } from "./role.ts";

export const ownerRoleId = "8e3af657-a8ff-443c-a75c-2fe8c4bcb635";

/** What the roles around a cluster are for. The others of the nine hundred are told by their names. */
const descriptions: Readonly<Record<string, string>> = {
  Owner: "Full access, including the assignment of roles.",
  Contributor: "Full access, without the assignment of roles.",
  Reader: "Sees everything, changes nothing.",
  "User Access Administrator": "Manages access to resources.",
  "Role Based Access Control Administrator": "Manages access to resources by assigning roles.",
  "Network Contributor": "Manages networks, not access to them.",
  "Managed Identity Operator": "Reads and assigns user-assigned identities.",
  "Managed Identity Contributor": "Creates, reads, updates and deletes user-assigned identities.",
  "Azure Kubernetes Service Cluster Admin Role": "Lists the admin credential of clusters.",
  "Azure Kubernetes Service Cluster User Role": "Lists the user credential of clusters.",
  "Azure Kubernetes Service Cluster Monitoring User": "Lists the monitoring credential of clusters.",
  "Azure Kubernetes Service Contributor Role": "Reads and writes clusters.",
  "Azure Kubernetes Service RBAC Admin":
    "Manages all resources in a cluster or namespace, except quotas and namespaces.",
  "Azure Kubernetes Service RBAC Cluster Admin": "Manages all resources in the cluster.",
  "Azure Kubernetes Service RBAC Reader": "Sees most objects in a namespace, not roles or secrets.",
  "Azure Kubernetes Service RBAC Writer": "Reads and writes most objects in a namespace, not roles.",
  "Virtual Machine Contributor": "Manages virtual machines, not the network or storage that they are connected to.",
  "Private DNS Zone Contributor": "Manages private DNS zones, not the networks that they are linked to.",
  AcrPull: "Pulls artifacts from a registry.",
  AcrPush: "Pushes to and pulls from a registry.",
};

let loading: Promise<ReadonlyMap<string, Role>> | undefined;

/** The roles that exist without anyone having made them, by id. Read at the first question: the list is long. */
export function loadBuiltInRoles(): Promise<ReadonlyMap<string, Role>> {
  return (loading ??= import("./built-in-roles-data.gen.ts").then(({ actionLines, roleLines }) => {
    const actions = unfolded(actionLines);
    return new Map(roleLines.split("\n").map((line) => [line.slice(0, line.indexOf("\t")), roleOf(line, actions)]));
  }));
}

/** Undoes the front coding: each line begins with how much of the one before it repeats. */
function unfolded(text: string): readonly string[] {
  let before = "";
  return text
    .split("\n")
    .map((line) => (before = before.slice(0, Number.parseInt(line.slice(0, 2), 36)) + line.slice(2)));
}

const fields = 5;

function roleOf(line: string, actions: readonly string[]): Role {
  const [id = "", roleName = "", ...blocks] = line.split("\t");
  const permissions: RolePermission[] = [];
  for (let at = 0; at < blocks.length; at += fields) {
    const list = (index: number): readonly string[] =>
      (blocks[at + index] ?? "")
        .split(",")
        .filter((place) => place !== "")
        .map((place) => actions[Number.parseInt(place, 36)] ?? "");
    const condition = blocks[at + 4] ?? "";
    permissions.push({
      actions: list(0),
      notActions: list(1),
      dataActions: list(2),
      notDataActions: list(3),
      ...(condition === "" ? {} : { condition }),
    });
  }
  return {
    id,
    roleName,
    description: descriptions[roleName] ?? "",
    type: "BuiltInRole",
    assignableScopes: ["/"],
    permissions,
  };
}
