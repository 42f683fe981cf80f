param text string = 1
//@ [21-22) error BCP033 Expected a value of type "string" but the provided value is of type "1".
param number int = 'a'
//@ [7-13) warning no-unused-params Parameter "number" is declared but never used.
//@ [20-23) error BCP033 Expected a value of type "int" but the provided value is of type "'a'".
param choice 'a' | 'b' = 'c'
//@ [7-13) warning no-unused-params Parameter "choice" is declared but never used.
//@ [26-29) error BCP033 Expected a value of type "'a' | 'b'" but the provided value is of type "'c'".
param list string[] = [1, 'a']
//@ [24-25) error BCP034 The enclosing array expected an item of type "string", but the provided item was of type "1".
param thing { name: string, size: int? } = { nmae: 'x', size: 'big' }
//@ [7-12) error BCP035 The specified "param" declaration is missing the following required properties: "name".
//@ [7-12) warning no-unused-params Parameter "thing" is declared but never used.
//@ [46-50) warning BCP037 The property "nmae" is not allowed on objects of type "{ name: string, size: int | null }". Permissible properties include "name".
//@ [63-68) error BCP036 The property "size" expected a value of type "int | null" but the provided value is of type "'big'".
param some object?
param mixed string | int
//@ [7-12) warning no-unused-params Parameter "mixed" is declared but never used.
//@ [13-19) error BCP293 All members of a union type declaration must be literal values.
//@ [22-25) error BCP293 All members of a union type declaration must be literal values.
type self = { me: self }
//@ [6-10) error BCP298 This type definition includes itself as required component, which creates a constraint that cannot be fulfilled.
type pair = [string, int]
@discriminator('kind')
type shape = { kind: 'circle', radius: int } | { kind: 'square', side: int }
param form shape = { kind: 'cube' }
//@ [7-11) warning no-unused-params Parameter "form" is declared but never used.
//@ [28-34) error BCP036 The property "kind" expected a value of type "'circle' | 'square'" but the provided value is of type "'cube'".
param two pair = ['a', 'b']
//@ [7-10) warning no-unused-params Parameter "two" is declared but never used.
//@ [24-27) error BCP034 The enclosing array expected an item of type "int", but the provided item was of type "'b'".
var sum = 1 + 'a'
//@ [5-8) warning no-unused-vars Variable "sum" is declared but never used.
//@ [11-18) error BCP045 Cannot apply operator "+" to operands of type "1" and "'a'".
var no = !1
//@ [5-7) warning no-unused-vars Variable "no" is declared but never used.
//@ [10-12) error BCP044 Cannot apply operator "!" to operand of type "1".
var both = true && 'x'
//@ [5-9) warning no-unused-vars Variable "both" is declared but never used.
//@ [12-23) error BCP045 Cannot apply operator "&&" to operands of type "true" and "'x'".
var question = 1 ? 2 : 3
//@ [5-13) warning no-unused-vars Variable "question" is declared but never used.
//@ [16-17) error BCP046 Expected a value of type "bool".
var item = list['a']
//@ [5-9) warning no-unused-vars Variable "item" is declared but never used.
//@ [16-21) warning prefer-unquoted-property-names Property names that are valid identifiers should be declared without quotation marks and accessed using dot notation.
//@ [17-20) error BCP074 Indexing over arrays requires an index of type "int" but the provided index was of type "'a'".
var member = list.length
//@ [5-11) warning no-unused-vars Variable "member" is declared but never used.
//@ [19-25) error BCP055 Cannot access properties of type "string[]". An "object" type is required.
var deep = some.name.first
//@ [5-9) warning no-unused-vars Variable "deep" is declared but never used.
//@ [16-21) warning BCP318 The value of type "null | object" may be null at the start of the deployment, which would cause this access expression (and the overall deployment with it) to fail.
var safe = some.?name
//@ [5-9) warning no-unused-vars Variable "safe" is declared but never used.
var count = length(1)
//@ [5-10) warning no-unused-vars Variable "count" is declared but never used.
//@ [20-21) error BCP048 Cannot resolve function overload.\n  Overload 1 of 2, "length(arg: object | string): int", gave the following error:\n    Argument of type "1" is not assignable to parameter of type "object | string".\n  Overload 2 of 2, "length(arg: array): int", gave the following error:\n    Argument of type "1" is not assignable to parameter of type "array".
var joined = join(['a'])
//@ [5-11) warning no-unused-vars Variable "joined" is declared but never used.
//@ [18-25) error BCP071 Expected 2 arguments, but got 1.
var mapped = map([1], (a, b, c) => a)
//@ [5-11) warning no-unused-vars Variable "mapped" is declared but never used.
//@ [23-37) error BCP070 Argument of type "(1, int, any) => 1" is not assignable to parameter of type "(any[, int]) => any".
var lost = x => x
//@ [5-9) warning no-unused-vars Variable "lost" is declared but never used.
//@ [12-18) error BCP242 Lambda functions may only be specified directly as function arguments.
output fitting int = text
//@ [22-26) error BCP033 Expected a value of type "int" but the provided value is of type "string".
output nothing string = some.?name
var divided = 1 / 0
//@ [5-12) warning no-unused-vars Variable "divided" is declared but never used.
//@ [19-20) error BCP410 Division by zero is not supported.
var spread = [...text]
//@ [5-11) warning no-unused-vars Variable "spread" is declared but never used.
//@ [15-22) error BCP402 The spread operator "..." can only be used in this context for an expression assignable to type "array".
var loop = [for n in text: n]
//@ [5-9) warning no-unused-vars Variable "loop" is declared but never used.
//@ [22-26) error BCP137 Loop expected an expression of type "array" but the provided value is of type "string".
var nested = { a: [for n in [1]: { b: [for m in [1]: m] }] }
//@ [5-11) warning no-unused-vars Variable "nested" is declared but never used.
//@ [20-23) error BCP138 For-expressions are not supported in this context. For-expressions may be used as values of resource, module, variable, and output declarations, or values of resource and module properties.
//@ [40-43) error BCP138 For-expressions are not supported in this context. For-expressions may be used as values of resource, module, variable, and output declarations, or values of resource and module properties.
