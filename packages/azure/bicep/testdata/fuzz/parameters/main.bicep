metadata description = 'Parameters with decorators'
targetScope = 'resourceGroup'

@description('A name')
@minLength(3)
@maxLength(24)
@metadata({ example: 'abc' })
param name string = 'abc${uniqueString(resourceGroup().id)}'

@allowed(['Basic', 'Standard'])
param tier string = 'Basic'

@minValue(1)
@maxValue(10)
param count int = 3

@secure()
param password string = newGuid()

@description('Open')
param options { size: int?, *: string } = { size: 1, other: 'x' }
param flags bool[] = [true, false]
param maybe string?

output full string = '${name}-${tier}-${count}'
output size int = options.?size ?? length(flags)
output text string = maybe ?? 'none'
