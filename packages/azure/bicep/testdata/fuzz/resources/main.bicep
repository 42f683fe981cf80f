param location string = resourceGroup().location
param zones string[] = ['1', '2']
param isOn bool = true

resource vnet 'Microsoft.Network/virtualNetworks@2023-09-01' = {
  name: 'vnet'
  location: location
  properties: { addressSpace: { addressPrefixes: ['10.0.0.0/16'] } }
  resource sub 'subnets' = {
    name: 'one'
    properties: { addressPrefix: '10.0.1.0/24' }
  }
}
resource two 'Microsoft.Network/virtualNetworks/subnets@2023-09-01' = {
  parent: vnet
  name: 'two'
  properties: { addressPrefix: '10.0.2.0/24' }
  dependsOn: [vnet::sub]
}
@batchSize(2)
resource ips 'Microsoft.Network/publicIPAddresses@2023-09-01' = [for (zone, i) in zones: if (isOn) {
  name: 'ip-${zone}-${i}'
  location: location
  zones: [zone]
}]
resource vault 'Microsoft.KeyVault/vaults@2023-07-01' existing = {
  name: 'vault'
  scope: resourceGroup('other')
}
resource lock 'Microsoft.Authorization/locks@2020-05-01' = if (isOn) {
  name: 'lock'
  scope: vnet
  properties: { level: 'CanNotDelete' }
}
output sub string = vnet::sub.id
output uri string = vault.properties.vaultUri
output addresses array = [for (zone, i) in zones: ips[i].properties.ipAddress]
