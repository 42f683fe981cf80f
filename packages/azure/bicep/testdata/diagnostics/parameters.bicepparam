using 'modules/storage.bicep'
//@ [7-30) error BCP258 The following parameters are declared in the Bicep file but are missing an assignment in the params file: "name".

param tier = 'Warm'
//@ [14-20) error BCP033 Expected a value of type "'Cool' | 'Hot'" but the provided value is of type "'Warm'".
param sizes = 'a'
//@ [15-18) error BCP033 Expected a value of type "int[] | null" but the provided value is of type "'a'".
param more = 1
//@ [1-15) error BCP259 The parameter "more" is assigned in the params file without being declared in the Bicep file.
var half = 'a'
//@ [5-9) warning no-unused-vars Variable "half" is declared but never used.
param key = base64ToString('%%')
output x string = half
//@ [1-7) error BCP337 This declaration type is not valid for a Bicep Parameters file. Supported declarations: "using", "extends", "param", "var", "type".
