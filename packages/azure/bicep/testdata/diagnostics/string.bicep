var open = 'a
//@ [5-9) warning no-unused-vars Variable "open" is declared but never used.
//@ [12-14) error BCP003 The string at this location is not terminated. Terminate the string with a single quote character.