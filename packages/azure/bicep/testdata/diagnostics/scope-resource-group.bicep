module up 'modules/management-group.bicep' = {
  name: 'up'
  scope: managementGroup('a')
//@ [10-30) error BCP116 Unsupported scope for module deployment in a "resourceGroup" target scope. Omit this property to inherit the current scope, or specify a valid scope. Permissible scopes include current resource group: resourceGroup(), named resource group in same subscription: resourceGroup(<name>), named resource group in a different subscription: resourceGroup(<subId>, <name>), current subscription: subscription(), named subscription: subscription(<subId>) or tenant: tenant().
  params: { name: 'a' }
}
