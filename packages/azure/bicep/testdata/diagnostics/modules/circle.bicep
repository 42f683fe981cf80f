module back '../files.bicep' = {
  name: 'back'
}
