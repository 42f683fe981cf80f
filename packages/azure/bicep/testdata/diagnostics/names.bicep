param one string
//@ [7-10) error BCP028 Identifier "one" is declared multiple times. Remove or rename the duplicates.
//@ [7-10) error BCP353 The parameters "one", "One" differ only in casing. The ARM deployments engine is not case sensitive and will not be able to distinguish between them.
param one int
//@ [7-10) error BCP028 Identifier "one" is declared multiple times. Remove or rename the duplicates.
//@ [7-10) error BCP353 The parameters "one", "One" differ only in casing. The ARM deployments engine is not case sensitive and will not be able to distinguish between them.
//@ [7-10) warning no-unused-params Parameter "one" is declared but never used.
param One bool
//@ [7-10) error BCP353 The parameters "one", "One" differ only in casing. The ARM deployments engine is not case sensitive and will not be able to distinguish between them.
//@ [7-10) warning no-unused-params Parameter "One" is declared but never used.
var sys = 1
//@ [5-8) error BCP084 The symbolic name "sys" is reserved. Please use a different symbolic name. Reserved namespaces are "az", "sys".
//@ [5-8) warning no-unused-vars Variable "sys" is declared but never used.
var two = missing
//@ [11-18) error BCP057 The name "missing" does not exist in the current context.
var three = tow
//@ [5-10) warning no-unused-vars Variable "three" is declared but never used.
//@ [13-16) error BCP082 The name "tow" does not exist in the current context. Did you mean "tow2"?
var tow2 = two
//@ [5-9) warning no-unused-vars Variable "tow2" is declared but never used.
//@ [12-15) error BCP062 The referenced declaration with name "two" is not valid.
var four = four
//@ [12-16) error BCP079 This expression is referencing its own declaration, which is not allowed.
var five = six
//@ [12-15) error BCP080 The expression is involved in a cycle ("six" -> "five").
var six = five
//@ [11-15) error BCP080 The expression is involved in a cycle ("five" -> "six").
var seven = lenght([])
//@ [5-10) warning no-unused-vars Variable "seven" is declared but never used.
//@ [13-19) error BCP082 The name "lenght" does not exist in the current context. Did you mean "length"?
var eight = variables('two')
//@ [5-10) warning no-unused-vars Variable "eight" is declared but never used.
//@ [13-22) error BCP060 The "variables" function is not supported. Directly reference variables by their symbolic names.
var nine = if(true, 1, 2)
//@ [5-9) warning no-unused-vars Variable "nine" is declared but never used.
//@ [12-14) error BCP100 The function "if" is not supported. Use the "?:" (ternary conditional) operator instead, e.g. condition ? ValueIfTrue : ValueIfFalse
var ten = add(1, 2)
//@ [5-8) warning no-unused-vars Variable "ten" is declared but never used.
//@ [11-14) error BCP069 The function "add" is not supported. Use the "+" operator instead.
var eleven = newGuid()
//@ [5-11) warning no-unused-vars Variable "eleven" is declared but never used.
//@ [14-21) error BCP065 Function "newGuid" is not valid at this location. It can only be used as a parameter default value.
var twelve = sys2.length([])
//@ [5-11) warning no-unused-vars Variable "twelve" is declared but never used.
//@ [14-18) error BCP082 The name "sys2" does not exist in the current context. Did you mean "sys"?
var thirteen = az.nothing()
//@ [5-13) warning no-unused-vars Variable "thirteen" is declared but never used.
//@ [19-26) error BCP107 The function "nothing" does not exist in namespace "az".
var fourteen = string
//@ [5-13) warning no-unused-vars Variable "fourteen" is declared but never used.
//@ [16-22) error BCP063 The name "string" is not a parameter, variable, resource or module.
type fifteen = one
//@ [6-13) warning no-unused-types Type "fifteen" is declared but never used.
//@ [16-19) error BCP287 'one' refers to a value but is being used as a type here.
type sixteen = strng
//@ [6-13) warning no-unused-types Type "sixteen" is declared but never used.
//@ [16-21) error BCP302 The name "strng" is not a valid type. Please specify one of the following types: "any", "array", "bool", "int", "object", "resourceInput", "resourceOutput", "string".
output seventeen string = one
//@ [8-17) error BCP145 Output "seventeen" is declared multiple times. Remove or rename the duplicates.
output seventeen string = one
//@ [8-17) error BCP145 Output "seventeen" is declared multiple times. Remove or rename the duplicates.
param eighteen string = two
//@ [7-15) warning no-unused-params Parameter "eighteen" is declared but never used.
//@ [25-28) error BCP062 The referenced declaration with name "two" is not valid.
//@ [25-28) error BCP072 This symbol cannot be referenced here. Only other parameters can be referenced in parameter default values.
func nineteen() string => one
//@ [27-30) error BCP082 The name "one" does not exist in the current context. Did you mean "One"?
var twenty = [for (item, item) in [1]: item]
//@ [5-11) warning no-unused-vars Variable "twenty" is declared but never used.
//@ [20-24) error BCP028 Identifier "item" is declared multiple times. Remove or rename the duplicates.
//@ [26-30) error BCP028 Identifier "item" is declared multiple times. Remove or rename the duplicates.
metadata _x = 1
//@ [10-12) error BCP268 Invalid identifier: "_x". Metadata identifiers starting with '_' are reserved. Please use a different identifier.
metadata y = 1
