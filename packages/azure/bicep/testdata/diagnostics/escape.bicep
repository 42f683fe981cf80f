var open = 'a\
//@ [5-9) warning no-unused-vars Variable "open" is declared but never used.
//@ [12-15) error BCP005 The string at this location is not terminated. Complete the escape sequence and terminate the string with a single unescaped quote character.