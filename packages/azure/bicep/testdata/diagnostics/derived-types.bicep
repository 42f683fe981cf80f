// Another version of the type is known; what that lacks this one may have.
param known resourceInput<'Microsoft.App/managedEnvironments@2025-02-02-preview'>.properties.openTelemetryConfiguration?
output known object = known ?? {}
type zoned = {
//@ [6-11) warning no-unused-types Type "zoned" is declared but never used.
  @sys.allowed([1, 2])
//@ [8-15) warning BCP297 Function "allowed" cannot be used as a type decorator.
  zone: int
  @allowed([1, 2])
//@ [4-11) error BCP297 Function "allowed" cannot be used as a type decorator.
  other: int
}
