type rule = { name: string, note: string? }
param rules rule[]?
param isOn bool = true
var none = []
// Items of a union of arrays are not known.
output ofUnion array = [for one in (rules ?? []): { note: one.note, other: one.missing }]
output ofChoice array = [for one in (isOn ? none : ['a']): one.name]
// There is no item: whatever is asked of it is right.
output ofNothing array = [for one in none: { name: one.name, first: one.list[0] }]
