import { size, nothing, double } from 'modules/types.bicep'
//@ [16-23) error BCP360 The 'nothing' symbol was not found in (or was not exported by) the imported template.
//@ [16-23) warning no-unused-imports Import "nothing" is declared but never used.
import * as all from 'modules/types.bicep'
import { x } from 'modules/broken.bicep'
//@ [10-11) error BCP360 The 'x' symbol was not found in (or was not exported by) the imported template.
//@ [10-11) warning no-unused-imports Import "x" is declared but never used.
//@ [14-41) error BCP104 The referenced module has errors.

module absent 'modules/absent.bicep' = {
//@ [15-37) error BCP091 An error occurred reading file. Could not find file '<folder>/modules/absent.bicep'.
  name: 'absent'
}
module self 'modules.bicep' = {
//@ [13-28) error BCP094 This module references itself, which is not allowed.
  name: 'self'
}
module broken 'modules/broken.bicep' = {
//@ [15-37) error BCP104 The referenced module has errors.
  name: 'broken'
}
module absolute '/modules/storage.bicep' = {
//@ [17-41) error BCP051 The specified path seems to reference an absolute path. Files must be referenced using relative paths.
  name: 'absolute'
}
module registry 'br/public:avm/res/storage:1.0.0' = {
//@ [17-50) error BCP190 The artifact with reference "br:mcr.microsoft.com/bicep/avm/res/storage:1.0.0" has not been restored.
  name: 'registry'
}
module alias 'br/unknown:storage:1.0.0' = {
//@ [14-40) error BCP213 The OCI artifact module alias name "unknown" does not exist in the built-in Bicep configuration.
  name: 'alias'
}
module wrong 'modules/storage.bicep' = {
  name: 'wrong'
  params: {
//@ [3-9) error BCP035 The specified "object" declaration is missing the following required properties: "name".
    nam: 'ab'
//@ [5-8) error BCP089 The property "nam" is not allowed on objects of type "params". Did you mean "name"?
    tier: 'hot'
//@ [11-16) error BCP036 The property "tier" expected a value of type "'Cool' | 'Hot' | null" but the provided value is of type "'hot'".
    sizes: 'none'
//@ [12-18) error BCP036 The property "sizes" expected a value of type "int[] | null" but the provided value is of type "'none'".
  }
}
module without 'modules/storage.bicep' = {
//@ [8-15) error BCP035 The specified "module" declaration is missing the following required properties: "params".
  name: 'without'
}
module right 'modules/storage.bicep' = {
  name: 'right'
  params: {
    name: 'storage'
  }
}
module up 'modules/subscription.bicep' = {
//@ [8-10) error BCP035 The specified "module" declaration is missing the following required properties: "scope".
//@ [42-…) error BCP134 Scope "resourceGroup" is not valid for this module. Permitted scopes: "subscription".
  name: 'up'
  params: {
    name: 'a'
  }
}
module down 'modules/storage.bicep' = {
  name: 'down'
  scope: subscription()
//@ [10-24) error BCP134 Scope "subscription" is not valid for this module. Permitted scopes: "resourceGroup".
  params: {
    name: 'storage'
  }
}
output missing string = right.outputs.missing
//@ [39-46) error BCP053 The type "outputs" does not contain property "missing". Available properties include "count", "hasKey", "id".
output sized size = 'medium'
//@ [21-29) error BCP033 Expected a value of type "'large' | 'small'" but the provided value is of type "'medium'".
output doubled int = double('a')
//@ [29-32) error BCP070 Argument of type "'a'" is not assignable to parameter of type "int".
output limit int = all.limit
output hidden int = all.hidden
//@ [25-31) error BCP052 The type "all" does not contain property "hidden".
