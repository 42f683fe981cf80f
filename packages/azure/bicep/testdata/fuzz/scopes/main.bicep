targetScope = 'managementGroup'
param subscriptionId string = '00000000-0000-0000-0000-000000000000'
resource policy 'Microsoft.Authorization/policyDefinitions@2023-04-01' = {
  name: 'policy'
  properties: { policyType: 'Custom', mode: 'All', policyRule: { if: { field: 'type', equals: 'x' }, then: { effect: 'audit' } } }
}
resource assignment 'Microsoft.Authorization/policyAssignments@2024-04-01' = {
  name: 'assign'
  scope: tenant()
  properties: { policyDefinitionId: policy.id }
}
module inner 'inner.bicep' = { scope: subscription(subscriptionId), params: { policy: policy.id } }
output where string = managementGroup().id
output what string = inner.outputs.policy
