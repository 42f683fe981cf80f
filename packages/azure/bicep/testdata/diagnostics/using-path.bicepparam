using 1
//@ [7-7) error BCP354 Expected left brace ('{') or asterisk ('*') character at this location.
//@ [7-8) error BCP435 Using the "with" keyword with a "using" statement requires enabling EXPERIMENTAL feature "DeployCommands".
