@description('a')
//@ [1-18) error BCP132 Expected a declaration after the decorator.
