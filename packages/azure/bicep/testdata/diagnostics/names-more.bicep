targetScope = 'resourceGroup'
//@ [1-12) error BCP112 The "targetScope" cannot be declared multiple times in one file.
targetScope = 'resourceGroup'
//@ [1-12) error BCP112 The "targetScope" cannot be declared multiple times in one file.
var twice = { a: 1, a: 2 }
//@ [15-16) error BCP025 The property "a" is declared multiple times in this object. Remove or rename the duplicate properties.
//@ [21-22) error BCP025 The property "a" is declared multiple times in this object. Remove or rename the duplicate properties.
var notFunction = twice('a')
//@ [5-16) warning no-unused-vars Variable "notFunction" is declared but never used.
//@ [19-24) error BCP059 The name "twice" is not a function.
var parameter = parameters('a')
//@ [5-14) warning no-unused-vars Variable "parameter" is declared but never used.
//@ [17-27) error BCP061 The "parameters" function is not supported. Directly reference parameters by their symbolic names.
var listing = list('a', 'b', {})
//@ [5-12) warning no-unused-vars Variable "listing" is declared but never used.
var created = createArray(1)
//@ [5-12) warning no-unused-vars Variable "created" is declared but never used.
//@ [15-26) error BCP101 The "createArray" function is not supported. Construct an array literal using [].
var object = createObject('a', 1)
//@ [14-26) error BCP102 The "createObject" function is not supported. Construct an object literal using {}.
var near = az.resourceGrou()
//@ [15-27) error BCP108 The function "resourceGrou" does not exist in namespace "az". Did you mean "resourceGroup"?
var fresh = newGuid()
//@ [5-10) warning no-unused-vars Variable "fresh" is declared but never used.
//@ [13-20) error BCP065 Function "newGuid" is not valid at this location. It can only be used as a parameter default value.
var loaded = loadTextContent(near)
//@ [5-11) warning no-unused-vars Variable "loaded" is declared but never used.
//@ [30-34) error BCP062 The referenced declaration with name "near" is not valid.
//@ [30-34) error BCP032 The value must be a compile-time constant.
var type = text
//@ [5-9) warning no-unused-vars Variable "type" is declared but never used.
//@ [12-16) error BCP288 'text' refers to a type but is being used as a value here.
type text = string
type resource = string
//@ [6-14) error BCP301 The type name "resource" is reserved and may not be attached to a user-defined type.
//@ [6-14) warning no-unused-types Type "resource" is declared but never used.
type system = sys
//@ [6-12) warning no-unused-types Type "system" is declared but never used.
//@ [15-18) error BCP306 The name "sys" refers to a namespace, not to a type.
param value near
//@ [7-12) warning no-unused-params Parameter "value" is declared but never used.
//@ [13-17) error BCP287 'near' refers to a value but is being used as a type here.
param looping string
//@ [7-14) warning no-unused-params Parameter "looping" is declared but never used.
var azure = az
//@ [13-15) error BCP041 Values of type "az" cannot be assigned to a variable.
output state object = reference('a')
//@ [14-20) error BCP287 'object' refers to a value but is being used as a type here.
var sys2 = contain('a', 'b')
//@ [5-9) warning no-unused-vars Variable "sys2" is declared but never used.
//@ [12-19) error BCP082 The name "contain" does not exist in the current context. Did you mean "contains"?
func contains(a string) bool => true
var own = contains('a', 'b')
//@ [5-8) warning no-unused-vars Variable "own" is declared but never used.
//@ [19-29) error BCP071 Expected 1 argument, but got 2.
var provided = providers('Microsoft.Storage')
//@ [5-13) warning no-unused-vars Variable "provided" is declared but never used.
//@ [16-25) warning BCP241 The "providers" function is deprecated and will be removed in a future release of Bicep. Please add a comment to https://github.com/Azure/bicep/issues/2017 if you believe this will impact your workflow.
var here = loadTextContent(here)
//@ [28-32) error BCP079 This expression is referencing its own declaration, which is not allowed.
//@ [28-32) error BCP032 The value must be a compile-time constant.
param for string
//@ [7-10) warning no-unused-params Parameter "for" is declared but never used.
param in string
//@ [7-9) warning no-unused-params Parameter "in" is declared but never used.
var if = 1
//@ [5-7) warning no-unused-vars Variable "if" is declared but never used.
output nothing string = nameof(1)
//@ [32-33) error BCP408 The "nameof" function can only be used with an expression which has a name.
output name string = nameof(azure.x)
//@ [35-36) error BCP055 Cannot access properties of type "az". An "object" type is required.
