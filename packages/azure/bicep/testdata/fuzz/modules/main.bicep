targetScope = 'subscription'
import { size as ownSize, f, limit } from 'lib.bicep'
import * as lib from 'lib.bicep'
param names array = ['a', 'b']
param size ownSize = 'small'
resource group 'Microsoft.Resources/resourceGroups@2024-03-01' = {
  name: 'group'
  location: deployment().location
}
module one 'part.bicep' = {
  name: 'one'
  scope: group
  params: { name: f('x'), size: size }
}
module many 'part.bicep' = [for (name, i) in names: {
  name: 'many-${i}'
  scope: resourceGroup(name)
  params: { name: name, size: lib.f(name) == 'x' ? 'small' : 'big' }
}]
module json 'old.json' = {
  scope: group
  params: { text: one.outputs.id }
}
output first string = many[0].outputs.id
output old string = json.outputs.text
output n int = limit + lib.limit
