param location string = resourceGroup().location
//@ [7-15) info use-description-params Parameter "location" must have a non-empty description.
output where string = location
//@ [8-13) info use-description-outputs Output "where" must have a non-empty description.
