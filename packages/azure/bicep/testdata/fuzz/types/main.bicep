@export()
type level = 'low' | 'high'
type point = { x: int, y: int? }
@discriminator('kind')
type shape = { kind: 'dot', at: point } | { kind: 'line', ends: [point, point] }
type tree = { value: string, left: tree?, right: tree? }
type numbers = (1 | 2 | 3)[]
type open = { *: level }
type storage = resourceInput<'Microsoft.Storage/storageAccounts@2023-05-01'>.properties
@minLength(1)
type names = string[]
type part = shape
type item = names[*]
type pair = [string, int]
type first = pair[0]

param figure shape = { kind: 'dot', at: { x: 1 } }
param root tree = { value: 'a', left: { value: 'b' } }
param many numbers = [1, 3]
param settings open = { one: 'low' }
param account storage = {}
param own names = ['x']

output x int = figure.kind == 'dot' ? figure.at.x : 0
output left string = root.?left.?value ?? ''
output level level = settings.one
output rest array = [many, account, own]
