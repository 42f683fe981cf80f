var called = contains('a', 'b' 'c')
//@ [5-11) warning no-unused-vars Variable "called" is declared but never used.
//@ [22-36) error BCP071 Expected 2 arguments, but got 3.
//@ [32-32) error BCP236 Expected a new line or comma character at this location.
var listed = [1 2]
//@ [5-11) warning no-unused-vars Variable "listed" is declared but never used.
//@ [17-17) error BCP236 Expected a new line or comma character at this location.
import * as 1 from 'modules/types.bicep'
//@ [13-14) error BCP356 Expected a valid namespace identifier at this location.
//@ [41-41) error BCP012 Expected the "from" keyword at this location.
import * as
//@ [12-12) error BCP356 Expected a valid namespace identifier at this location.
//@ [12-12) error BCP012 Expected the "from" keyword at this location.
type indexed = list[{}]
//@ [6-13) warning no-unused-types Type "indexed" is declared but never used.
//@ [21-22) error BCP087 Array and object literals are not allowed here.
//@ [21-22) error BCP019 Expected a new line character at this location.
type list = string[]
//@ [6-10) warning no-unused-types Type "list" is declared but never used.
var here = managementGroup('a').name
//@ [5-9) warning no-unused-vars Variable "here" is declared but never used.
//@ [33-37) error BCP054 The type "managementGroup" does not contain any properties.
var copy = 1
//@ [5-9) error BCP239 Identifier "copy" is a reserved Bicep symbol name and cannot be used in this context.
//@ [5-9) warning no-unused-vars Variable "copy" is declared but never used.
param copied { *: string, '*': int }
//@ [7-13) warning no-unused-params Parameter "copied" is declared but never used.
@sealed()
param sealedDerived resourceInput<'Microsoft.KeyVault/vaults@2023-07-01'>.properties
//@ [7-20) warning no-unused-params Parameter "sealedDerived" is declared but never used.
@sealed()
//@ [1-10) error BCP386 The decorator "sealed" may not be used on statements whose declared type is a reference to a resource-derived type.
type sealedWhole = resourceInput<'Microsoft.KeyVault/vaults@2023-07-01'>
//@ [6-17) warning no-unused-types Type "sealedWhole" is declared but never used.
//@ [20-73) error BCP394 Resource-derived type expressions must dereference a property within the resource body. Using the entire resource body type is not permitted.
var lines = contains(
//@ [5-10) warning no-unused-vars Variable "lines" is declared but never used.
  'a'
//@ [6-6) error BCP237 Expected a comma character at this location.
  'b'
)
