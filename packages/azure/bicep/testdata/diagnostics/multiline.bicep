var text = '''never
//@ [5-9) warning no-unused-vars Variable "text" is declared but never used.
//@ [12-…) error BCP140 The multi-line string at this location is not terminated. Terminate it with "'''".
ends
