param
//@ [6-6) error BCP013 Expected a parameter identifier at this location.
param a
//@ [8-8) error BCP279 Expected a type at this location. Please specify a valid type expression or one of the following types: "any", "array", "bool", "int", "object", "string".
param b string =
//@ [7-8) warning no-unused-params Parameter "b" is declared but never used.
//@ [17-17) error BCP009 Expected a literal value, an array, an object, a parenthesized expression, or a function call at this location.
param c string = 'open
//@ [7-8) warning no-unused-params Parameter "c" is declared but never used.
//@ [18-23) error BCP004 The string at this location is not terminated due to an unexpected new line character.
var d = {
//@ [5-6) warning no-unused-vars Variable "d" is declared but never used.
  e: 1 2
//@ [8-8) error BCP236 Expected a new line or comma character at this location.
//@ [8-9) error BCP022 Expected a property name at this location.
//@ [9-9) error BCP018 Expected the ":" character at this location.
  : 3
//@ [3-4) error BCP022 Expected a property name at this location.
}
var f = [1, 2
//@ [5-6) warning no-unused-vars Variable "f" is declared but never used.
3]
var g = true ? 1
//@ [5-6) warning no-unused-vars Variable "g" is declared but never used.
//@ [17-17) error BCP018 Expected the ":" character at this location.
var h = (1 + )
//@ [5-6) warning no-unused-vars Variable "h" is declared but never used.
//@ [14-15) error BCP009 Expected a literal value, an array, an object, a parenthesized expression, or a function call at this location.
var i = 'a${
//@ [5-6) warning no-unused-vars Variable "i" is declared but never used.
//@ [13-13) error BCP004 The string at this location is not terminated due to an unexpected new line character.
//@ [13-13) error BCP009 Expected a literal value, an array, an object, a parenthesized expression, or a function call at this location.
var j = [for x in [1]: ]
//@ [5-6) warning no-unused-vars Variable "j" is declared but never used.
//@ [24-25) error BCP009 Expected a literal value, an array, an object, a parenthesized expression, or a function call at this location.
resource k
//@ [11-11) error BCP068 Expected a resource type string. Specify a valid resource type of format "<type-name>@<apiVersion>".
resource l 'Microsoft.Storage/storageAccounts@2023-05-01'
//@ [58-58) error BCP018 Expected the "=" character at this location.
module m
//@ [9-9) error BCP097 Expected a module path string. This should be a relative path to another bicep file, e.g. 'myModule.bicep' or '../parent/myModule.bicep'
output n
//@ [9-9) error BCP279 Expected a type at this location. Please specify a valid type expression or one of the following types: "any", "array", "bool", "int", "object", "string".
output o string
//@ [16-16) error BCP018 Expected the "=" character at this location.
what is this
//@ [1-5) error BCP007 This declaration type is not recognized. Specify a metadata, parameter, variable, resource, or output declaration.
var p = '\q \u{110000}'
//@ [5-6) warning no-unused-vars Variable "p" is declared but never used.
//@ [10-12) error BCP006 The specified escape sequence is not recognized. Only the following escape sequences are allowed: "\$", "\'", "\\", "\n", "\r", "\t", "\u{...}".
//@ [13-23) error BCP133 The unicode escape sequence is not valid. Valid unicode escape sequences range from \u{0} to \u{10FFFF}.
var q = 99999999999999999999
//@ [5-6) warning no-unused-vars Variable "q" is declared but never used.
//@ [9-29) error BCP010 Expected a valid 64-bit signed integer.
var r = -
//@ [5-6) warning no-unused-vars Variable "r" is declared but never used.
//@ [10-10) error BCP009 Expected a literal value, an array, an object, a parenthesized expression, or a function call at this location.
#disable-next-line
//@ [19-19) error BCP226 Expected at least one diagnostic code at this location. Valid format is "#disable-next-line diagnosticCode1 diagnosticCode2 ..."
var s = a.
//@ [5-6) warning no-unused-vars Variable "s" is declared but never used.
//@ [9-10) error BCP062 The referenced declaration with name "a" is not valid.
//@ [11-11) error BCP020 Expected a function or property name at this location.
@description('last')
//@ [1-21) error BCP132 Expected a declaration after the decorator.
