type rule = { name: string, note: string? }
param rules rule[]?
param isOn bool = true
var none = []
// Items of a union of arrays are not known.
output ofUnion array = [for one in (rules ?? []): { note: one.note, other: one.missing }]
output ofChoice array = [for one in (isOn ? none : ['a']): one.name]
// There is no item: whatever is asked of it is right.
output ofNothing array = [for one in none: { name: one.name, first: one.list[0] }]
import * as shared from 'modules/types.bicep'
param open object
// Which overload is meant is not known.
output taken string = take(open.list, 5)
// What cannot be null is never replaced: its items are known.
param sure rule[]
output replaced array = [for one in (sure ?? []): one.name.length]
//@ [60-66) error BCP055 Cannot access properties of type "string". An "object" type is required.
resource maybe 'Microsoft.Storage/storageAccounts@2023-05-01' existing = if (fail('no condition')) {
//@ [10-15) warning no-unused-existing-resources Existing resource "maybe" is declared but never used.
  name: 'maybe'
}
output limit int = shared['limit']
//@ [26-35) warning prefer-unquoted-property-names Property names that are valid identifiers should be declared without quotation marks and accessed using dot notation.
output none int = shared['nothing']
//@ [25-36) warning prefer-unquoted-property-names Property names that are valid identifiers should be declared without quotation marks and accessed using dot notation.
//@ [26-35) error BCP052 The type "shared" does not contain property "nothing".
