targetScope = 'resourceGroup'
@minLength(1)
//@ [2-11) error BCP127 Function "minLength" cannot be used as a resource decorator.
resource vault 'Microsoft.KeyVault/vaults@2023-07-01' existing = {
  name: 'vault'
}
@minLength(1)
//@ [2-11) error BCP128 Function "minLength" cannot be used as a module decorator.
module storage 'modules/storage.bicep' = {
  name: 'storage'
  params: { name: 'storage' }
}
@allowed(['a'])
//@ [2-9) error BCP129 Function "allowed" cannot be used as an output decorator.
output value string = 'a'
@secure()
//@ [2-8) error BCP269 Function "secure" cannot be used as a metadata decorator.
metadata about = 'a'
@minLength(1)
import { size } from 'modules/types.bicep'
//@ [10-14) warning no-unused-imports Import "size" is declared but never used.
@export()
var exported = value
//@ [16-21) error BCP057 The name "value" does not exist in the current context.
@export()
//@ [1-10) error BCP372 The "@export()" decorator may not be applied to variables that refer to parameters, modules, or resource, either directly or indirectly. The target of this decorator contains direct or transitive references to the following unexportable symbols: "vault".
var exportedVault = vault.id
@export()
//@ [2-8) error BCP127 Function "export" cannot be used as a resource decorator.
resource other 'Microsoft.KeyVault/vaults@2023-07-01' existing = {
//@ [10-15) warning no-unused-existing-resources Existing resource "other" is declared but never used.
  name: 'other'
}
@minValue(5)
//@ [1-13) error BCP331 A type's "minValue" must be less than or equal to its "maxValue", but a minimum of 5 and a maximum of 1 were specified.
@maxValue(1)
param crossed int
//@ [7-14) warning no-unused-params Parameter "crossed" is declared but never used.
@allowed([1])
//@ [1-14) error BCP295 The 'allowed' decorator may not be used on targets of a union or literal type. The allowed values for this parameter or type definition will be derived from the union or literal type automatically.
param literal 1 | 2
//@ [7-14) warning no-unused-params Parameter "literal" is declared but never used.
@minLength(1)
//@ [1-14) error BCP308 The decorator "minLength" may not be used on statements whose declared type is a reference to a user-defined type.
param alias named
//@ [7-12) warning no-unused-params Parameter "alias" is declared but never used.
type named = string
@minLength(1)
param derived resourceInput<'Microsoft.KeyVault/vaults@2023-07-01'>.name
//@ [7-14) warning no-unused-params Parameter "derived" is declared but never used.
@nullIfNotFound()
//@ [1-18) error BCP445 The "@nullIfNotFound()" decorator can only be used on existing resources.
resource made 'Microsoft.KeyVault/vaults@2023-07-01' = {
  name: 'made'
  location: 'westeurope'
  properties: { sku: { family: 'A', name: 'standard' }, tenantId: 'a' }
}
@sys.description('a')
#disable-next-line BCP057
var described = nothing
//@ [5-14) warning no-unused-vars Variable "described" is declared but never used.
//@ [17-24) error BCP057 The name "nothing" does not exist in the current context.
@allowed(['a'])

@batchSize(1)

@secure()

@minLength(1)
//@ [1-14) error BCP292 Expected a parameter, output, or type declaration after the decorator.
