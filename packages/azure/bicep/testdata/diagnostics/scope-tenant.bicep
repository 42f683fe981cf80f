targetScope = 'tenant'

param flag bool

module wrong 'modules/storage.bicep' = {
//@ [8-13) error BCP035 The specified "module" declaration is missing the following required properties: "scope".
//@ [40-…) error BCP134 Scope "tenant" is not valid for this module. Permitted scopes: "resourceGroup".
  name: 'wrong'
  params: { name: 'storage' }
}
module impossible 'modules/subscription.bicep' = {
  name: 'impossible'
  scope: flag ? managementGroup('a') : subscription('b')
//@ [10-57) error BCP420 The scope could not be resolved at compile time because the supplied expression is ambiguous or too complex. Scoping expressions must be reducible to a specific kind of scope without knowledge of parameter values.
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
//@ [74-…) error BCP135 Scope "tenant" is not valid for this resource type. Permitted scopes: "subscription".
  name: 'here'
}
module inGroup 'modules/storage.bicep' = {
  name: 'inGroup'
  scope: here
//@ [10-14) error BCP113 Unsupported scope for module deployment in a "tenant" target scope. Omit this property to inherit the current scope, or specify a valid scope. Permissible scopes include tenant: tenant(), named management group: managementGroup(<name>), named subscription: subscription(<subId>), or named resource group in a named subscription: resourceGroup(<subId>, <name>).
  params: { name: 'storage' }
}
resource onlyReadHere 'Microsoft.Authorization/policyDefinitions/versions@2023-04-01' = {
//@ [89-…) warning BCP246 Resource type "Microsoft.Authorization/policyDefinitions/versions@2023-04-01" can only be used with the 'existing' keyword at the requested scope. Permitted scopes for deployment: "managementGroup", "subscription".
  name: 'a/b'
}
