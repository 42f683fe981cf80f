@secure()
param value string
output value string = base64(value)
