import { size as sizeOf } from 'lib.bicep'
param name string
param size sizeOf
resource id 'Microsoft.ManagedIdentity/userAssignedIdentities@2023-01-31' = {
  name: '${name}-${size}'
  location: resourceGroup().location
}
output id string = id.id
@secure()
output secret string = id.properties.clientId
