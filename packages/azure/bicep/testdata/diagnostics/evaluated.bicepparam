using none
param failing = int('x')
//@ [17-25) error BCP338 Failed to evaluate parameter "failing": Deployment template validation failed: 'The template variable 'failing' is not valid: The template language function 'int' cannot convert provided value 'x' to integer value. Please see https://aka.ms/arm-function-int for usage details.. Please see https://aka.ms/arm-functions for usage details.'.
param parsed = json('{')
//@ [16-25) error BCP338 Failed to evaluate parameter "parsed": Deployment template validation failed: 'The template variable 'parsed' is not valid: The template language function 'json' parameter is not valid. The provided value '{' cannot be parsed: 'Unexpected end of content while loading JObject. Path '', line 1, position 1.'. Please see https://aka.ms/arm-functions#json for usage details.. Please see https://aka.ms/arm-functions for usage details.'.
