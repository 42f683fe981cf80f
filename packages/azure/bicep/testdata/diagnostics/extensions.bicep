extension kubernetes with {
  namespace: 'default'
  kubeConfig: ''
} as k8s
extension nothing
//@ [11-18) error BCP204 Extension "nothing" is not recognized.
extension 'br:example.com/types/things:1.0.0' as things
//@ [11-46) warning extension-not-restored The extension "br:example.com/types/things:1.0.0" has not been restored: nothing is known of its types, and its name "things" and version "1.0.0" are taken from the reference.

resource map 'core/ConfigMap@v1' = {
  metadata: {
    name: 'map'
  }
}
