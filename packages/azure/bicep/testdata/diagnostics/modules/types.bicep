@export()
type size = 'small' | 'large'

@export()
var limit = 3

@export()
func double(value int) int => value * 2

var hidden = 1
output seen int = hidden
