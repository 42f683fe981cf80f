@nullIfNotFound()
//@ [1-18) error BCP149 Expected a resource declaration after the decorator.
