extension 'br:example.com/types/things:1.0.0'
//@ [1-46) error BCP423 An extension alias must be defined for an extension declaration with an inlined registry reference.
//@ [11-46) warning extension-not-restored The extension "br:example.com/types/things:1.0.0" has not been restored: nothing is known of its types, and its name "things" and version "1.0.0" are taken from the reference.
extension kubernetes with {
  ...{}
//@ [3-8) error BCP401 The spread operator "..." is not permitted in this location.
  namespace: 'default'
} as k8s
assert isTrue = true
