using
//@ [1-6) error BCP262 More than one using declaration are present
//@ [6-6) error BCP354 Expected left brace ('{') or asterisk ('*') character at this location.
using 'modules/subscription.bicep'
//@ [1-6) error BCP262 More than one using declaration are present
using 'modules/subscription.bicep'
//@ [1-6) error BCP262 More than one using declaration are present
extends
//@ [1-8) error BCP405 More than one "extends" declaration are present
//@ [8-8) error BCP404 The "extends" declaration is missing a bicepparam file path reference
extends 'a.bicepparam'
//@ [1-8) error BCP405 More than one "extends" declaration are present
//@ [9-23) error BCP091 An error occurred reading file. Could not find file '<folder>/a.bicepparam'.
extends 'b.bicepparam'
//@ [1-8) error BCP405 More than one "extends" declaration are present
//@ [9-23) error BCP091 An error occurred reading file. Could not find file '<folder>/b.bicepparam'.
@description('a')
//@ [1-2) error BCP130 Decorators are not allowed here.
param name = base.name
//@ [14-18) error BCP437 The identifier 'base' is only available in parameter files that declare an 'extends' clause.
//@ [19-23) error BCP055 Cannot access properties of type "1". An "object" type is required.
param unset = readEnvironmentVariable('BYOCNI_NEVER_SET')
//@ [39-57) error BCP427 Environment variable "BYOCNI_NEVER_SET" does not exist and there's no default value set.
var base = 1
//@ [5-9) error BCP438 The identifier 'base' is reserved and cannot be declared.
using 'modules/subscription.bicep' as x
//@ [1-6) error BCP262 More than one using declaration are present
//@ [36-38) error BCP436 Expected the "with" keyword or a new line character at this location.
//@ [36-40) error BCP435 Using the "with" keyword with a "using" statement requires enabling EXPERIMENTAL feature "DeployCommands".
