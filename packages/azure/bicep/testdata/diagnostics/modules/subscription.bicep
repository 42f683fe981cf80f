targetScope = 'subscription'

param name string

output scope string = name
