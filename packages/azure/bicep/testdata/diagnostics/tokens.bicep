var = 1
//@ [5-6) error BCP015 Expected a variable identifier at this location.
//@ [8-8) error BCP018 Expected the "=" character at this location.
param
//@ [6-6) error BCP013 Expected a parameter identifier at this location.
param shape string x
//@ [7-12) warning no-unused-params Parameter "shape" is declared but never used.
//@ [20-21) error BCP008 Expected the "=" token, or a newline at this location.
output
//@ [7-7) error BCP016 Expected an output identifier at this location.
resource
//@ [9-9) error BCP017 Expected a resource identifier at this location.
module
//@ [7-7) error BCP096 Expected a module identifier at this location.
metadata
//@ [9-9) error BCP266 Expected a metadata identifier at this location.
test
//@ [1-5) error BCP348 Using a test declaration statement requires enabling EXPERIMENTAL feature "TestFramework".
//@ [5-5) error BCP346 Expected a test identifier at this location.
assert
//@ [1-7) error BCP349 Using an assert declaration requires enabling EXPERIMENTAL feature "Assertions".
//@ [7-7) error BCP344 Expected an assert identifier at this location.
type
//@ [5-5) error BCP325 Expected a type identifier at this location.
func
//@ [5-5) error BCP015 Expected a variable identifier at this location.
import
//@ [7-7) error BCP354 Expected left brace ('{') or asterisk ('*') character at this location.
//@ [7-7) error BCP012 Expected the "from" keyword at this location.
import { 1 } from 'modules/types.bicep'
//@ [10-11) error BCP355 Expected the name of an exported symbol at this location.
import { 'size' } from 'modules/types.bicep'
//@ [10-16) error BCP375 An import list item that identifies its target with a quoted string must include an 'as <alias>' clause.
//@ [10-16) warning no-unused-imports Import "size" is declared but never used.
import * as from 'modules/types.bicep'
//@ [13-17) warning no-unused-imports Import "from" is declared but never used.
//@ [18-39) error BCP012 Expected the "from" keyword at this location.
extension
//@ [10-10) error BCP201 Expected an extension specification string. This should either be a relative path, or a valid OCI artifact specification.
extension az something
//@ [14-23) error BCP305 Expected the "with" keyword, "as" keyword, or a new line character at this location.
extension az as
//@ [16-16) error BCP202 Expected an extension alias name at this location.
test name
//@ [1-10) error BCP348 Using a test declaration statement requires enabling EXPERIMENTAL feature "TestFramework".
//@ [10-10) error BCP347 Expected a test path string at this location.
using 'modules/types.bicep'
//@ [1-6) error BCP007 This declaration type is not recognized. Specify a metadata, parameter, variable, resource, or output declaration.
var hash = 1 ; 2
//@ [14-15) error BCP019 Expected a new line character at this location.
var double = "double"
//@ [5-11) warning no-unused-vars Variable "double" is declared but never used.
//@ [14-15) error BCP103 The following token is not recognized: """. Strings are defined using single quotes in bicep.
//@ [14-15) error BCP009 Expected a literal value, an array, an object, a parenthesized expression, or a function call at this location.
//@ [21-22) error BCP103 The following token is not recognized: """. Strings are defined using single quotes in bicep.
var open = 'open ${'x
//@ [5-9) warning no-unused-vars Variable "open" is declared but never used.
//@ [20-22) error BCP004 The string at this location is not terminated due to an unexpected new line character.
//@ [22-22) error BCP004 The string at this location is not terminated due to an unexpected new line character.
var interpolated = 'open ${1
//@ [5-17) warning no-unused-vars Variable "interpolated" is declared but never used.
//@ [29-29) error BCP004 The string at this location is not terminated due to an unexpected new line character.
var escape = '\u{zz}'
//@ [5-11) warning no-unused-vars Variable "escape" is declared but never used.
//@ [15-18) error BCP133 The unicode escape sequence is not valid. Valid unicode escape sequences range from \u{0} to \u{10FFFF}.
var two = 'a${1 2}b'
//@ [5-8) warning no-unused-vars Variable "two" is declared but never used.
//@ [17-18) error BCP064 Found unexpected tokens in interpolated expression.
var keyword = [for x of [1]: x]
//@ [5-12) warning no-unused-vars Variable "keyword" is declared but never used.
//@ [22-24) error BCP012 Expected the "in" keyword at this location.
//@ [27-28) error BCP009 Expected a literal value, an array, an object, a parenthesized expression, or a function call at this location.
//@ [28-29) error BCP019 Expected a new line character at this location.
var noVariable = [for 1 in [1]: 1]
//@ [5-15) warning no-unused-vars Variable "noVariable" is declared but never used.
//@ [23-23) error BCP162 Expected a loop item variable identifier or "(" at this location.
//@ [30-31) error BCP009 Expected a literal value, an array, an object, a parenthesized expression, or a function call at this location.
//@ [31-32) error BCP019 Expected a new line character at this location.
var noName = [for (, i) in [1]: i]
//@ [5-11) warning no-unused-vars Variable "noName" is declared but never used.
//@ [20-21) error BCP009 Expected a literal value, an array, an object, a parenthesized expression, or a function call at this location.
var pairs = [for (a b) in [1]: a]
//@ [5-10) warning no-unused-vars Variable "pairs" is declared but never used.
//@ [21-22) error BCP018 Expected the ")" character at this location.
//@ [30-31) error BCP019 Expected a new line character at this location.
var none = ()
//@ [5-9) warning no-unused-vars Variable "none" is declared but never used.
//@ [13-13) error BCP243 Parentheses must contain exactly one expression.
var pair = (1, 2)
//@ [5-9) warning no-unused-vars Variable "pair" is declared but never used.
//@ [13-17) error BCP243 Parentheses must contain exactly one expression.
var indexed = hash[]
//@ [5-12) warning no-unused-vars Variable "indexed" is declared but never used.
//@ [20-20) error BCP117 An empty indexer is not allowed. Specify a valid expression.
var called = contains('a' 'b')
//@ [5-11) warning no-unused-vars Variable "called" is declared but never used.
//@ [27-27) error BCP236 Expected a new line or comma character at this location.
var commas = { a: 1,
//@ [5-11) warning no-unused-vars Variable "commas" is declared but never used.
//@ [21-21) error BCP238 Unexpected new line character after a comma.
  b: 2 }
