@export()
var prefix = 'pre'
