@export()
type size = 'small' | 'big'
var prefix = 'pre'
@export()
var limit = length(prefix)
@export()
func f(text string) string => '${prefix}${text}'
