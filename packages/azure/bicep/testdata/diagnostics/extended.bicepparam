using none
extends 'with.bicepparam'
//@ [9-26) error BCP104 The referenced module has errors.
var base = 1
//@ [5-9) error BCP438 The identifier 'base' is reserved and cannot be declared.
//@ [5-9) warning no-unused-vars Variable "base" is declared but never used.
param failing = int('x')
