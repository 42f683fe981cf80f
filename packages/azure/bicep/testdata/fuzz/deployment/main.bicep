param name string
param count int = 1
param tags object = {}
@secure()
param secret string = ''
param outside string = ''
output o string = '${name}${count}${tags.env}${outside}'
