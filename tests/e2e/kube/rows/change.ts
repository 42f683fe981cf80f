import type { Row } from "../row.ts";

/** Imperative changes of what is there. */
export const change: readonly Row[] = [
  { run: "kubectl label deploy web team=a", out: ["deployment.apps/web labeled"] },
  { run: "kubectl label deploy web team=a", out: ["deployment.apps/web not labeled"] },
  {
    run: "kubectl label deploy web team=b",
    code: 1,
    err: ["error: 'team' already has a value (a), and --overwrite is false"],
  },
  { run: "kubectl label deploy web team=b --overwrite", out: ["deployment.apps/web labeled"] },
  { run: "kubectl label deploy web team-", out: ["deployment.apps/web unlabeled"] },
  {
    run: "kubectl label deploy web 'bad key=x'",
    code: 1,
    err: [`The Deployment "web" is invalid: metadata.labels: Invalid value: "bad key": name part must consist of {*}`],
  },
  { run: "kubectl annotate deploy web note=first", out: ["deployment.apps/web annotated"] },
  { run: "kubectl annotate deploy web note-", out: ["deployment.apps/web annotated"] },
  { run: `kubectl patch deploy web -p '{"spec":{"replicas":2}}'`, out: ["deployment.apps/web patched"] },
  {
    run: `kubectl patch deploy web --type=json -p '[{"op":"replace","path":"/spec/replicas","value":3}]'`,
    out: ["deployment.apps/web patched"],
  },
  { run: `kubectl patch deploy web --type=merge -p '{"spec":{"replicas":2}}'`, out: ["deployment.apps/web patched"] },
  {
    run: `kubectl patch deploy web --type=merge -p '{"spec":{"replicas":2}}'`,
    out: ["deployment.apps/web patched (no change)"],
  },
  {
    run: `kubectl patch deploy web -p '{"spec":{"template":{"spec":{"containers":[{"name":"nginx","image":"nginx:1.27.1"}]}}}}'`,
    out: ["deployment.apps/web patched"],
  },
  {
    run: `kubectl patch deploy web --type=json -p '[{"op":"remove","path":"/spec/absent"}]'`,
    code: 1,
    err: ["The request is invalid: {*}"],
  },
  {
    run: `kubectl patch deploy web --subresource=scale --type=merge -p '{"spec":{"replicas":3}}'`,
    out: ["scale.autoscaling/web patched"],
  },
  {
    run: `KUBE_EDITOR="sed -i 's/replicas: 3/replicas: 2/'" kubectl edit deploy web`,
    out: ["deployment.apps/web edited"],
  },
  { run: "KUBE_EDITOR=true kubectl edit deploy web", err: ["Edit cancelled, no changes made."] },
  { run: "kubectl scale deploy web --replicas=3", out: ["deployment.apps/web scaled"] },
  {
    run: "kubectl scale deploy web --replicas=1 --current-replicas=9",
    code: 1,
    err: ["error: Expected replicas to be 9, was 3"],
  },
  {
    run: "kubectl autoscale deploy web --min=1 --max=3 --cpu=80%",
    out: ["horizontalpodautoscaler.autoscaling/web autoscaled"],
  },
  {
    run: "kubectl get hpa",
    has: ["NAME REFERENCE TARGETS MINPODS MAXPODS REPLICAS AGE", "web Deployment/web cpu: {*}/80% 1 3 {*} {age}"],
  },
  { run: "kubectl delete hpa web", out: [`horizontalpodautoscaler.autoscaling "web" deleted from default namespace`] },
  { run: "kubectl set image deploy/web nginx=nginx:1.28", out: ["deployment.apps/web image updated"] },
  { run: "kubectl set env deploy/web MODE=slow", out: ["deployment.apps/web env updated"] },
  { run: "kubectl set env deploy/web --list", out: ["# Deployment web, container nginx", "MODE=slow"] },
  {
    run: "kubectl set resources deploy/web --limits=cpu=200m,memory=64Mi",
    out: ["deployment.apps/web resource requirements updated"],
  },
  { run: "kubectl set serviceaccount deploy/web bot", out: ["deployment.apps/web serviceaccount updated"] },
  { run: "kubectl expose deploy web --port=80 --type=NodePort", out: ["service/web exposed"] },
  { run: "kubectl set selector svc/web app=web", out: ["service/web selector updated"] },
  {
    run: `kubectl patch svc web -p '{"spec":{"clusterIP":"10.0.0.77"}}'`,
    code: 1,
    err: [`The Service "web" is invalid: spec.clusterIPs[0]: Invalid value: {*}: may not change once set`],
  },
];
