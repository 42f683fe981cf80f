@description('The name of the cluster')
param clusterName string = 'cluster'
param nodeCount int = 3
@secure()
param key string

resource aks 'Microsoft.ContainerService/managedClusters@2024-02-01' = {
  name: clusterName
  location: resourceGroup().location
  identity: { type: 'SystemAssigned' }
  sku: { name: 'Base', tier: 'Free' }
  properties: {
    dnsPrefix: '${clusterName}-dns'
    agentPoolProfiles: [
      { name: 'system', count: nodeCount, vmSize: 'Standard_D4s_v5', mode: 'System', osType: 'Linux' }
    ]
    networkProfile: { networkPlugin: 'none', podCidr: '10.244.0.0/16' }
    linuxProfile: {
      adminUsername: 'azure'
      ssh: { publicKeys: [{ keyData: key }] }
    }
  }
  resource pool 'agentPools' = {
    name: 'more'
    properties: { count: 1, vmSize: 'Standard_B2s', mode: 'User' }
  }
}
resource role 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(aks.id, 'role')
  scope: aks
  properties: {
    principalId: aks.identity.principalId
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', 'x')
  }
}
output fqdn string = aks.properties.fqdn
output config string = aks.listClusterAdminCredential().kubeconfigs[0].value
