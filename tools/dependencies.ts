/** Why each run-time dependency is there. `npm run check` holds this list equal to the package files. */
export const dependencies: Readonly<Record<string, string>> = {
  "@marcbachmann/cel-js":
    "the expression language of validation rules in CustomResourceDefinitions; loaded with the first such rule",
  "better-sqlite3":
    "the state on disk: one file, transactions, survives kill -9; loaded only when a data directory is opened",
  commander: "command lines: help, suggestions, option parsing",
  jose: "signed tokens and certificate assertions after the standards; loaded with the first token",
  ws: "WebSocket framing of exec, attach and port-forward; loaded with the first such request",
  yaml: "manifests and kubeconfig files, with positions for error messages",
};
