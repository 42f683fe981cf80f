param location string = resourceGroup().location
param names array

resource noType 'Microsoft.Storage' = {}
//@ [10-16) warning BCP035 The specified "resource" declaration is missing the following required properties: "name".
//@ [17-36) warning BCP081 Resource type "Microsoft.Storage" does not have types available. Bicep is unable to validate resource properties prior to deployment, but this will not block the resource from being deployed.
resource unknown 'Microsoft.Nothing/things@2020-01-01' = {
//@ [18-55) warning BCP081 Resource type "Microsoft.Nothing/things@2020-01-01" does not have types available. Bicep is unable to validate resource properties prior to deployment, but this will not block the resource from being deployed.
  name: 'x'
}
resource missing 'Microsoft.Storage/storageAccounts@2023-05-01' = {
//@ [10-17) warning BCP035 The specified "resource" declaration is missing the following required properties: "name".
  location: location
}
resource misspelt 'Microsoft.ContainerService/managedClusters@2024-05-01' = {
  name: 'cluster'
  location: location
  properties: {
    dnsPrefx: 'a'
//@ [5-13) warning BCP089 The property "dnsPrefx" is not allowed on objects of type "{ provisioningState: string, powerState: { code: 'Running' | 'Stopped' | string }, maxAgentPools: int, kubernetesVersion: string, currentKubernetesVersion: string, dnsPrefix: string, fqdnSubdomain: string, fqdn: string, privateFQDN: string, azurePortalFQDN: string, agentPoolProfiles: { name: string, count: int, vmSize: string, osDiskSizeGB: int, osDiskType: 'Ephemeral' | 'Managed' | string, kubeletDiskType: 'OS' | 'Temporary' | string, workloadRuntime: 'OCIContainer' | 'WasmWasi' | string, vnetSubnetID: string, podSubnetID: string, maxPods: int, osType: 'Linux' | 'Windows' | string, osSKU: 'AzureLinux' | 'CBLMariner' | 'Ubuntu' | 'Windows2019' | 'Windows2022' | string, maxCount: int, minCount: int, enableAutoScaling: bool, scaleDownMode: 'Deallocate' | 'Delete' | string, type: 'AvailabilitySet' | 'VirtualMachineScaleSets' | string, mode: 'System' | 'User' | string, orchestratorVersion: string, currentOrchestratorVersion: string, nodeImageVersion: string, upgradeSettings: { maxSurge: string, drainTimeoutInMinutes: int, nodeSoakDurationInMinutes: int }, provisioningState: string, powerState: { code: 'Running' | 'Stopped' | string }, availabilityZones: string[], enableNodePublicIP: bool, nodePublicIPPrefixID: string, scaleSetPriority: 'Regular' | 'Spot' | string, scaleSetEvictionPolicy: 'Deallocate' | 'Delete' | string, spotMaxPrice: int, tags: { *: string }, nodeLabels: { *: string }, nodeTaints: string[], proximityPlacementGroupID: string, kubeletConfig: { cpuManagerPolicy: string, cpuCfsQuota: bool, cpuCfsQuotaPeriod: string, imageGcHighThreshold: int, imageGcLowThreshold: int, topologyManagerPolicy: string, allowedUnsafeSysctls: string[], failSwapOn: bool, containerLogMaxSizeMB: int, containerLogMaxFiles: int, podMaxPids: int }, linuxOSConfig: { sysctls: { netCoreSomaxconn: int, netCoreNetdevMaxBacklog: int, netCoreRmemDefault: int, netCoreRmemMax: int, netCoreWmemDefault: int, netCoreWmemMax: int, netCoreOptmemMax: int, netIpv4TcpMaxSynBacklog: int, netIpv4TcpMaxTwBuckets: int, netIpv4TcpFinTimeout: int, netIpv4TcpKeepaliveTime: int, netIpv4TcpKeepaliveProbes: int, netIpv4TcpkeepaliveIntvl: int, netIpv4TcpTwReuse: bool, netIpv4IpLocalPortRange: string, netIpv4NeighDefaultGcThresh1: int, netIpv4NeighDefaultGcThresh2: int, netIpv4NeighDefaultGcThresh3: int, netNetfilterNfConntrackMax: int, netNetfilterNfConntrackBuckets: int, fsInotifyMaxUserWatches: int, fsFileMax: int, fsAioMaxNr: int, fsNrOpen: int, kernelThreadsMax: int, vmMaxMapCount: int, vmSwappiness: int, vmVfsCachePressure: int }, transparentHugePageEnabled: string, transparentHugePageDefrag: string, swapFileSizeMB: int }, enableEncryptionAtHost: bool, enableUltraSSD: bool, enableFIPS: bool, gpuInstanceProfile: 'MIG1g' | 'MIG2g' | 'MIG3g' | 'MIG4g' | 'MIG7g' | string, creationData: { sourceResourceId: string }, capacityReservationGroupID: string, hostGroupID: string, networkProfile: { nodePublicIPTags: { ipTagType: string, tag: string }[], allowedHostPorts: { portStart: int, portEnd: int, protocol: 'TCP' | 'UDP' | string }[], applicationSecurityGroups: string[] }, windowsProfile: { disableOutboundNat: bool } }[], linuxProfile: { adminUsername: string, ssh: { publicKeys: { keyData: string }[] } }, windowsProfile: { adminUsername: string, adminPassword: string, licenseType: 'None' | 'Windows_Server' | string, enableCSIProxy: bool, gmsaProfile: { enabled: bool, dnsServer: string, rootDomainName: string } }, servicePrincipalProfile: { clientId: string, secret: string }, addonProfiles: { *: { enabled: bool, config: { *: string }, identity: { resourceId: string, clientId: string, objectId: string } } }, podIdentityProfile: { enabled: bool, allowNetworkPluginKubenet: bool, userAssignedIdentities: { name: string, namespace: string, bindingSelector: string, identity: { resourceId: string, clientId: string, objectId: string }, provisioningState: 'Assigned' | 'Canceled' | 'Deleting' | 'Failed' | 'Succeeded' | 'Updating' | string, provisioningInfo: { error: { error: { code: string, message: string, target: string, details: array } } } }[], userAssignedIdentityExceptions: { name: string, namespace: string, podLabels: { *: string } }[] }, oidcIssuerProfile: { issuerURL: string, enabled: bool }, nodeResourceGroup: string, enableRBAC: bool, supportPlan: 'AKSLongTermSupport' | 'KubernetesOfficial' | string, enablePodSecurityPolicy: bool, networkProfile: { networkPlugin: 'azure' | 'kubenet' | 'none' | string, networkPluginMode: 'overlay' | string, networkPolicy: 'azure' | 'calico' | 'cilium' | 'none' | string, networkMode: 'bridge' | 'transparent' | string, networkDataplane: 'azure' | 'cilium' | string, podCidr: string, serviceCidr: string, dnsServiceIP: string, outboundType: 'loadBalancer' | 'managedNATGateway' | 'userAssignedNATGateway' | 'userDefinedRouting' | string, loadBalancerSku: 'basic' | 'standard' | string, loadBalancerProfile: { managedOutboundIPs: { count: int, countIPv6: int }, outboundIPPrefixes: { publicIPPrefixes: { id: string }[] }, outboundIPs: { publicIPs: { id: string }[] }, effectiveOutboundIPs: { id: string }[], allocatedOutboundPorts: int, idleTimeoutInMinutes: int, enableMultipleStandardLoadBalancers: bool, backendPoolType: 'NodeIP' | 'NodeIPConfiguration' | string }, natGatewayProfile: { managedOutboundIPProfile: { count: int }, effectiveOutboundIPs: { id: string }[], idleTimeoutInMinutes: int }, podCidrs: string[], serviceCidrs: string[], ipFamilies: ('IPv4' | 'IPv6' | string)[] }, aadProfile: { managed: bool, enableAzureRBAC: bool, adminGroupObjectIDs: string[], clientAppID: string, serverAppID: string, serverAppSecret: string, tenantID: string }, autoUpgradeProfile: { upgradeChannel: 'node-image' | 'none' | 'patch' | 'rapid' | 'stable' | string, nodeOSUpgradeChannel: 'NodeImage' | 'None' | 'SecurityPatch' | 'Unmanaged' | string }, upgradeSettings: { overrideSettings: { forceUpgrade: bool, until: string } }, autoScalerProfile: { 'balance-similar-node-groups': string, 'daemonset-eviction-for-empty-nodes': bool, 'daemonset-eviction-for-occupied-nodes': bool, 'ignore-daemonsets-utilization': bool, expander: 'least-waste' | 'most-pods' | 'priority' | 'random' | string, 'max-empty-bulk-delete': string, 'max-graceful-termination-sec': string, 'max-node-provision-time': string, 'max-total-unready-percentage': string, 'new-pod-scale-up-delay': string, 'ok-total-unready-count': string, 'scan-interval': string, 'scale-down-delay-after-add': string, 'scale-down-delay-after-delete': string, 'scale-down-delay-after-failure': string, 'scale-down-unneeded-time': string, 'scale-down-unready-time': string, 'scale-down-utilization-threshold': string, 'skip-nodes-with-local-storage': string, 'skip-nodes-with-system-pods': string }, apiServerAccessProfile: { authorizedIPRanges: string[], enablePrivateCluster: bool, privateDNSZone: string, enablePrivateClusterPublicFQDN: bool, disableRunCommand: bool }, diskEncryptionSetID: string, identityProfile: { *: { resourceId: string, clientId: string, objectId: string } }, privateLinkResources: { id: string, name: string, type: string, groupId: string, requiredMembers: string[], privateLinkServiceID: string }[], disableLocalAccounts: bool, httpProxyConfig: { httpProxy: string, httpsProxy: string, noProxy: string[], trustedCa: string }, securityProfile: { defender: { logAnalyticsWorkspaceResourceId: string, securityMonitoring: { enabled: bool } }, azureKeyVaultKms: { enabled: bool, keyId: string, keyVaultNetworkAccess: 'Private' | 'Public' | string, keyVaultResourceId: string }, workloadIdentity: { enabled: bool }, imageCleaner: { enabled: bool, intervalHours: int } }, storageProfile: { diskCSIDriver: { enabled: bool }, fileCSIDriver: { enabled: bool }, snapshotController: { enabled: bool }, blobCSIDriver: { enabled: bool } }, ingressProfile: { webAppRouting: { enabled: bool, dnsZoneResourceIds: string[], identity: { resourceId: string, clientId: string, objectId: string } } }, publicNetworkAccess: 'Disabled' | 'Enabled' | string, workloadAutoScalerProfile: { keda: { enabled: bool }, verticalPodAutoscaler: { enabled: bool } }, azureMonitorProfile: { metrics: { enabled: bool, kubeStateMetrics: { metricLabelsAllowlist: string, metricAnnotationsAllowList: string } } }, serviceMeshProfile: { mode: 'Disabled' | 'Istio' | string, istio: { components: { ingressGateways: { mode: 'External' | 'Internal' | string, enabled: bool }[], egressGateways: { enabled: bool }[] }, certificateAuthority: { plugin: { keyVaultId: string, certObjectName: string, keyObjectName: string, rootCertObjectName: string, certChainObjectName: string } }, revisions: string[] } }, resourceUID: string, metricsProfile: { costAnalysis: { enabled: bool } } }". Did you mean "dnsPrefix"?
    kubernetesVersion: 1
//@ [24-25) warning BCP036 The property "kubernetesVersion" expected a value of type "null | string" but the provided value is of type "1". If this is a resource type definition inaccuracy, report it using https://aka.ms/bicep-type-issues.
    networkProfile: {
      networkPlugin: 'nonee'
    }
    fqdn: 'read-only'
//@ [5-9) warning BCP073 The property "fqdn" is read-only. Expressions cannot be assigned to read-only properties. If this is a resource type definition inaccuracy, report it using https://aka.ms/bicep-type-issues.
  }
}
resource parent 'Microsoft.Storage/storageAccounts@2023-05-01' existing = {
  name: 'parent1'
  location: location
//@ [3-11) error BCP173 The property "location" cannot be used in an existing resource declaration.
}
resource child 'Microsoft.Storage/storageAccounts/blobServices@2023-05-01' = {
  parent: parent
  name: 'a/default'
//@ [9-20) error BCP170 Expected resource name to not contain any "/" characters. Child resources with a parent resource reference (via the parent property or via nesting) must not contain a fully-qualified name.
}
resource stranger 'Microsoft.Network/virtualNetworks/subnets@2023-05-01' = {
//@ [19-73) error BCP171 Resource type "Microsoft.Network/virtualNetworks/subnets" is not a valid child resource of parent "Microsoft.Storage/storageAccounts".
  parent: parent
  name: 'subnet'
}
resource segments 'Microsoft.Storage/storageAccounts/blobServices@2023-05-01' = {
  name: 'one'
//@ [9-14) error BCP169 Expected resource name to contain 1 "/" character(s). The number of name segments must match the number of segments in the resource type.
}
resource loop 'Microsoft.Storage/storageAccounts@2023-05-01' = [for name in names: {
//@ [10-14) warning BCP179 Unique resource or deployment name is required when looping. The loop item variable "name" must be referenced in at least one of the value expressions of the following properties: "name"
  name: 'fixed'
  location: location
  sku: { name: 'Standard_LRS' }
  kind: 'StorageV2'
}]
resource same 'Microsoft.Storage/storageAccounts@2023-05-01' = {
  name: 'same1'
//@ [9-16) error BCP121 Resources: "same", "again" are defined with this same name in a file. Rename them or split into different modules.
  location: location
  sku: { name: 'Standard_LRS' }
  kind: 'StorageV2'
}
resource again 'Microsoft.Storage/storageAccounts@2023-05-01' = {
  name: 'same1'
//@ [9-16) error BCP121 Resources: "same", "again" are defined with this same name in a file. Rename them or split into different modules.
  location: location
  sku: { name: 'Standard_LRS' }
  kind: 'StorageV2'
}
resource late 'Microsoft.Storage/storageAccounts@2023-05-01' = if (same.properties.accessTier == 'Hot') {
//@ [68-83) error BCP177 This expression is being used in the if-condition expression, which requires a value that can be calculated at the start of the deployment. Properties of same which can be calculated at the start include "apiVersion", "id", "name", "type".
  name: same.properties.primaryEndpoints.blob
//@ [9-24) error BCP120 This expression is being used in an assignment to the "name" property of the "Microsoft.Storage/storageAccounts" type, which requires a value that can be calculated at the start of the deployment. Properties of same which can be calculated at the start include "apiVersion", "id", "name", "type".
  location: location
  sku: { name: 'Standard_LRS' }
  kind: 'StorageV2'
}
var through = same.properties.primaryEndpoints.blob
resource indirect 'Microsoft.Storage/storageAccounts@2023-05-01' = {
  name: through
//@ [9-16) error BCP120 This expression is being used in an assignment to the "name" property of the "Microsoft.Storage/storageAccounts" type, which requires a value that can be calculated at the start of the deployment. You are referencing a variable which cannot be calculated at the start ("through" -> "same"). Properties of same which can be calculated at the start include "apiVersion", "id", "name", "type".
  location: location
  sku: { name: 'Standard_LRS' }
  kind: 'StorageV2'
}
resource maybe 'Microsoft.Storage/storageAccounts@2023-05-01' = if (length(names) > 1) {
  name: 'maybe1'
  location: location
  sku: { name: 'Standard_LRS' }
  kind: 'StorageV2'
}
output endpoint string = maybe.properties.primaryEndpoints.blob
//@ [31-42) warning BCP318 The value of type "Microsoft.Storage/storageAccounts@2023-05-01 | null" may be null at the start of the deployment, which would cause this access expression (and the overall deployment with it) to fail.
output identifier string = maybe.id
output nested string = same::nothing.id
//@ [30-37) error BCP159 The resource "same" does not contain a nested resource named "nothing".
output whole object = loop.properties
//@ [23-27) error BCP144 Directly referencing a resource or module collection is not currently supported here. Apply an array indexer to the expression.
//@ [28-38) error BCP055 Cannot access properties of type "Microsoft.Storage/storageAccounts@2023-05-01[]". An "object" type is required.
resource elsewhere 'Microsoft.Storage/storageAccounts@2023-05-01' = {
  name: 'elsewhere1'
  scope: resourceGroup('other')
//@ [10-32) error BCP139 A resource's scope must match the scope of the Bicep file for it to be deployable. You must use modules to deploy resources to a different scope.
  location: location
  sku: { name: 'Standard_LRS' }
  kind: 'StorageV2'
}
