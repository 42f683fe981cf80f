var x =
