import type { Row } from "../row.ts";

const first = "$(kubectl get nodes -o jsonpath='{.items[0].metadata.name}')";

/** Maintenance of nodes. */
export const nodes: readonly Row[] = [
  { run: `kubectl cordon ${first}`, out: ["node/{node} cordoned"] },
  { run: `kubectl cordon ${first}`, out: ["node/{node} already cordoned"] },
  { run: `kubectl get node ${first} --no-headers`, out: ["{node} Ready,SchedulingDisabled <none> {age} {version}"] },
  {
    run: `kubectl drain ${first}`,
    code: 1,
    err: [
      `error: unable to drain node "{node}" due to error: {*}cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore): {*}`,
      "There are pending nodes to be drained:",
    ],
  },
  {
    run: `kubectl drain ${first} --ignore-daemonsets --delete-emptydir-data --force --timeout=60s`,
    has: ["node/{node} drained"],
    err: ["{*}ignoring DaemonSet-managed Pods: {*}"],
  },
  {
    run: `kubectl get pods -A --field-selector spec.nodeName=${first} -o jsonpath='{.items[?(@.metadata.ownerReferences[0].kind!="DaemonSet")].metadata.name}' | wc -c`,
    out: ["0"],
  },
  { run: `kubectl uncordon ${first}`, out: ["node/{node} uncordoned"] },
  { run: `kubectl taint node ${first} dedicated=me:NoSchedule`, out: ["node/{node} tainted"] },
  {
    run: `kubectl taint node ${first} dedicated=me:NoSchedule`,
    code: 1,
    err: ["error: node {node} already has dedicated taint(s) with same effect(s) and --overwrite is false"],
  },
  { run: `kubectl taint node ${first} dedicated-`, out: ["node/{node} untainted"] },
  { run: `kubectl taint node ${first} absent-`, code: 1, err: [`error: taint "absent" not found`] },
  { run: `kubectl label node ${first} disk=fast`, out: ["node/{node} labeled"] },
  {
    run: `kubectl run picky --image=nginx --overrides='{"spec":{"nodeSelector":{"disk":"fast"}}}' && kubectl wait --for=condition=Ready pod/picky --timeout=20s`,
    out: ["pod/picky created", "pod/picky condition met"],
  },
  { run: `test "$(kubectl get pod picky -o jsonpath='{.spec.nodeName}')" = "${first}" && echo there`, out: ["there"] },
  { run: "kubectl delete pod picky --now", out: [`pod "picky" deleted from default namespace`] },
  { run: "kubectl get leases -n kube-node-lease", has: ["NAME HOLDER AGE", "{node} {node} {age}"] },
  {
    run: "kubectl get events -A --field-selector type=Warning,reason=FailedScheduling -o name | wc -l | grep -vx 0",
    has: ["{*}"],
  },
];
