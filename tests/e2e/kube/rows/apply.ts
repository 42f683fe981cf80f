import type { Row } from "../row.ts";

/** Declarative management: both kinds of apply, diff, replace, kustomize. */
export const apply: readonly Row[] = [
  { run: "kubectl apply -f web.yaml", out: ["deployment.apps/web created"] },
  { run: "kubectl apply -f web.yaml", out: ["deployment.apps/web unchanged"] },
  { run: "kubectl diff -f web.yaml", out: [] },
  {
    run: "kubectl diff -f web-3.yaml",
    code: 1,
    has: ["{*}generation: 1", "{*}generation: 2", "- replicas: 2", "+ replicas: 3"],
  },
  { run: "kubectl apply --server-side -f web.yaml", out: ["deployment.apps/web serverside-applied"] },
  {
    run: "kubectl apply --server-side --field-manager=pipeline -f web-3.yaml",
    code: 1,
    err: [
      `error: Apply failed with 1 conflict: conflict with "kubectl": .spec.replicas`,
      "Please review the fields above--they currently have other managers. Here",
    ],
  },
  {
    run: "kubectl apply --server-side --field-manager=pipeline --force-conflicts -f web-3.yaml",
    out: ["deployment.apps/web serverside-applied"],
  },
  {
    run: "kubectl get deploy web --show-managed-fields -o jsonpath='{.metadata.managedFields[*].manager}'",
    has: ["{*}pipeline{*}"],
  },
  { run: "kubectl apply view-last-applied deploy/web | sed -n 1,2p", has: ["apiVersion: apps/v1"] },
  { run: "kubectl apply -f web.yaml --dry-run=client", out: ["deployment.apps/web configured (dry run)"] },
  {
    run: "kubectl apply -f web-3.yaml --dry-run=server -o jsonpath='{.spec.replicas}'",
    out: ["3"],
  },
  { run: "kubectl apply -k kustomize", out: ["configmap/dev-generated-{id} created", "configmap/dev-plain created"] },
  { run: "kubectl kustomize kustomize | grep -c dev-", out: ["2"] },
  {
    run: "kubectl delete -k kustomize",
    out: [
      `configmap "dev-generated-{id}" deleted from default namespace`,
      `configmap "dev-plain" deleted from default namespace`,
    ],
  },
  {
    run: "sed s/1.36/1.37/ pod.yaml | kubectl replace -f -",
    code: 1,
    err: [`The Pod "single" is invalid: spec: Forbidden: pod updates may not change fields other than {*}`],
  },
  {
    run: "kubectl get pod single -o yaml | sed 's/busybox:1.36/busybox:1.37/' | kubectl replace -f -",
    out: ["pod/single replaced"],
  },
  {
    run: "kubectl replace --force --grace-period=1 -f pod.yaml",
    out: [`pod "single" deleted from default namespace`, "pod/single replaced"],
    err: [],
  },
  {
    run: "kubectl apply -f absent.yaml",
    code: 1,
    err: [`error: the path "absent.yaml" does not exist`],
  },
  {
    run: "sed 's/replicas: 2/replicas: -1/' web.yaml | kubectl apply -f -",
    code: 1,
    err: [`The Deployment "web" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0`],
  },
];
