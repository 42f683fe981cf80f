extension kubernetes with {
  namespace: 'default'
  kubeConfig: ''
} as k8s
extension nothing
//@ [11-18) error BCP204 Extension "nothing" is not recognized.
extension 'br:example.com/types/things:1.0.0' as things
//@ [11-46) error extension-unsupported The extension "br:example.com/types/things:1.0.0" is not supported: its types come from a registry package, which byocni does not read. Supported are "kubernetes" and Microsoft Graph.

resource map 'core/ConfigMap@v1' = {
  metadata: {
    name: 'map'
  }
}
