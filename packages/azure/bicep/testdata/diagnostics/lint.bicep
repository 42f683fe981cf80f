param unused string
//@ [7-13) warning no-unused-params Parameter "unused" is declared but never used.
param adminPassword string
//@ [7-20) warning secure-secrets-in-params Parameter 'adminPassword' may represent a secret (according to its name) and must be declared with the '@secure()' attribute.
@secure()
param key string = 'secret'
//@ [18-28) warning secure-parameter-default Secure parameters should not have hardcoded defaults (except for empty or newGuid()).
param location string = resourceGroup().location
var unusedVariable = 1
//@ [5-19) warning no-unused-vars Variable "unusedVariable" is declared but never used.
type unusedType = string
//@ [6-16) warning no-unused-types Type "unusedType" is declared but never used.
var text = concat('a', location)
//@ [12-33) warning prefer-interpolation Use string interpolation instead of the concat function.
var plain = '${location}'
//@ [13-26) warning simplify-interpolation Remove unnecessary string interpolation.
var nothing = json('null')
//@ [15-27) warning simplify-json-null Simplify json('null') to null
var host = 'https://management.azure.com/x'
//@ [21-41) warning no-hardcoded-env-urls Environment URLs should not be hardcoded. Use the environment() function to ensure compatibility across clouds. Found this disallowed host: "management.azure.com"
var quoted = { 'name': 1 }
//@ [16-22) warning prefer-unquoted-property-names Property names that are valid identifiers should be declared without quotation marks and accessed using dot notation.
resource account 'Microsoft.Storage/storageAccounts@2023-05-01' = {
  name: 'account1${uniqueString(newName)}'
//@ [9-43) warning use-stable-resource-identifiers Resource identifiers should be reproducible outside of their initial deployment context. Resource account's 'name' identifier is potentially nondeterministic due to its use of the 'newGuid' function (account.name -> newName (default value) -> newGuid()).
  location: location
  sku: { name: 'Standard_LRS' }
  kind: 'StorageV2'
}
param newName string = newGuid()
resource service 'Microsoft.Storage/storageAccounts/blobServices@2023-05-01' = {
  name: '${account.name}/default'
//@ [9-34) warning use-parent-property Resource "service" has its name formatted as a child of resource "account". The syntax can be simplified by using the parent property.
  dependsOn: [
    account
//@ [5-12) warning no-unnecessary-dependson Remove unnecessary dependsOn entry 'account'.
  ]
}
resource idle 'Microsoft.Storage/storageAccounts@2023-05-01' existing = {
//@ [10-14) warning no-unused-existing-resources Existing resource "idle" is declared but never used.
  name: 'idle1'
}
#disable-next-line no-unused-vars
var allowed = 1
output keys object = account.listKeys()
//@ [22-40) warning outputs-should-not-contain-secrets Outputs should not contain secrets. Found possible secret: function 'listKeys'
output shown string = key
//@ [23-26) warning outputs-should-not-contain-secrets Outputs should not contain secrets. Found possible secret: secure value 'key'
output all array = [text, plain, nothing, host, quoted['name'], adminPassword]
//@ [55-63) warning prefer-unquoted-property-names Property names that are valid identifiers should be declared without quotation marks and accessed using dot notation.
output service string = contains(quoted, 'name') ? quoted.name : 'none'
//@ [25-72) error BCP033 Expected a value of type "string" but the provided value is of type "'none' | 1".
//@ [25-72) warning use-safe-access The syntax can be simplified by using the safe access (.?) operator.
