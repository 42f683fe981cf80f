targetScope = 'managementGroup'

module wrong 'modules/storage.bicep' = {
//@ [8-13) error BCP035 The specified "module" declaration is missing the following required properties: "scope".
//@ [40-…) error BCP134 Scope "managementGroup" is not valid for this module. Permitted scopes: "resourceGroup".
  name: 'wrong'
  params: { name: 'storage' }
}
module impossible 'modules/subscription.bicep' = {
  name: 'impossible'
  scope: resourceGroup('a')
//@ [23-28) error BCP071 Expected 2 arguments, but got 1.
  params: { name: 'storage' }
}
module group 'modules/storage.bicep' = {
  name: 'group'
  scope: resourceGroup('a', 'b')
  params: { name: 'storage' }
}
module unreachable 'modules/storage.bicep' = {
  name: 'unreachable'
  scope: resourceGroup()
//@ [23-25) error BCP071 Expected 2 arguments, but got 0.
  params: { name: 'storage' }
}
resource here 'Microsoft.Resources/resourceGroups@2022-09-01' existing = {
//@ [74-…) error BCP135 Scope "managementGroup" is not valid for this resource type. Permitted scopes: "subscription".
  name: 'here'
}
module inGroup 'modules/storage.bicep' = {
  name: 'inGroup'
  scope: here
//@ [10-14) error BCP114 Unsupported scope for module deployment in a "managementGroup" target scope. Omit this property to inherit the current scope, or specify a valid scope. Permissible scopes include current management group: managementGroup(), named management group: managementGroup(<name>), named subscription: subscription(<subId>), tenant: tenant(), or named resource group in a named subscription: resourceGroup(<subId>, <name>).
  params: { name: 'storage' }
}
