targetScope = 'subscription'

module wrong 'modules/storage.bicep' = {
//@ [8-13) error BCP035 The specified "module" declaration is missing the following required properties: "scope".
//@ [40-…) error BCP134 Scope "subscription" is not valid for this module. Permitted scopes: "resourceGroup".
  name: 'wrong'
  params: { name: 'storage' }
}
module impossible 'modules/management-group.bicep' = {
  name: 'impossible'
  scope: managementGroup('other')
//@ [10-34) error BCP115 Unsupported scope for module deployment in a "subscription" target scope. Omit this property to inherit the current scope, or specify a valid scope. Permissible scopes include current subscription: subscription(), named subscription: subscription(<subId>), named resource group in same subscription: resourceGroup(<name>), named resource group in different subscription: resourceGroup(<subId>, <name>), or tenant: tenant().
  params: { name: 'storage' }
}
