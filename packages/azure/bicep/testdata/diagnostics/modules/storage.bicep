@minLength(3)
param name string
param tier 'Hot' | 'Cool' = 'Hot'
param sizes int[]?
@secure()
param key string = ''

resource account 'Microsoft.Storage/storageAccounts@2023-05-01' = {
  name: name
  location: resourceGroup().location
  sku: {
    name: 'Standard_LRS'
  }
  kind: 'StorageV2'
  properties: {
    accessTier: tier
  }
}

output id string = account.id
output hasKey bool = !empty(key)
output count int = length(sizes ?? [])
