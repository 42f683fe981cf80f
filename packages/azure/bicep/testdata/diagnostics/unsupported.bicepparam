using none
param argument = readCliArg('name')
