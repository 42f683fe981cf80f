param location string = resourceGroup().location
param names array

resource noType 'Microsoft.Storage' = {}
//@ [17-36) error BCP029 The resource type is not valid. Specify a valid resource type of format "<type-name>@<apiVersion>".
resource unknown 'Microsoft.Nothing/things@2020-01-01' = {
//@ [18-55) warning BCP081 Resource type "Microsoft.Nothing/things@2020-01-01" does not have types available. Bicep is unable to validate resource properties prior to deployment, but this will not block the resource from being deployed.
  name: 'x'
}
resource missing 'Microsoft.Storage/storageAccounts@2023-05-01' = {
//@ [10-17) error BCP035 The specified "resource" declaration is missing the following required properties: "kind", "name", "sku". If this is a resource type definition inaccuracy, report it using https://aka.ms/bicep-type-issues.
  location: location
}
resource misspelt 'Microsoft.ContainerService/managedClusters@2024-05-01' = {
  name: 'cluster'
  location: location
  properties: {
    dnsPrefx: 'a'
//@ [5-13) warning BCP089 The property "dnsPrefx" is not allowed on objects of type "ManagedClusterProperties". Did you mean "dnsPrefix"?
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
//@ [9-20) error BCP088 The property "name" expected a value of type "'default'" but the provided value is of type "'a/default'". Did you mean "'default'"?
//@ [9-20) error BCP170 Expected resource name to not contain any "/" characters. Child resources with a parent resource reference (via the parent property or via nesting) must not contain a fully-qualified name.
}
resource stranger 'Microsoft.Network/virtualNetworks/subnets@2023-05-01' = {
  parent: parent
//@ [11-17) error BCP036 The property "parent" expected a value of type "Microsoft.Network/virtualNetworks" but the provided value is of type "Microsoft.Storage/storageAccounts@2023-05-01".
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
//@ [31-42) warning BCP318 The value of type "Microsoft.Storage/storageAccounts | null" may be null at the start of the deployment, which would cause this access expression (and the overall deployment with it) to fail.
output identifier string = maybe.id
output nested string = same::nothing.id
//@ [30-37) error BCP159 The resource "same" does not contain a nested resource named "nothing".
output whole object = loop.properties
//@ [28-38) error BCP055 Cannot access properties of type "Microsoft.Storage/storageAccounts@2023-05-01[]". An "object" type is required.
resource elsewhere 'Microsoft.Storage/storageAccounts@2023-05-01' = {
  name: 'elsewhere1'
  scope: resourceGroup('other')
//@ [3-8) error BCP037 The property "scope" is not allowed on objects of type "Microsoft.Storage/storageAccounts". Permissible properties include "asserts", "dependsOn", "extendedLocation", "identity", "properties", "tags". If this is a resource type definition inaccuracy, report it using https://aka.ms/bicep-type-issues.
//@ [10-32) error BCP139 A resource's scope must match the scope of the Bicep file for it to be deployable. You must use modules to deploy resources to a different scope.
  location: location
  sku: { name: 'Standard_LRS' }
  kind: 'StorageV2'
}
