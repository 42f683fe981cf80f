using 'modules/subscription.bicep' with {
//@ [41-…) error BCP435 Using the "with" keyword with a "using" statement requires enabling EXPERIMENTAL feature "DeployCommands".
  mode: 'deployment'
}
param name = base.name
//@ [14-18) error BCP437 The identifier 'base' is only available in parameter files that declare an 'extends' clause.
extensionConfig nothing with {}
//@ [1-32) error BCP337 This declaration type is not valid for a Bicep Parameters file. Supported declarations: "using", "extends", "param", "var", "type".
