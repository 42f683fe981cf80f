param names string[] = ['a']
resource account 'Microsoft.Storage/storageAccounts@2023-05-01' = [for n in names: {
  name: n
  location: 'westeurope'
  kind: 'StorageV2'
  sku: { name: 'Standard_LRS' }
}]
resource one 'Microsoft.Storage/storageAccounts@2023-05-01' existing = { name: 'one' }
var keys = one.listKeys().keys
var endpoints = [for (n, i) in names: account[i].id]
var secret = { key: keys[0].value, blob: one.properties.primaryEndpoints.blob }
var chosen = empty(names) ? one.properties : { primaryEndpoints: { blob: '' } }
resource container 'Microsoft.Storage/storageAccounts/blobServices/containers@2023-05-01' = {
  name: '${one.name}/default/${names[0]}'
  dependsOn: [account]
}
module m 'm.bicep' = [for i in range(0, 3): if (i > 0) { params: { value: secret.key } }]
output e array = endpoints
output c object = chosen
output v array = [for i in range(0, 3): m[i].outputs.value]
output x string = reference(one.id, '2023-05-01').primaryLocation
