targetScope = 'managementGroup'

param name string

output scope string = name
