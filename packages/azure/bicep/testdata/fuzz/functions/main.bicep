@export()
@description('Joins')
func join2(a string, b string) string => '${a}/${b}'
func double(n int) int => n * 2
func pick(list string[], at int) string => join2(list[at], string(double(at)))
func wrap(value { name: string }) { name: string, long: bool } => { name: value.name, long: length(value.name) > 9 }

var base = pick(['a', 'b'], 1)
var wrapped = wrap({ name: base })
output o string = sys.concat(base, az.resourceGroup().location)
output cidr string = cidrSubnet('10.0.0.0/16', 24, 1)
output when string = dateTimeAdd('2024-01-01', 'P1D')
output long bool = wrapped.long
output encoded string = base64(uriComponent('a b'))
output id string = resourceId('Microsoft.Network/virtualNetworks/subnets', 'v', 's')
