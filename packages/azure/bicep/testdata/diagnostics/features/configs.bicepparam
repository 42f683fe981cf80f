using 'extensions.bicep'
//@ [1-25) error BCP443 The "using" statement requires a "with" clause if the EXPERIMENTAL feature "DeployCommands" is enabled.
//@ [7-25) error BCP104 The referenced module has errors.
extensionConfig nothing with {}
//@ [1-32) error BCP425 The extension configuration assignment for "nothing" does not match an extension in the Bicep file.
