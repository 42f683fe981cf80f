@allowed(['a'])

@batchSize(1)

@secure()
//@ [1-10) error BCP292 Expected a parameter, output, or type declaration after the decorator.
