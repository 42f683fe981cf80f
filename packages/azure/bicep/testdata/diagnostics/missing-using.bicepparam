param name = 'a'
//@ [1-1) error BCP261 A using declaration must be present in this parameters file.
