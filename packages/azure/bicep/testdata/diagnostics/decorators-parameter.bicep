@allowed(['a'])
//@ [1-16) error BCP147 Expected a parameter declaration after the decorator.