var trailing = [1,
//@ [5-13) warning no-unused-vars Variable "trailing" is declared but never used.
//@ [19-19) error BCP238 Unexpected new line character after a comma.
  2]
var line = 1 var other = 2
//@ [5-9) warning no-unused-vars Variable "line" is declared but never used.
//@ [14-17) error BCP019 Expected a new line character at this location.
resource body 'Microsoft.Storage/storageAccounts@2023-05-01' = 1
//@ [64-65) error BCP118 Expected the "{" character, the "[" character, or the "if" keyword at this location.
resource when 'Microsoft.Storage/storageAccounts@2023-05-01' = if
//@ [66-66) error BCP018 Expected the "(" character at this location.
resource looped 'Microsoft.Storage/storageAccounts@2023-05-01' = [for x in [1]: 1]
//@ [81-82) error BCP167 Expected the "{" character or the "if" keyword at this location.
resource typeless 'Microsoft.Storage/${hash}@2023-05-01' = {}
//@ [19-57) error BCP047 String interpolation is unsupported for specifying the resource type.
@
//@ [2-2) error BCP123 Expected a namespace or decorator name at this location.
param decorated string
//@ [7-16) warning no-unused-params Parameter "decorated" is declared but never used.
@sys.
//@ [6-6) error BCP020 Expected a function or property name at this location.
param other string
//@ [7-12) warning no-unused-params Parameter "other" is declared but never used.
type literal = -x
//@ [6-13) warning no-unused-types Type "literal" is declared but never used.
//@ [17-18) error BCP302 The name "x" is not a valid type. Please specify one of the following types: "any", "array", "bool", "int", "object", "resourceInput", "resourceOutput", "string".
type thing = {
//@ [6-11) warning no-unused-types Type "thing" is declared but never used.
  -: 1
//@ [3-4) error BCP317 Expected an identifier, a string, or an asterisk at this location.
}
type list = 'a' | 
//@ [6-10) warning no-unused-types Type "list" is declared but never used.
//@ [19-19) error BCP300 Expected a type literal at this location. Please specify a concrete value or a reference to a literal type.
var safeCall = body.?listKeys()
//@ [5-13) warning no-unused-vars Variable "safeCall" is declared but never used.
//@ [21-22) error BCP322 The `.?` (safe dereference) operator may not be used on instance function invocations.
param missing resource
//@ [7-14) warning no-unused-params Parameter "missing" is declared but never used.
//@ [15-23) error BCP231 Using resource-typed parameters and outputs requires enabling EXPERIMENTAL feature "ResourceTypedParamsAndOutputs".
//@ [23-23) error BCP068 Expected a resource type string. Specify a valid resource type of format "<type-name>@<apiVersion>".
func noType() =>
//@ [15-17) error BCP279 Expected a type at this location. Please specify a valid type expression or one of the following types: "any", "array", "bool", "int", "object", "string".
//@ [17-17) error BCP018 Expected the "=>" character at this location.
//@ [17-17) error BCP009 Expected a literal value, an array, an object, a parenthesized expression, or a function call at this location.
var lambda = (1) => 1
//@ [5-11) warning no-unused-vars Variable "lambda" is declared but never used.
//@ [14-22) error BCP242 Lambda functions may only be specified directly as function arguments.
//@ [15-16) error BCP015 Expected a variable identifier at this location.
var fat = (a, 2) => a
//@ [5-8) warning no-unused-vars Variable "fat" is declared but never used.
//@ [11-22) error BCP242 Lambda functions may only be specified directly as function arguments.
//@ [15-16) error BCP015 Expected a variable identifier at this location.
#disable-diagnostics
#restore-diagnostics
#unknown
//@ [1-2) error BCP001 The following token is not recognized: "#".
//@ [1-2) error BCP007 This declaration type is not recognized. Specify a metadata, parameter, variable, resource, or output declaration.
var names = { thisNameIsVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryMuchLongerThanAnyNameCanBeBecauseItGoesOnAndOnAndOnUntilItHasMoreThanTwoHundredAndFiftyFiveCharactersWhichTakesQuiteSomeTimeToWriteDownAndEvenMoreTimeToReadSoThatNobodyWouldEverDoItUnlessTheyWantedToSeeWhatHappensThenWhichIsThisErrorHere: 1 }
//@ [5-10) warning no-unused-vars Variable "names" is declared but never used.
//@ [15-338) error BCP024 The identifier exceeds the limit of 255. Reduce the length of the identifier.
resource typed 'Microsoft.Storage/storageAccounts@2023-05-01' = [for (item, index, more) in [1]: {}]
//@ [10-15) error BCP035 The specified "resource" declaration is missing the following required properties: "kind", "location", "name", "sku". If this is a resource type definition inaccuracy, report it using https://aka.ms/bicep-type-issues.
//@ [70-89) error BCP249 Expected loop variable block to consist of exactly 2 elements (item variable and index variable), but found 3.
@allowed([1
param allowed int
#disable-diagnostics

//@ [1-1) error BCP018 Expected the "]" character at this location.
//@ [1-1) error BCP018 Expected the ")" character at this location.
//@ [1-1) error BCP019 Expected a new line character at this location.