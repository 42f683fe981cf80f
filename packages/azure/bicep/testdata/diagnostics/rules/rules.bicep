// Rules that are off unless they are asked for, and rules about how a template is put together.
param _artifactsLocation int
//@ [7-25) info use-description-params Parameter "_artifactsLocation" must have a non-empty description.
//@ [26-29) warning artifacts-parameters Artifacts parameter '_artifactsLocation' must be of type 'string'
param _artifactsLocationSasToken string
//@ [7-33) info use-description-params Parameter "_artifactsLocationSasToken" must have a non-empty description.
//@ [34-40) warning artifacts-parameters Artifacts parameter '_artifactsLocationSasToken' must use the @secure() attribute
param location string = 'westeurope'
//@ [7-15) info use-description-params Parameter "location" must have a non-empty description.
param region string = location
//@ [7-13) info use-description-params Parameter "region" must have a non-empty description.
param anything any
//@ [7-15) info use-description-params Parameter "anything" must have a non-empty description.
//@ [16-19) info no-explicit-any Avoid using an explicit 'any' type whenever possible.
param open object
//@ [7-11) info use-description-params Parameter "open" must have a non-empty description.
//@ [12-18) info use-user-defined-types Use user-defined types instead of 'object' or 'array'.
param described_param string
//@ [7-22) info use-description-params Parameter "described_param" must have a non-empty description.
type undescribed = { name: string }
//@ [6-17) warning no-unused-types Type "undescribed" is declared but never used.
//@ [6-17) info use-description-types Type "undescribed" must have a non-empty description.
//@ [22-26) info use-description-type-properties Type property "name" must have a non-empty description.
var place_var = 'westeurope'
//@ [5-14) info no-hardcoded-location A resource location should not use a hard-coded string or variable value. Change variable 'place_var' into a parameter instead.
//@ [5-14) warning decompiler-cleanup The name of variable 'place_var' appears to have originated from a naming conflict during a decompilation from JSON. Consider renaming it and removing the suffix (using the editor's rename functionality).
//@ [5-14) info use-description-vars Variable "place_var" must have a non-empty description.
resource disk 'Microsoft.Compute/disks@2020-12-01' = {
//@ [15-51) info use-recent-api-versions Use more recent API version for 'Microsoft.Compute/disks'. '2020-12-01' is 1917 days old, should be no more than 730 days old, or the most recent. Acceptable versions: 2026-03-02
  name: 'disk'
  location: 'westeurope'
//@ [13-25) info no-hardcoded-location A resource location should not use a hard-coded string or variable value. Please use a parameter value, an expression, or the string 'global'. Found: 'westeurope'
  properties: { creationData: { createOption: 'Empty' }, diskSizeGB: 1 }
}
resource other 'Microsoft.Compute/disks@2020-12-01' = {
//@ [16-52) info use-recent-api-versions Use more recent API version for 'Microsoft.Compute/disks'. '2020-12-01' is 1917 days old, should be no more than 730 days old, or the most recent. Acceptable versions: 2026-03-02
  name: 'other'
  location: resourceGroup().location
//@ [13-37) info no-loc-expr-outside-params Use a parameter here instead of 'resourceGroup().location'. 'resourceGroup().location' and 'deployment().location' should only be used as a default value for parameters.
  properties: { creationData: { createOption: 'Copy', sourceResourceId: '/subscriptions/a/disk' } }
//@ [55-71) info use-resource-id-functions If property "sourceResourceId" represents a resource ID, it must use a symbolic resource reference, be a parameter or start with one of these functions: extensionResourceId, guid, if, managementGroupResourceId, reference, resourceId, roleDefinitions, subscription, subscriptionResourceId, tenantResourceId.
}
module storage '../modules/storage.bicep' = {
  name: 'storage'
//@ [3-18) info no-module-name Avoid specifying an explicit module name. This simplifies code, and avoids the risk of accidental module name re-use within a deployment.
  params: { name: 'storage' }
}
module located 'located.bicep' = {
//@ [8-15) info explicit-values-for-loc-params Parameter 'location' of module 'located' isn't assigned an explicit value, and its default value may not give the intended behavior for a location-related parameter. You should assign an explicit value to the parameter.
  name: 'located'
//@ [3-18) info no-module-name Avoid specifying an explicit module name. This simplifies code, and avoids the risk of accidental module name re-use within a deployment.
}
resource machine 'Microsoft.Compute/virtualMachines@2023-09-01' = {
//@ [18-64) info use-recent-api-versions Use more recent API version for 'Microsoft.Compute/virtualMachines'. '2023-09-01' is 943 days old, should be no more than 730 days old, or the most recent. Acceptable versions: 2026-04-01
  name: 'machine'
  location: place_var
  properties: {
    osProfile: { computerName: 'a', adminUsername: 'administrator', adminPassword: described_param }
//@ [52-67) warning adminusername-should-not-be-literal Property 'adminUserName' should not use a literal value. Use a param instead. Found literal string value "administrator"
    storageProfile: {
      imageReference: { publisher: 'a', offer: 'b', sku: 'c', version: '1.0-preview' }
//@ [72-85) warning use-stable-vm-image Virtual machines shouldn't use preview images. Use stable version in imageReference property "version".
    }
  }
}
resource extension_ 'Microsoft.Compute/virtualMachines/extensions@2023-09-01' = {
//@ [21-78) info use-recent-api-versions Use more recent API version for 'Microsoft.Compute/virtualMachines/extensions'. '2023-09-01' is 943 days old, should be no more than 730 days old, or the most recent. Acceptable versions: 2026-04-01
  parent: machine
  name: 'extension'
  location: location
  properties: {
    publisher: 'Microsoft.Azure.Extensions'
    type: 'CustomScript'
    settings: { commandToExecute: 'run ${storageKeys.keys[0].value}' }
  }
}
var storageKeys = listKeys(resourceId('Microsoft.Storage/storageAccounts', 'storage'), '2023-05-01')
//@ [5-16) info use-description-vars Variable "storageKeys" must have a non-empty description.
resource nested 'Microsoft.Resources/deployments@2023-07-01' = {
//@ [17-61) warning no-deployments-resources Resource 'nested' of type 'Microsoft.Resources/deployments@2023-07-01' should instead be declared as a Bicep module.
  name: 'nested'
  properties: {
    mode: 'Incremental'
    template: {
      '$schema': 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#'
      contentVersion: '1.0.0.0'
      variables: { inner: 'a' }
      resources: []
      outputs: { a: { type: 'string', value: '[variables(\'inner\')]' } }
    }
  }
}
@secure()
param secret string
//@ [7-13) info use-description-params Parameter "secret" must have a non-empty description.
resource nestedSecret 'Microsoft.Resources/deployments@2023-07-01' = {
//@ [10-22) warning secure-params-in-nested-deploy 'nestedSecret' is an outer scoped nested deployment that accesses secure string parameters ('secret'), which could expose their values in deployment history. Either set the deployment's properties.expressionEvaluationOptions.scope to 'inner' or use a Bicep module instead.
//@ [23-67) warning no-deployments-resources Resource 'nestedSecret' of type 'Microsoft.Resources/deployments@2023-07-01' should instead be declared as a Bicep module.
  name: 'nestedSecret'
  properties: {
    mode: 'Incremental'
    template: {
      '$schema': 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#'
      contentVersion: '1.0.0.0'
      resources: [{ name: secret }]
    }
  }
}
resource script 'Microsoft.Resources/deploymentScripts@2023-08-01' = {
//@ [1-…) warning use-recent-az-powershell-version Deployment script is using AzPowerShell version '7.0' which is below the recommended minimum version '11.0'. Consider upgrading to version 11.0 or higher to avoid EOL Ubuntu 20.04 LTS.
  name: 'script'
  location: location
  kind: 'AzurePowerShell'
  properties: { azPowerShellVersion: '7.0', retentionInterval: 'P1D', scriptContent: 'a' }
}
output id string = resourceId('Microsoft.Nothing/nothings', 'a')
//@ [8-10) info use-description-outputs Output "id" must have a non-empty description.
output diskId string = resourceId('Microsoft.Compute/disks', 'disk')
//@ [8-14) info use-description-outputs Output "diskId" must have a non-empty description.
output state object = reference(disk.id)
//@ [8-13) info use-description-outputs Output "state" must have a non-empty description.
//@ [14-20) info use-user-defined-types Use user-defined types instead of 'object' or 'array'.
//@ [23-41) warning use-resource-symbol-reference Use a resource reference instead of invoking function "reference". This simplifies the syntax and allows Bicep to better understand your deployment dependency graph.
output hard string = 'hard-coded'
//@ [8-12) info use-description-outputs Output "hard" must have a non-empty description.
//@ [22-34) info no-hardcoded-outputs Output 'hard' uses a hard-coded value. Use an exported variable for constants that need to be imported by other files.
output anyOf any = any(open)
//@ [8-13) info use-description-outputs Output "anyOf" must have a non-empty description.
//@ [14-17) info no-explicit-any Avoid using an explicit 'any' type whenever possible.
output unique string = '${region}${_artifactsLocation}${_artifactsLocationSasToken}${anything}'
//@ [8-14) info use-description-outputs Output "unique" must have a non-empty description.
@secure()
param innerSecret object
//@ [7-18) info use-description-params Parameter "innerSecret" must have a non-empty description.
//@ [19-25) info use-user-defined-types Use user-defined types instead of 'object' or 'array'.
resource inner 'Microsoft.Resources/deployments@2023-07-01' = {
//@ [16-60) warning no-deployments-resources Resource 'inner' of type 'Microsoft.Resources/deployments@2023-07-01' should instead be declared as a Bicep module.
  name: 'inner'
  properties: {
    expressionEvaluationOptions: { scope: 'inner' }
    mode: 'Incremental'
    template: {
      '$schema': 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#'
      contentVersion: '1.0.0.0'
      resources: [{ name: region }]
//@ [27-33) error nested-deployment-template-scoping The symbol "region" is declared in the context of the outer deployment and cannot be accessed by expressions within a nested deployment template that uses inner scoping for expression evaluation.
    }
  }
}
resource command 'Microsoft.Compute/virtualMachines/extensions@2023-09-01' = {
//@ [18-75) info use-recent-api-versions Use more recent API version for 'Microsoft.Compute/virtualMachines/extensions'. '2023-09-01' is 943 days old, should be no more than 730 days old, or the most recent. Acceptable versions: 2026-04-01
  parent: machine
  name: 'command'
  location: location
  properties: {
    publisher: 'Microsoft.Azure.Extensions'
    type: 'CustomScript'
    settings: { commandToExecute: 'run ${secret} ${listKeys('a', '2023-05-01').keys[0].value} ${innerSecret.a}' }
//@ [42-48) warning protect-commandtoexecute-secrets Use protectedSettings for commandToExecute secrets. Found possible secret: secure value 'secret'
//@ [52-79) warning protect-commandtoexecute-secrets Use protectedSettings for commandToExecute secrets. Found possible secret: function 'listKeys'
//@ [97-108) warning protect-commandtoexecute-secrets Use protectedSettings for commandToExecute secrets. Found possible secret: secure value 'innerSecret'
  }
}
output unrecognized object = reference(resourceId('Microsoft.Nothing/nothings', 'a'))
//@ [8-20) info use-description-outputs Output "unrecognized" must have a non-empty description.
//@ [21-27) info use-user-defined-types Use user-defined types instead of 'object' or 'array'.
//@ [30-86) warning use-recognized-resource-type Resource type "Microsoft.Nothing/nothings" is not recognized in function "reference". If this resource type does exist, the API version must be specified as a function argument.
param plainSecret string
//@ [7-18) warning secure-secrets-in-params Parameter 'plainSecret' may represent a secret (according to its name) and must be declared with the '@secure()' attribute.
//@ [7-18) info use-description-params Parameter "plainSecret" must have a non-empty description.
resource vaultSecret 'Microsoft.KeyVault/vaults/secrets@2023-07-01' = {
//@ [22-68) info use-recent-api-versions Use more recent API version for 'Microsoft.KeyVault/vaults/secrets'. '2023-07-01' is 946 days old, should be no more than 730 days old, or the most recent. Acceptable versions: 2026-02-01
  name: 'vault/secret'
  properties: { value: plainSecret }
}
resource sql 'Microsoft.Sql/servers@2023-05-01-preview' = {
//@ [14-56) info use-recent-api-versions Use more recent API version for 'Microsoft.Sql/servers'. '2023-05-01-preview' is a preview version and there is a more recent non-preview version available. Acceptable versions: 2025-01-01
  name: 'sql'
  location: location
  properties: { administratorLogin: 'a', administratorLoginPassword: plainSecret }
}
resource secureScript 'Microsoft.Resources/deploymentScripts@2023-08-01' = {
  name: 'secureScript'
  location: location
  kind: 'AzureCLI'
  properties: {
    azCliVersion: '2.60.0'
    retentionInterval: 'P1D'
    scriptContent: 'a'
    storageAccountSettings: { storageAccountName: 'a', storageAccountKey: plainSecret }
//@ [75-86) warning use-secure-value-for-secure-inputs Property 'storageAccountKey' expects a secure value, but the value provided may not be secure.
    environmentVariables: [{ name: 'a', secureValue: plainSecret }]
//@ [54-65) warning use-secure-value-for-secure-inputs Property 'secureValue' expects a secure value, but the value provided may not be secure.
  }
}
resource app 'Microsoft.App/managedEnvironments@2024-03-01' = {
  name: 'app'
  location: location
  properties: {
    appLogsConfiguration: {
      destination: 'log-analytics'
      logAnalyticsConfiguration: { customerId: 'a', sharedKey: plainSecret }
//@ [64-75) warning use-secure-value-for-secure-inputs Property 'sharedKey' expects a secure value, but the value provided may not be secure.
    }
  }
}
resource containerApp 'Microsoft.App/containerApps@2024-03-01' = {
  name: 'containerApp'
  location: location
  properties: { configuration: { secrets: [{ name: 'a', value: plainSecret }] } }
//@ [64-75) warning use-secure-value-for-secure-inputs Property 'value' expects a secure value, but the value provided may not be secure.
}
