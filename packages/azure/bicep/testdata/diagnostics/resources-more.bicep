param text string
param flag bool
resource account 'Microsoft.Storage/storageAccounts@2023-05-01' = {
  name: 'account'
  location: 'westeurope'
  kind: 'StorageV2'
  sku: { name: 'Standard_LRS' }
  properties: {
    networkAcls: {
      defaultAction: 'Deny'
      ipRules: [for a in [1]: { value: [for b in [1]: b] }]
//@ [40-57) warning BCP036 The property "value" expected a value of type "string" but the provided value is of type "1[]". If this is a resource type definition inaccuracy, report it using https://aka.ms/bicep-type-issues.
//@ [41-44) error BCP142 Property value for-expressions cannot be nested.
    }
  }
  resource blobs 'blobServices' = {
    name: 'default'
  }
  resource wrong 'blobServices/containers' = {
//@ [18-43) error BCP156 The resource type segment "blobServices/containers" is invalid. Nested resources must specify a single type segment, and optionally can specify an api version using the format "<type>@<apiVersion>".
    name: 'default/a'
  }
  scope: resourceGroup()
//@ [3-8) error BCP037 The property "scope" is not allowed on objects of type "Microsoft.Storage/storageAccounts". Permissible properties include "asserts", "dependsOn", "extendedLocation", "identity", "tags". If this is a resource type definition inaccuracy, report it using https://aka.ms/bicep-type-issues.
}
resource accounts 'Microsoft.Storage/storageAccounts@2023-05-01' = [for (one, i) in [1, 2]: {
  name: 'account${i}'
//@ [9-22) warning BCP335 The provided value can have a length as large as 27 and may be too long to assign to a target with a configured maximum length of 24.
  location: 'westeurope'
  kind: 'StorageV2'
  sku: { name: 'Standard_LRS' }
  resource inside 'blobServices' = {
//@ [3-…) error BCP160 A nested resource cannot appear inside of a resource with a for-expression.
    name: 'default'
  }
}]
resource broken 'nonsense' = {
//@ [17-27) error BCP029 The resource type is not valid. Specify a valid resource type of format "<type-name>@<apiVersion>".
  resource child 'blobServices' = {
//@ [18-32) error BCP029 The resource type is not valid. Specify a valid resource type of format "<type-name>@<apiVersion>".
    name: 'default'
  }
}
resource vault 'Microsoft.KeyVault/vaults@2023-07-01' existing = {
  name: 'vault'
}
var direct = accounts
//@ [5-11) warning no-unused-vars Variable "direct" is declared but never used.
output directNames array = map(accounts, a => a.name)
var safe = accounts[?0].id
//@ [5-9) warning no-unused-vars Variable "safe" is declared but never used.
//@ [21-22) error BCP323 The `[?]` (safe dereference) operator may not be used on resource or module collections.
var nested = text::child
//@ [5-11) warning no-unused-vars Variable "nested" is declared but never used.
//@ [20-25) error BCP158 Cannot access nested resources of type "string". A resource type is required.
var method = vault.getSecre('a')
//@ [5-11) warning no-unused-vars Variable "method" is declared but never used.
//@ [20-28) error BCP110 The type "Microsoft.KeyVault/vaults" does not contain function "getSecre". Did you mean "getSecret"?
var unknownMethod = account.getSecret('a')
//@ [5-18) warning no-unused-vars Variable "unknownMethod" is declared but never used.
//@ [29-38) error BCP109 The type "Microsoft.Storage/storageAccounts" does not contain function "getSecret".
output secret string = vault.getSecret('a')
//@ [24-44) error BCP180 Function "getSecret" is not valid at this location. It can only be used when directly assigning to a module parameter with a secure decorator.
output looped array = [for one in account.properties.networkAcls.ipRules: one.value]
//@ [35-53) error BCP178 This expression is being used in the for-expression, which requires a value that can be calculated at the start of the deployment. Properties of account which can be calculated at the start include "apiVersion", "id", "name", "type".
resource runtimeLoop 'Microsoft.Storage/storageAccounts@2023-05-01' = [for one in account.properties.networkAcls.ipRules: {
//@ [83-101) error BCP178 This expression is being used in the for-expression, which requires a value that can be calculated at the start of the deployment. Properties of account which can be calculated at the start include "apiVersion", "id", "name", "type".
  name: 'runtime${one.value}'
  location: 'westeurope'
  kind: 'StorageV2'
  sku: { name: 'Standard_LRS' }
}]
var runtimeBody = [for one in [1]: account.properties.accessTier]
//@ [5-16) warning no-unused-vars Variable "runtimeBody" is declared but never used.
//@ [36-54) error BCP182 This expression is being used in the for-body of the variable "runtimeBody", which requires values that can be calculated at the start of the deployment. The property "properties" of account cannot be calculated at the start. Properties of account which can be calculated at the start include "apiVersion", "id", "name", "type".
output runtimeArgument object = reference(account.properties.accessTier, '2023-05-01')
//@ [43-61) error BCP181 This expression is being used in an argument of the function "reference", which requires a value that can be calculated at the start of the deployment. Properties of account which can be calculated at the start include "apiVersion", "id", "name", "type".
func runtime() string => account.properties.accessTier
//@ [26-44) error BCP341 This expression is being used inside a function declaration, which requires a value that can be calculated at the start of the deployment. Properties of account which can be calculated at the start include "apiVersion", "id", "name", "type".
var lambdaIndex = map([0], i => accounts[i].id)
//@ [5-16) warning no-unused-vars Variable "lambdaIndex" is declared but never used.
//@ [42-43) error BCP247 Using lambda variables inside resource or module array access is not currently supported. Found the following lambda variable(s) being accessed: "i".
var lambdaReference = map(['a'], id => reference(id))
//@ [5-20) warning no-unused-vars Variable "lambdaReference" is declared but never used.
//@ [40-53) error BCP248 Using lambda variables inside the "reference" function is not currently supported. Found the following lambda variable(s) being accessed: "id".
resource providers 'Microsoft.Storage/storageAccounts/providers/locks@2020-05-01' = {
//@ [20-82) warning BCP174 Type validation is not available for resource types declared containing a "/providers/" segment. Please instead use the "scope" property.
  name: 'a/Microsoft.Authorization/b'
}
resource childScope 'Microsoft.Storage/storageAccounts/blobServices@2023-05-01' = {
  parent: account
  name: 'default'
  scope: account
//@ [3-8) error BCP037 The property "scope" is not allowed on objects of type "Microsoft.Storage/storageAccounts/blobServices". Permissible properties include "asserts", "dependsOn", "properties". If this is a resource type definition inaccuracy, report it using https://aka.ms/bicep-type-issues.
//@ [10-17) error BCP164 A child resource's scope is computed based on the scope of its ancestor resource. This means that using the "scope" property on a child resource is unsupported.
}
resource foreign 'Microsoft.Storage/storageAccounts@2023-05-01' existing = {
//@ [10-17) warning no-unused-existing-resources Existing resource "foreign" is declared but never used.
  name: 'foreign'
  scope: subscription()
//@ [10-24) error BCP135 Scope "subscription" is not valid for this resource type. Permitted scopes: "resourceGroup".
}
resource elsewhere 'Microsoft.Storage/storageAccounts@2023-05-01' existing = {
  name: 'elsewhere'
  scope: resourceGroup('other')
}
resource elsewhereChild 'Microsoft.Storage/storageAccounts/blobServices@2023-05-01' = {
//@ [87-…) error BCP165 A resource's computed scope must match that of the Bicep file for it to be deployable. This resource's scope is computed from the "scope" property value assigned to ancestor resource "elsewhere". You must use modules to deploy resources to a different scope.
  parent: elsewhere
  name: 'default'
}
resource expression 'Microsoft.Storage/storageAccounts/blobServices@2023-05-01' = {
  parent: any(account)
//@ [11-23) error BCP176 Values of the "any" type are not allowed here.
//@ [11-23) error BCP240 The "parent" property only permits direct references to resources. Expressions are not supported.
  name: 'default'
//@ [9-18) error BCP169 Expected resource name to contain 1 "/" character(s). The number of name segments must match the number of segments in the resource type.
//@ [9-18) error BCP121 Resources: "expression", "conditional" are defined with this same name in a file. Rename them or split into different modules.
}
resource conditional 'Microsoft.Storage/storageAccounts/blobServices@2023-05-01' = {
  parent: flag ? account : elsewhere
//@ [11-37) error BCP240 The "parent" property only permits direct references to resources. Expressions are not supported.
  name: 'default'
//@ [9-18) error BCP169 Expected resource name to contain 1 "/" character(s). The number of name segments must match the number of segments in the resource type.
//@ [9-18) error BCP121 Resources: "expression", "conditional" are defined with this same name in a file. Rename them or split into different modules.
}
resource namespaced 'nothing:Microsoft.Storage/storageAccounts@2023-05-01' = {
//@ [21-75) error BCP208 The specified namespace "nothing" is not recognized. Specify a resource reference using one of the following namespaces: "az", "sys".
  name: 'namespaced'
}
resource deployment 'Microsoft.Resources/subscriptions@2021-04-01' = {
//@ [21-67) warning BCP081 Resource type "Microsoft.Resources/subscriptions@2021-04-01" does not have types available. Bicep is unable to validate resource properties prior to deployment, but this will not block the resource from being deployed.
  name: 'a'
}
resource readOnly 'Microsoft.Storage/locations@2023-05-01' = {
//@ [19-59) warning BCP081 Resource type "Microsoft.Storage/locations@2023-05-01" does not have types available. Bicep is unable to validate resource properties prior to deployment, but this will not block the resource from being deployed.
  name: 'a'
}
resource group 'Microsoft.Resources/resourceGroups@2022-09-01' = {
//@ [66-…) error BCP135 Scope "resourceGroup" is not valid for this resource type. Permitted scopes: "subscription".
  name: 'group'
  location: 'westeurope'
}
resource maybe 'Microsoft.KeyVault/vaults@2023-07-01' existing = if (flag) {
  name: 'maybe'
}
module asks 'modules/storage.bicep' = {
  name: 'asks'
  params: {
    name: 'storage'
    key: maybe.getSecret('a')
//@ [16-25) warning BCP422 A resource of type "Microsoft.KeyVault/vaults | null" may or may not exist when this function is called, which could cause the deployment to fail.
  }
}
module asksWrong 'modules/storage.bicep' = {
  name: 'asksWrong'
  params: 'x'
//@ [11-14) error BCP183 The value of the module "params" property must be an object literal.
//@ [11-14) error BCP036 The property "params" expected a value of type "params" but the provided value is of type "'x'".
}
module ambiguous 'modules/storage.bicep' = {
  name: 'ambiguous'
  scope: flag ? resourceGroup() : resourceGroup('b')
  params: { name: 'storage' }
}
module twice1 'modules/storage.bicep' = {
  name: 'twice'
//@ [9-16) error BCP122 Modules: "twice1", "twice2" are defined with this same name and this same scope in a file. Rename them or split into different modules.
  params: { name: 'storage' }
}
module twice2 'modules/storage.bicep' = {
  name: 'twice'
//@ [9-16) error BCP122 Modules: "twice1", "twice2" are defined with this same name and this same scope in a file. Rename them or split into different modules.
  params: { name: 'storage' }
}
type whole = resourceInput<'Microsoft.Storage/storageAccounts@2023-05-01'>
//@ [6-11) warning no-unused-types Type "whole" is declared but never used.
//@ [14-75) error BCP394 Resource-derived type expressions must dereference a property within the resource body. Using the entire resource body type is not permitted.
resource spreadLoop 'Microsoft.Storage/storageAccounts@2023-05-01' = {
  name: 'spread'
  location: 'westeurope'
  kind: 'StorageV2'
  sku: { name: 'Standard_LRS' }
  properties: {
    networkAcls: {
      ...{}
//@ [7-12) error BCP417 The spread operator "..." cannot be used inside objects containing property for-expressions.
      ipRules: [for a in [1]: { value: 'a' }]
    }
  }
}
resource script 'Microsoft.Resources/deploymentScripts@2023-08-01' = {
  name: 'script'
  location: 'westeurope'
  kind: text
//@ [9-13) warning BCP225 The discriminator property "kind" value cannot be determined at compilation time. Type checking for this object is disabled.
  properties: {}
}
resource noKind 'Microsoft.Resources/deploymentScripts@2023-08-01' = {
//@ [70-…) error BCP078 The property "kind" requires a value of type "'AzureCLI' | 'AzurePowerShell'", but none was supplied.
  name: 'noKind'
  location: 'westeurope'
  properties: {}
}
resource cluster 'Microsoft.ContainerService/managedClusters@2024-05-01' = {
  name: 'cluster'
  location: 'westeurope'
  properties: {
    dnsPrefx: 'a'
//@ [5-13) warning BCP089 The property "dnsPrefx" is not allowed on objects of type "ManagedClusterProperties". Did you mean "dnsPrefix"?
    agentPoolProfiles: [{ name: 'a', vmsize: 'b' }]
//@ [38-44) warning BCP089 The property "vmsize" is not allowed on objects of type "ManagedClusterAgentPoolProfile". Did you mean "vmSize"?
    kubernetesVersion: 1
//@ [24-25) warning BCP036 The property "kubernetesVersion" expected a value of type "null | string" but the provided value is of type "1". If this is a resource type definition inaccuracy, report it using https://aka.ms/bicep-type-issues.
    provisioningState: 'x'
//@ [5-22) warning BCP073 The property "provisioningState" is read-only. Expressions cannot be assigned to read-only properties. If this is a resource type definition inaccuracy, report it using https://aka.ms/bicep-type-issues.
    networkProfile: { networkPlugin: 'azur', loadBalancerSku: any('x') }
  }
}
output fqdn string = cluster.properties.fqd
//@ [41-44) warning BCP083 The type "ManagedClusterProperties" does not contain property "fqd". Did you mean "fqdn"?
output unknown string = cluster.properties.somethingElse
//@ [44-57) warning BCP053 The type "ManagedClusterProperties" does not contain property "somethingElse". Available properties include "aadProfile", "addonProfiles", "agentPoolProfiles", "apiServerAccessProfile", "autoScalerProfile", "autoUpgradeProfile", "azureMonitorProfile", "azurePortalFQDN", "currentKubernetesVersion", "disableLocalAccounts", "diskEncryptionSetID", "dnsPrefix", "enablePodSecurityPolicy", "enableRBAC", "fqdn", "fqdnSubdomain", "httpProxyConfig", "identityProfile", "ingressProfile", "kubernetesVersion", "linuxProfile", "maxAgentPools", "metricsProfile", "networkProfile", "nodeResourceGroup", "oidcIssuerProfile", "podIdentityProfile", "powerState", "privateFQDN", "privateLinkResources", "provisioningState", "publicNetworkAccess", "resourceUID", "securityProfile", "serviceMeshProfile", "servicePrincipalProfile", "storageProfile", "supportPlan", "upgradeSettings", "windowsProfile", "workloadAutoScalerProfile".
output profile string = cluster.properties.servicePrincipalProfile.secret
output kubelet string = cluster.properties.identityProfile.kubeletidentity.clientId
resource anyScope 'Microsoft.Authorization/locks@2020-05-01' = {
  name: 'lock'
  scope: any('x')
//@ [10-18) error BCP176 Values of the "any" type are not allowed here.
  properties: { level: 'CanNotDelete' }
}
output given object = asks.params
//@ [28-34) error BCP077 The property "params" on type "module" is write-only. Write-only properties cannot be accessed.
