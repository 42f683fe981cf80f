/** Where a deployment is made, or where a nested deployment is sent. */
export type DeploymentScope =
  | { readonly kind: "resourceGroup"; readonly subscriptionId: string; readonly resourceGroup: string }
  | { readonly kind: "subscription"; readonly subscriptionId: string }
  | { readonly kind: "managementGroup"; readonly managementGroup: string }
  | { readonly kind: "tenant" };

/** The id of a scope, without a trailing slash; the tenant is the empty string. */
export function scopeId(scope: DeploymentScope): string {
  switch (scope.kind) {
    case "resourceGroup":
      return `/subscriptions/${scope.subscriptionId}/resourceGroups/${scope.resourceGroup}`;
    case "subscription":
      return `/subscriptions/${scope.subscriptionId}`;
    case "managementGroup":
      return `/providers/Microsoft.Management/managementGroups/${scope.managementGroup}`;
    case "tenant":
      return "";
  }
}
