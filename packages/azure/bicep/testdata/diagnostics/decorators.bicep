@secure()
//@ [1-10) error BCP124 The decorator "secure" can only be attached to targets of type "object | string", but the target has type "int".
param number int
//@ [7-13) warning no-unused-params Parameter "number" is declared but never used.
@minLength(-1)
//@ [12-14) error BCP168 Length must not be a negative value.
@maxLength('a')
//@ [12-15) error BCP070 Argument of type "'a'" is not assignable to parameter of type "int".
param text string
@minValue(1)
//@ [1-13) error BCP166 Duplicate "minValue" decorator.
@minValue(2)
//@ [1-13) error BCP166 Duplicate "minValue" decorator.
param twice int
//@ [7-12) warning no-unused-params Parameter "twice" is declared but never used.
@allowed([])
//@ [10-12) error BCP099 The "allowed" array must contain one or more items.
param none string
//@ [7-11) warning no-unused-params Parameter "none" is declared but never used.
@batchSize(0)
//@ [1-14) error BCP155 The decorator "batchSize" can only be attached to resource or module collections.
//@ [12-13) error BCP154 Expected a batch size of at least 1 but the specified value was "0".
resource single 'Microsoft.Storage/storageAccounts@2023-05-01' = {
  name: 'single1'
  location: 'westeurope'
  sku: { name: 'Standard_LRS' }
  kind: 'StorageV2'
}
@secure()
//@ [2-8) error BCP126 Function "secure" cannot be used as a variable decorator.
var hidden = text
//@ [5-11) warning no-unused-vars Variable "hidden" is declared but never used.
@description(1)
//@ [14-15) error BCP070 Argument of type "1" is not assignable to parameter of type "string".
output told string = text
@length()
//@ [2-8) error BCP152 Function "length" cannot be used as a decorator.
param called string
//@ [7-13) warning no-unused-params Parameter "called" is declared but never used.
@text
//@ [2-6) error BCP141 The expression cannot be used as a decorator as it is not callable.
param named string
//@ [7-12) warning no-unused-params Parameter "named" is declared but never used.
@unknown()
//@ [2-9) error BCP057 The name "unknown" does not exist in the current context.
param strange string
//@ [7-14) warning no-unused-params Parameter "strange" is declared but never used.
@metadata({ description: 'a' })
//@ [13-24) warning no-conflicting-metadata The "description" metadata property conflicts with the "description" decorator and will be overwritten.
@description('b')
param doubled string
//@ [7-14) warning no-unused-params Parameter "doubled" is declared but never used.
@export()
//@ [2-8) error BCP125 Function "export" cannot be used as a parameter decorator.
param shown string
//@ [7-12) warning no-unused-params Parameter "shown" is declared but never used.
@sealed()
//@ [1-10) error BCP124 The decorator "sealed" can only be attached to targets of type "object", but the target has type "string".
type open = string
//@ [6-10) warning no-unused-types Type "open" is declared but never used.
