targetScope = 'subscription'
param policy string
output policy string = '${policy}@${subscription().subscriptionId}'
