param clusterName string = 'aksbyocni'
param location string = resourceGroup().location
param nodeCount int = 3

resource aksCluster 'Microsoft.ContainerService/managedClusters@2026-05-01' = {
  name: clusterName
  location: location
  identity: {
    type: 'SystemAssigned'
  }
  properties: {
    dnsPrefix: clusterName
    agentPoolProfiles: [
      {
        name: 'nodepool1'
        mode: 'System'
        count: nodeCount
        vmSize: 'Standard_D4s_v5'
      }
    ]
    networkProfile: {
      networkPlugin: 'none'
      podCidr: '10.244.0.0/16'
    }
  }
}
