param number int
param text string
param flag bool
param open object
param things array
param maybe string?
param texts string[]
@minValue(5)
@maxValue(10)
param ranged int
@minLength(5)
@maxLength(10)
param sized string
@minValue(1)
@maxValue(3)
param small int = 0
//@ [7-12) warning no-unused-params Parameter "small" is declared but never used.
//@ [19-20) error BCP328 The provided value (which will always be less than or equal to 0) is too small to assign to a target for which the minimum allowable value is 1.
@minLength(2)
@maxLength(3)
param short string = 'a'
//@ [7-12) warning no-unused-params Parameter "short" is declared but never used.
//@ [22-25) error BCP333 The provided value (whose length will always be less than or equal to 1) is too short to assign to a target for which the minimum allowable length is 2.
@minLength(2)
@maxLength(3)
param long string = 'abcd'
//@ [7-11) warning no-unused-params Parameter "long" is declared but never used.
//@ [21-27) error BCP332 The provided value (whose length will always be greater than or equal to 4) is too long to assign to a target for which the maximum allowable length is 3.
@minLength(2)
@maxLength(3)
param longer string = text
//@ [7-13) warning no-unused-params Parameter "longer" is declared but never used.
@maxValue(3)
param smaller int = ranged
//@ [7-14) warning no-unused-params Parameter "smaller" is declared but never used.
//@ [21-27) error BCP327 The provided value (which will always be greater than or equal to 5) is too large to assign to a target for which the maximum allowable value is 3.
@maxLength(3)
param cut string = sized
//@ [7-10) warning no-unused-params Parameter "cut" is declared but never used.
//@ [20-25) error BCP332 The provided value (whose length will always be greater than or equal to 5) is too long to assign to a target for which the maximum allowable length is 3.
@minValue(20)
param greater int = ranged
//@ [7-14) warning no-unused-params Parameter "greater" is declared but never used.
//@ [21-27) error BCP328 The provided value (which will always be less than or equal to 10) is too small to assign to a target for which the minimum allowable value is 20.
@minLength(20)
param longest string = sized
//@ [7-14) warning no-unused-params Parameter "longest" is declared but never used.
//@ [24-29) error BCP333 The provided value (whose length will always be less than or equal to 10) is too short to assign to a target for which the minimum allowable length is 20.
@maxLength(20)
param perhaps string = text
//@ [7-14) warning no-unused-params Parameter "perhaps" is declared but never used.
@minValue(1)
param perhapsMore int = number
//@ [7-18) warning no-unused-params Parameter "perhapsMore" is declared but never used.
@maxValue(3)
param perhapsLess int = number
//@ [7-18) warning no-unused-params Parameter "perhapsLess" is declared but never used.
param nothing string? = 'a'
//@ [7-14) warning no-unused-params Parameter "nothing" is declared but never used.
//@ [25-28) error BCP326 Nullable-typed parameters may not be assigned default values. They have an implicit default of 'null' that cannot be overridden.
@minLength(3)
param items array = []
//@ [7-12) warning no-unused-params Parameter "items" is declared but never used.
//@ [21-23) error BCP333 The provided value (whose length will always be less than or equal to 0) is too short to assign to a target for which the minimum allowable length is 3.
type keyed = { '${text}': int }
//@ [6-11) warning no-unused-types Type "keyed" is declared but never used.
type closed = { a: int }
param exact closed = { '${text}': 1 }
//@ [24-33) warning BCP040 String interpolation is not supported for keys on objects of type "{ a: int }". Permissible properties include "a".
var whole = az
//@ [5-10) warning no-unused-vars Variable "whole" is declared but never used.
//@ [13-15) error BCP041 Values of type "az" cannot be assigned to a variable.
var indexed = things[flag]
//@ [5-12) warning no-unused-vars Variable "indexed" is declared but never used.
//@ [22-26) error BCP074 Indexing over arrays requires an index of type "int" but the provided index was of type "bool".
var keyedBy = open[number]
//@ [5-12) warning no-unused-vars Variable "keyedBy" is declared but never used.
//@ [20-26) error BCP075 Indexing over objects requires an index of type "string" but the provided index was of type "int".
var named = open[1]
//@ [5-10) warning no-unused-vars Variable "named" is declared but never used.
//@ [18-19) error BCP075 Indexing over objects requires an index of type "string" but the provided index was of type "1".
var nothingIn = {}.a
//@ [5-14) warning no-unused-vars Variable "nothingIn" is declared but never used.
//@ [20-21) error BCP052 The type "object" does not contain property "a".
var calledOn = text.foo()
//@ [5-13) warning no-unused-vars Variable "calledOn" is declared but never used.
//@ [21-24) error BCP067 Cannot call functions on type "string". An "object" type is required.
var item = [1, 2][5]
//@ [5-9) warning no-unused-vars Variable "item" is declared but never used.
//@ [19-20) error BCP311 The provided index value of "5" is not valid for type "[1, 2]". Indexes for this type must be between 0 and 1.
var before = [1, 2][-1]
//@ [5-11) warning no-unused-vars Variable "before" is declared but never used.
//@ [21-23) error BCP311 The provided index value of "-1" is not valid for type "[1, 2]". Indexes for this type must be between 0 and 1.
var last = [1][^2]
//@ [5-9) warning no-unused-vars Variable "last" is declared but never used.
//@ [17-18) error BCP311 The provided index value of "2" is not valid for type "[1]". Indexes for this type must be between 0 and 0.
var lastOf = open[^1]
//@ [5-11) warning no-unused-vars Variable "lastOf" is declared but never used.
//@ [19-20) error BCP414 The "^" indexing operator cannot be used on base expressions of type "object".
var lastBy = texts[^'a']
//@ [5-11) warning no-unused-vars Variable "lastBy" is declared but never used.
//@ [19-25) warning prefer-unquoted-property-names Property names that are valid identifiers should be declared without quotation marks and accessed using dot notation.
//@ [21-24) error BCP074 Indexing over arrays requires an index of type "int" but the provided index was of type "'a'".
var zero = [for x in texts: { '${x}': [for y in texts: y] }]
//@ [5-9) warning no-unused-vars Variable "zero" is declared but never used.
//@ [31-37) error BCP143 For-expressions cannot be used with properties whose names are also expressions.
//@ [40-43) error BCP138 For-expressions are not supported in this context. For-expressions may be used as values of resource, module, variable, and output declarations, or values of resource and module properties.
var computed = { '${text}': [for y in texts: y] }
//@ [5-13) warning no-unused-vars Variable "computed" is declared but never used.
//@ [18-27) error BCP143 For-expressions cannot be used with properties whose names are also expressions.
//@ [30-33) error BCP138 For-expressions are not supported in this context. For-expressions may be used as values of resource, module, variable, and output declarations, or values of resource and module properties.
var lambdaCount = map(texts, () => 1)
//@ [5-16) warning no-unused-vars Variable "lambdaCount" is declared but never used.
//@ [30-37) error BCP070 Argument of type "() => 1" is not assignable to parameter of type "(any[, int]) => any".
var lambdaCounts = filter(texts, (a, b, c) => true)
//@ [5-17) warning no-unused-vars Variable "lambdaCounts" is declared but never used.
//@ [34-51) error BCP070 Argument of type "(string, int, any) => true" is not assignable to parameter of type "(any[, int]) => bool".
var spread = [...'a']
//@ [5-11) warning no-unused-vars Variable "spread" is declared but never used.
//@ [15-21) error BCP402 The spread operator "..." can only be used in this context for an expression assignable to type "array".
var spreadObject = { ...[] }
//@ [5-17) warning no-unused-vars Variable "spreadObject" is declared but never used.
//@ [22-27) error BCP402 The spread operator "..." can only be used in this context for an expression assignable to type "object".
var spreadType = { ...text }
//@ [5-15) warning no-unused-vars Variable "spreadType" is declared but never used.
//@ [20-27) error BCP402 The spread operator "..." can only be used in this context for an expression assignable to type "object".
var spreadArgument = contains(...text)
//@ [5-19) warning no-unused-vars Variable "spreadArgument" is declared but never used.
//@ [31-34) error BCP009 Expected a literal value, an array, an object, a parenthesized expression, or a function call at this location.
type union = 'a' | 1
//@ [6-11) warning no-unused-types Type "union" is declared but never used.
//@ [14-21) error BCP294 Type unions must be reducible to a single ARM type (such as 'string', 'int', or 'bool').
type unionOfTypes = string | 'a'
//@ [6-18) warning no-unused-types Type "unionOfTypes" is declared but never used.
//@ [21-27) error BCP293 All members of a union type declaration must be literal values.
type cycle = other
//@ [6-11) error BCP299 This type definition includes itself as a required component via a cycle ("cycle" -> "other").
type other = cycle
//@ [6-11) error BCP299 This type definition includes itself as a required component via a cycle ("other" -> "cycle").
type pair = [string, int]
type third = pair[2]
//@ [6-11) warning no-unused-types Type "third" is declared but never used.
//@ [19-20) error BCP311 The provided index value of "2" is not valid for type "[string, int]". Indexes for this type must be between 0 and 1.
type minus = pair[-1]
//@ [6-11) warning no-unused-types Type "minus" is declared but never used.
//@ [19-21) error BCP387 Indexing into a type requires an integer greater than or equal to 0.
type ofObject = closed[0]
//@ [6-14) warning no-unused-types Type "ofObject" is declared but never used.
//@ [24-25) error BCP388 Cannot access elements of type "{ a: int }" by index. An tuple type is required.
type ofRest = closed.*
//@ [6-12) warning no-unused-types Type "ofRest" is declared but never used.
//@ [22-23) error BCP389 The type "{ a: int }" does not declare an additional properties type.
type ofItems = pair[*]
//@ [6-13) warning no-unused-types Type "ofItems" is declared but never used.
//@ [20-23) error BCP390 The array item type access operator ('[*]') can only be used with typed arrays.
type wrong = -'a'
//@ [6-11) warning no-unused-types Type "wrong" is declared but never used.
//@ [14-18) error BCP289 The type definition is not valid.
type simple = string<int>
//@ [6-12) warning no-unused-types Type "simple" is declared but never used.
//@ [15-21) error BCP383 The "string" type is not parameterizable.
type derived = resourceInput
//@ [6-13) warning no-unused-types Type "derived" is declared but never used.
//@ [16-29) error BCP384 The "resourceInput<ResourceTypeIdentifier>" type requires 1 argument(s).
type derivedTwo = resourceInput<'a', 'b'>
//@ [6-16) warning no-unused-types Type "derivedTwo" is declared but never used.
//@ [32-42) error BCP071 Expected 1 argument, but got 2.
type deprecated = resource<'Microsoft.Storage/storageAccounts@2023-05-01'>.name
//@ [6-16) warning no-unused-types Type "deprecated" is declared but never used.
//@ [19-75) warning BCP409 The 'resource<>' parameterized type has been deprecated. Please specify whether you want this type to correspond to the resource input or the resource output.
type rests = {
//@ [6-11) warning no-unused-types Type "rests" is declared but never used.
  *: int
  *: string
//@ [3-12) error BCP315 An object type may have at most one additional properties declaration.
}
@discriminator('kind')
//@ [1-23) error BCP124 The decorator "discriminator" can only be attached to targets of type "object", but the target has type "string".
//@ [1-23) error BCP363 The "discriminator" decorator can only be applied to object-only union types with unique member types.
type notUnion = string
//@ [6-14) warning no-unused-types Type "notUnion" is declared but never used.
@discriminator('kind')
type notLiteral = { kind: string } | { kind: 'b' }
//@ [6-16) warning no-unused-types Type "notLiteral" is declared but never used.
//@ [19-35) error BCP364 The property "kind" must be a required string literal on all union member types.
@discriminator('kind')
type sameTwice = { kind: 'a' } | { kind: 'a', more: int }
//@ [6-15) warning no-unused-types Type "sameTwice" is declared but never used.
//@ [34-58) error BCP365 The value "'a'" for discriminator property "kind" is duplicated across multiple union member types. The value must be unique across all union member types.
@discriminator('sort')
type inner = { sort: 'a' } | { sort: 'b' }
@discriminator('kind')
type outer = inner | { kind: 'c' }
//@ [6-11) warning no-unused-types Type "outer" is declared but never used.
//@ [14-19) error BCP364 The property "kind" must be a required string literal on all union member types.
//@ [14-19) error BCP364 The property "kind" must be a required string literal on all union member types.
@sealed()
//@ [1-10) error BCP316 The "sealed" decorator may not be used on object types with an explicit additional properties type declaration.
type restSealed = {
//@ [6-16) warning no-unused-types Type "restSealed" is declared but never used.
  *: int
}
var flat = flatten([1])
//@ [5-9) warning no-unused-vars Variable "flat" is declared but never used.
//@ [20-23) error BCP309 Values of type "[1]" cannot be flattened because "1" is not an array type.
var any1 = any(text)
//@ [5-9) warning no-unused-vars Variable "any1" is declared but never used.
assert isTrue = 'a'
//@ [1-20) error BCP349 Using an assert declaration requires enabling EXPERIMENTAL feature "Assertions".
//@ [17-20) error BCP350 Value of type "'a'" cannot be assigned to an assert. Asserts can take values of type 'bool' only.
output length int = maybe
//@ [21-26) error BCP033 Expected a value of type "int" but the provided value is of type "null | string".
output joined string = join(texts, maybe)
//@ [36-41) warning BCP321 Expected a value of type "string" but the provided value is of type "null | string".
output typo string = exact.b
//@ [28-29) warning BCP187 The property "b" does not exist in the resource or type definition, although it might still be valid. If this is a resource type definition inaccuracy, report it using https://aka.ms/bicep-type-issues.
output typo2 string = { alpha: 'a' }.alpah
//@ [38-43) error BCP053 The type "object" does not contain property "alpah". Available properties include "alpha".
output misspelt closed = { aa: 1 }
//@ [8-16) error BCP035 The specified "output" declaration is missing the following required properties: "a".
//@ [28-30) warning BCP037 The property "aa" is not allowed on objects of type "{ a: int }". Permissible properties include "a".

