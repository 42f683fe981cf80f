@batchSize(1)
//@ [1-14) error BCP153 Expected a resource or module declaration after the decorator.
