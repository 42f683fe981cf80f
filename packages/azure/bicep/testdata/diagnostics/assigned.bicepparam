using 'modules/subscription.bicep'
extends 'with.bicepparam'
//@ [1-8) error BCP405 More than one "extends" declaration are present
//@ [9-26) error BCP104 The referenced module has errors.
extends 'using.bicepparam'
//@ [1-8) error BCP405 More than one "extends" declaration are present
//@ [9-27) error BCP104 The referenced module has errors.
param name = readEnvironmentVariable('BYOCNI_NEVER_SET')
//@ [38-56) error BCP427 Environment variable "BYOCNI_NEVER_SET" does not exist and there's no default value set.
param other = json('{')
//@ [1-24) error BCP259 The parameter "other" is assigned in the params file without being declared in the Bicep file.
var base = 1
//@ [5-9) error BCP438 The identifier 'base' is reserved and cannot be declared.
//@ [5-9) warning no-unused-vars Variable "base" is declared but never used.