var anyIndex = any(open)[true]
//@ [5-13) warning no-unused-vars Variable "anyIndex" is declared but never used.
//@ [26-30) error BCP049 The array index must be of type "string" or "int" but the provided index was of type "true".
var onNumber = number[0]
//@ [5-13) warning no-unused-vars Variable "onNumber" is declared but never used.
//@ [16-22) error BCP076 Cannot index over expression of type "int". Arrays or objects are required.
var empty = tenant().x
//@ [5-10) warning no-unused-vars Variable "empty" is declared but never used.
//@ [22-23) error BCP053 The type "tenant" does not contain property "x". Available properties include "country", "countryCode", "displayName", "tenantId".
@minValue(1)
@maxValue(3)
param nearby int = crossing
//@ [7-13) warning no-unused-params Parameter "nearby" is declared but never used.
//@ [20-28) warning BCP329 The provided value can be as small as 0 and may be too small to assign to a target with a configured minimum of 1.
//@ [20-28) warning BCP330 The provided value can be as large as 5 and may be too large to assign to a target with a configured maximum of 3.
@minValue(0)
@maxValue(5)
param crossing int
@minLength(2)
param atLeast string = loose
//@ [7-14) warning no-unused-params Parameter "atLeast" is declared but never used.
//@ [24-29) warning BCP334 The provided value can have a length as small as 1 and may be too short to assign to a target with a configured minimum length of 2.
@minLength(1)
@maxLength(5)
param loose string
@maxLength(3)
param atMost string = loose
//@ [7-13) warning no-unused-params Parameter "atMost" is declared but never used.
//@ [23-28) warning BCP335 The provided value can have a length as large as 5 and may be too long to assign to a target with a configured maximum length of 3.
var arrayBefore = texts[-1]
//@ [5-16) warning no-unused-vars Variable "arrayBefore" is declared but never used.
//@ [25-27) error BCP339 The provided array index value of "-1" is not valid. Array index should be greater than or equal to 0.
var anyFromEnd = any(open)[^'a']
//@ [5-15) warning no-unused-vars Variable "anyFromEnd" is declared but never used.
//@ [27-33) warning prefer-unquoted-property-names Property names that are valid identifiers should be declared without quotation marks and accessed using dot notation.
//@ [28-29) error BCP415 The "^" indexing operator cannot be used with index expressions of type "'a'".
var spreadItems string[] = [...[1]]
//@ [5-16) warning no-unused-vars Variable "spreadItems" is declared but never used.
//@ [33-34) error BCP034 The enclosing array expected an item of type "string", but the provided item was of type "1".
type typedItems = { list: string[] }
//@ [6-16) warning no-unused-types Type "typedItems" is declared but never used.
param spread2 string[] = [...[1]]
//@ [7-14) warning no-unused-params Parameter "spread2" is declared but never used.
//@ [31-32) error BCP034 The enclosing array expected an item of type "string", but the provided item was of type "1".
func withSpread(a string) string => a
output spread3 string = withSpread(...texts)
//@ [36-39) error BCP009 Expected a literal value, an array, an object, a parenthesized expression, or a function call at this location.
@discriminator('kind')
//@ [1-23) error BCP366 The discriminator property name must be "kind" on all union member types.
type same = inner
//@ [6-10) warning no-unused-types Type "same" is declared but never used.
@discriminator('kind')
type different = { kind: 'a' } | string
//@ [6-15) warning no-unused-types Type "different" is declared but never used.
//@ [34-40) error BCP286 This union member is invalid because it cannot be assigned to the 'object' type.
type shape = { kind: 'a', radius: int } | { kind: 'b' }
//@ [6-11) warning no-unused-types Type "shape" is declared but never used.
//@ [14-40) error BCP293 All members of a union type declaration must be literal values.
@discriminator('kind')
type form = { kind: 'circle', radius: int } | { kind: 'square', side: int }
param circle form = { kind: text, radius: 1 }
//@ [7-13) warning no-unused-params Parameter "circle" is declared but never used.
//@ [29-33) warning BCP225 The discriminator property "kind" value cannot be determined at compilation time. Type checking for this object is disabled.
param noKind form = { radius: 1 }
//@ [7-13) warning no-unused-params Parameter "noKind" is declared but never used.
//@ [21-34) error BCP078 The property "kind" requires a value of type "'circle' | 'square'", but none was supplied.
type settings = { maximum: int, minimum: int }
param setting settings
output mistyped int = setting.maximun
//@ [31-38) warning BCP187 The property "maximun" does not exist in the resource or type definition, although it might still be valid. If this is a resource type definition inaccuracy, report it using https://aka.ms/bicep-type-issues.
output sysTypo string = resourceGroup().nam
//@ [41-44) error BCP083 The type "resourceGroup" does not contain property "nam". Did you mean "name"?
var reduced = reduce([1], 0, (a) => a)
//@ [5-12) warning no-unused-vars Variable "reduced" is declared but never used.
//@ [30-38) error BCP070 Argument of type "any => any" is not assignable to parameter of type "(any, any[, int]) => any".
var sortLambda = sort([1], (a) => true)
//@ [5-15) warning no-unused-vars Variable "sortLambda" is declared but never used.
//@ [28-39) error BCP070 Argument of type "1 => true" is not assignable to parameter of type "(any, any) => bool".
output unionOfUnions array = [1, ['a']][1]
