@secure()
param password string
//@ [7-15) warning no-unused-params Parameter "password" is declared but never used.
//@ [7-15) info use-description-params Parameter "password" must have a non-empty description.
param plain string
//@ [7-12) info use-description-params Parameter "plain" must have a non-empty description.
output isSet bool = !empty(plain)
//@ [8-13) info use-description-outputs Output "isSet" must have a non-empty description.
