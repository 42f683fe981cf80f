using 'main.bicep'
import { prefix } from 'lib.bicep'
var stem = '${prefix}-name'
param name = toLower(stem)
param count = length([1, 2, 3])
param tags = { env: readEnvironmentVariable('ENV', 'dev'), list: map(range(0, 2), i => i) }
param secret = az.getSecret('00000000-0000-0000-0000-000000000000', 'group', 'vault', 'name')
param outside = externalInput('sys.cli', 'value')
