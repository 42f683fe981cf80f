output a int = 1
/* never ends
//@ [1-…) error BCP002 The multi-line comment at this location is not terminated. Terminate it with the */ character sequence.
