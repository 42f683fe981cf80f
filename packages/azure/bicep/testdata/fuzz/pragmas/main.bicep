#disable-next-line no-unused-params BCP001
param unused string
/* a comment
   over lines */
#disable-diagnostics no-unused-vars
var alsoUnused = 1 // and why
#restore-diagnostics no-unused-vars
@description('''
long
''')
@allowed([
  1
  2 // two
])
param n int = 1
#disable-next-line simplify-interpolation
output o string = '${'${n}'}'
assert positive = n > 0
extension kubernetes with { namespace: 'default', kubeConfig: '' } as k8s
