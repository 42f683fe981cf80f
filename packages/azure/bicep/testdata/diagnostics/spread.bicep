resource vault 'Microsoft.KeyVault/vaults@2023-07-01' existing = {
//@ [10-15) error BCP035 The specified "resource" declaration is missing the following required properties: "name".
//@ [10-15) warning no-unused-existing-resources Existing resource "vault" is declared but never used.
  ...{ name: 'a' }
//@ [3-19) error BCP401 The spread operator "..." is not permitted in this location.
}
param strings string[]
param numbers int[]
param taken string[] = [...numbers]
//@ [7-12) warning no-unused-params Parameter "taken" is declared but never used.
//@ [28-35) error BCP403 The enclosing array expects elements of type "string", but the array being spread contains elements of incompatible type "int".
output all string[] = [...numbers]
//@ [27-34) error BCP403 The enclosing array expects elements of type "string", but the array being spread contains elements of incompatible type "int".
output fine array = [...strings]
resource readOnly 'Microsoft.Storage/locations/usages@2023-05-01' = {
//@ [19-66) warning BCP081 Resource type "Microsoft.Storage/locations/usages@2023-05-01" does not have types available. Bicep is unable to validate resource properties prior to deployment, but this will not block the resource from being deployed.
  name: 'a/b'
}
resource group 'Microsoft.Resources/subscriptions@2021-04-01' = {
//@ [16-62) warning BCP081 Resource type "Microsoft.Resources/subscriptions@2021-04-01" does not have types available. Bicep is unable to validate resource properties prior to deployment, but this will not block the resource from being deployed.
  name: 'a'
}
var nested = [for x in [for y in [1]: y]: x]
//@ [5-11) warning no-unused-vars Variable "nested" is declared but never used.
//@ [25-28) error BCP138 For-expressions are not supported in this context. For-expressions may be used as values of resource, module, variable, and output declarations, or values of resource and module properties.
resource onlyRead 'Commvault.ContentStore/cloudAccounts/protectionGroups/protectedItems@2024-10-01-preview' = {
//@ [19-108) warning BCP245 Resource type "Commvault.ContentStore/cloudAccounts/protectionGroups/protectedItems@2024-10-01-preview" can only be used with the 'existing' keyword.
//@ [111-…) warning BCP246 Resource type "Commvault.ContentStore/cloudAccounts/protectionGroups/protectedItems@2024-10-01-preview" can only be used with the 'existing' keyword at the requested scope. Permitted scopes for deployment: "none".
  name: 'a/b/c'
}
