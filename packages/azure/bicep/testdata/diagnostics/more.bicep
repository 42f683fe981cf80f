param flag bool
param text string
//@ [7-11) warning no-unused-params Parameter "text" is declared but never used.
param derivedName resourceInput<'Microsoft.KeyVault/vaults@2023-07-01'>.properties
//@ [7-18) warning no-unused-params Parameter "derivedName" is declared but never used.
resource accounts 'Microsoft.Storage/storageAccounts@2023-05-01' existing = [for i in range(0, 2): {
  name: 'account${i}'
}]
output names array = [for i in range(0, 2): accounts]
//@ [45-53) error BCP144 Directly referencing a resource or module collection is not currently supported here. Apply an array indexer to the expression.
output ids string = accounts
//@ [21-29) error BCP033 Expected a value of type "string" but the provided value is of type "Microsoft.Storage/storageAccounts@2023-05-01[]".
module loop 'modules/storage.bicep' = [for i in range(0, 2): {
  name: 'loop${i}'
  params: { name: accounts }
//@ [19-27) error BCP036 The property "name" expected a value of type "string" but the provided value is of type "Microsoft.Storage/storageAccounts@2023-05-01[]".
//@ [19-27) error BCP144 Directly referencing a resource or module collection is not currently supported here. Apply an array indexer to the expression.
}]
type thing = { @export() a: int }
//@ [6-11) warning no-unused-types Type "thing" is declared but never used.
//@ [16-25) error BCP361 The "@export()" decorator must target a top-level statement.
//@ [26-27) error BCP019 Expected a new line character at this location.
var copy = 1
//@ [5-9) error BCP018 Expected the ":" character at this location.
//@ [13-13) error BCP279 Expected a type at this location. Please specify a valid type expression or one of the following types: "any", "array", "bool", "int", "object", "string".
targetScope = {}
//@ [13-14) error BCP018 Expected the ":" character at this location.
//@ [16-17) error BCP279 Expected a type at this location. Please specify a valid type expression or one of the following types: "any", "array", "bool", "int", "object", "string".
param defaulted string = { a: 1 } == {} ? 'a' : 'b'
//@ [7-16) warning no-unused-params Parameter "defaulted" is declared but never used.
var when = if (flag) {}
//@ [5-9) warning no-unused-vars Variable "when" is declared but never used.
//@ [12-14) error BCP100 The function "if" is not supported. Use the "?:" (ternary conditional) operator instead, e.g. condition ? ValueIfTrue : ValueIfFalse
//@ [22-23) error BCP019 Expected a new line character at this location.
output listed object = listKeys('a', 'b')
//@ [24-42) warning outputs-should-not-contain-secrets Outputs should not contain secrets. Found possible secret: function 'listKeys'
output conditional bool = contains(reference('a'), 'b')
resource maybe 'Microsoft.KeyVault/vaults@2023-07-01' = if (empty(reference('a'))) {
//@ [67-76) error BCP066 Function "reference" is not valid at this location. It can only be used in resource declarations.
  name: 'maybe'
  location: 'westeurope'
  properties: { tenantId: 'a', sku: { family: 'A', name: 'standard' } }
  resource nested 'nonsense' = {
//@ [19-29) warning BCP081 Resource type "Microsoft.KeyVault/vaults/nonsense@2023-07-01" does not have types available. Bicep is unable to validate resource properties prior to deployment, but this will not block the resource from being deployed.
    name: 'nested'
  }
}
resource noType = {
//@ [17-18) error BCP068 Expected a resource type string. Specify a valid resource type of format "<type-name>@<apiVersion>".
  name: 'noType'
  resource child 'secrets' = {
//@ [18-27) error BCP157 The resource type cannot be determined due to an error in the containing resource.
    name: 'child'
  }
}
@sealed()
type derivedType resourceInput<'Microsoft.KeyVault/vaults@2023-07-01'>.properties
//@ [6-17) warning no-unused-types Type "derivedType" is declared but never used.
//@ [18-31) error BCP018 Expected the "=" character at this location.
//@ [82-82) error BCP279 Expected a type at this location. Please specify a valid type expression or one of the following types: "any", "array", "bool", "int", "object", "string".
@sealed()
type derivedSealed = resourceInput<'Microsoft.KeyVault/vaults@2023-07-01'>.properties
//@ [6-19) warning no-unused-types Type "derivedSealed" is declared but never used.
@export()
//@ [1-10) error BCP166 Duplicate "export" decorator.
//@ [2-8) error BCP125 Function "export" cannot be used as a parameter decorator.
@export()
//@ [1-10) error BCP166 Duplicate "export" decorator.
//@ [2-8) error BCP125 Function "export" cannot be used as a parameter decorator.
param exported string
//@ [7-15) warning no-unused-params Parameter "exported" is declared but never used.
var emptyOf = {}.b
//@ [5-12) warning no-unused-vars Variable "emptyOf" is declared but never used.
//@ [18-19) error BCP052 The type "object" does not contain property "b".
var closedScope = subscription().x
//@ [5-16) warning no-unused-vars Variable "closedScope" is declared but never used.
//@ [34-35) error BCP053 The type "subscription" does not contain property "x". Available properties include "displayName", "id", "subscriptionId", "tenantId".
resource locations 'Microsoft.Resources/providers@2021-04-01' = {
//@ [20-62) warning BCP174 Type validation is not available for resource types declared containing a "/providers/" segment. Please instead use the "scope" property.
  name: 'a'
}
func first(a string) string => a
var resourceGroup = 1
var shadowed = resourceGroup()
//@ [5-13) warning no-unused-vars Variable "shadowed" is declared but never used.
//@ [16-29) error BCP265 The name "resourceGroup" is not a function. Did you mean "az.resourceGroup"?
extension 'br:example.com/types/things:1.0.0'
//@ [11-46) warning extension-not-restored The extension "br:example.com/types/things:1.0.0" has not been restored: nothing is known of its types, and its name "things" and version "1.0.0" are taken from the reference.
extension './nothing.tgz' as local
//@ [11-26) error extension-unsupported The extension "./nothing.tgz" is not supported: its package of types cannot be read.
assert text
//@ [1-12) error BCP349 Using an assert declaration requires enabling EXPERIMENTAL feature "Assertions".
//@ [12-12) error BCP018 Expected the "=" character at this location.
