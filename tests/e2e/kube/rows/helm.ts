import type { Row } from "../row.ts";

/** A chart from its first check to its end. */
export const helm: readonly Row[] = [
  { run: "helm lint chart", has: ["==> Linting chart", "1 chart(s) linted, 0 chart(s) failed"] },
  { run: "helm template shop chart | grep -c kind:", out: ["2"] },
  {
    run: "helm install shop chart --wait --timeout 60s",
    has: ["NAME: shop", "NAMESPACE: default", "STATUS: deployed", "REVISION: 1", "Thank you for installing chart."],
  },
  {
    run: "helm install shop chart",
    code: 1,
    err: ["Error: INSTALLATION FAILED: {*}cannot reuse a name that is still in use"],
  },
  {
    run: "helm list",
    out: ["NAME NAMESPACE REVISION UPDATED STATUS CHART APP VERSION", "shop default 1 {*} deployed chart-0.1.0 1.27"],
  },
  { run: "helm status shop", has: ["NAME: shop", "STATUS: deployed", "REVISION: 1"] },
  { run: "kubectl get deploy,svc -l app=shop", has: ["deployment.apps/shop 1/1 1 1 {age}"] },
  {
    run: "helm upgrade shop chart --set replicas=2 --set tag=1.28 --wait --timeout 60s",
    has: [`Release "shop" has been upgraded. Happy Helming!`, "REVISION: 2"],
  },
  {
    run: "kubectl get deploy shop -o jsonpath='{.spec.replicas} {.spec.template.spec.containers[0].image}'",
    out: ["2 nginx:1.28"],
  },
  { run: "helm get values shop", has: ["replicas: 2"] },
  {
    run: "helm history shop",
    has: ["1 {*} superseded chart-0.1.0 1.27 Install complete", "2 {*} deployed chart-0.1.0 1.27 Upgrade complete"],
  },
  { run: "helm rollback shop 1 --wait --timeout 60s", has: ["Rollback was a success! Happy Helming!"] },
  {
    run: "kubectl get deploy shop -o jsonpath='{.spec.replicas} {.spec.template.spec.containers[0].image}'",
    out: ["1 nginx:1.27"],
  },
  { run: "kubectl get secrets -l owner=helm -o name", has: ["secret/sh.helm.release.v1.shop.v3"] },
  { run: "helm upgrade shop chart --dry-run=server --set replicas=5", has: ["{*}replicas: 5{*}"] },
  {
    run: "helm upgrade shop chart --set tag=byocni-not-found --wait --timeout 2s",
    code: 1,
    err: ["Error: UPGRADE FAILED: {*}"],
  },
  { run: "helm uninstall shop --wait", has: [`release "shop" uninstalled`] },
  { run: "kubectl get deploy,svc,secret -l 'owner=helm'", err: ["No resources found in default namespace."] },
  { run: "helm status shop", code: 1, err: ["Error: release: not found"] },
];
