import type { Row } from "../row.ts";

const tokenFile = "/var/run/secrets/kubernetes.io/serviceaccount/token";

/** What goes on inside of pods: logs, commands, files, probes, deadlines, ends. */
export const pods: readonly Row[] = [
  { run: "kubectl apply -f tools.yaml", out: ["pod/tools created"] },
  { run: "kubectl wait --for=condition=Ready pod/tools --timeout=10s", out: ["pod/tools condition met"] },
  { run: "timeout 4 kubectl logs -f tools -c main", code: 124, out: ["first", "second"] },
  {
    run: "kubectl logs tools --all-containers --prefix | sort",
    has: ["[pod/tools/before] prepared", "[pod/tools/main] first"],
  },
  { run: "kubectl logs tools -c main --tail=1 --timestamps", out: ["{time} second"] },
  { run: "kubectl logs tools -c absent", code: 1, err: ["error: container absent is not valid for pod tools"] },
  {
    run: "kubectl logs tools -c main --previous",
    code: 1,
    err: [`Error from server (BadRequest): previous terminated container "main" in pod "tools" not found`],
  },
  {
    run: "kubectl exec tools -c main -- sh -c 'echo out; echo bad >&2; exit 3'",
    code: 3,
    out: ["out"],
    err: ["bad", "command terminated with exit code 3"],
  },
  { run: "echo typed | kubectl exec -i tools -c main -- cat", out: ["typed"] },
  {
    run: "KUBECTL_REMOTE_COMMAND_WEBSOCKETS=false kubectl exec tools -c main -- echo over spdy",
    out: ["over spdy"],
  },
  {
    run: "kubectl exec tools -c main -- absent",
    code: 1,
    err: [
      `error: Internal error occurred: Internal error occurred: error executing command in container: failed to exec in container: failed to start exec "{id}": OCI runtime exec failed: exec failed: unable to start container process: exec: "absent": executable file not found in $PATH: unknown`,
    ],
  },
  { run: "kubectl exec tools -c main -- cat /etc/hostname", out: ["tools"] },
  {
    run: "kubectl exec tools -c main -- cat /etc/resolv.conf",
    out: [
      "search default.svc.cluster.local svc.cluster.local cluster.local",
      "nameserver 10.0.0.10",
      "options ndots:5",
    ],
  },
  {
    run: "kubectl exec tools -c main -- cat /etc/hosts",
    has: ["# Kubernetes-managed hosts file.", "127.0.0.1 localhost", "10.244.{*} tools"],
  },
  { run: "kubectl exec tools -c main -- env", has: ["HOSTNAME=tools", "KUBERNETES_SERVICE_HOST=10.0.0.1"] },
  {
    run: `kubectl auth whoami --token=$(kubectl exec tools -c main -- cat ${tokenFile}) --kubeconfig=<(kubectl config view --raw --minify | grep -v client-) -o jsonpath='{.status.userInfo.username}'`,
    out: ["system:serviceaccount:default:default"],
  },
  { run: "kubectl exec tools -c main -- cat /settings/mode", out: ["slow"] },
  {
    run: `kubectl patch cm settings -p '{"data":{"mode":"fast"}}'`,
    out: ["configmap/settings patched"],
  },
  { run: "kubectl exec tools -c main -- cat /settings/mode", soon: true, out: ["fast"] },
  {
    run: "kubectl cp pod.yaml tools:/tmp/copied.yaml -c main && kubectl exec tools -c main -- head -1 /tmp/copied.yaml",
    out: ["apiVersion: v1"],
  },
  { run: "kubectl cp tools:/tmp/copied.yaml back.yaml -c main && cmp pod.yaml back.yaml && echo same", has: ["same"] },
  { run: "timeout 2 kubectl attach tools -c main", code: 124 },
  {
    run: "kubectl port-forward pod/tools 18080:80",
    code: 1,
    err: ["error: error upgrading connection: {*}byocni does not forward ports{*}"],
  },
  {
    run: "kubectl get --raw /api/v1/namespaces/default/pods/tools/proxy/",
    code: 1,
    err: ["Error from server (NotImplemented): byocni does not serve pods/proxy{*}"],
  },
  {
    run: "kubectl get --raw /api/v1/namespaces/default/services/plain/proxy/",
    code: 1,
    err: ["Error from server (NotImplemented): byocni does not serve services/proxy{*}"],
  },
  { run: "kubectl run shout --image=busybox --restart=Never --rm --attach --quiet -- echo loud", has: ["loud"] },
  { run: "kubectl apply -f probes.yaml", out: ["pod/probed created"] },
  { run: "kubectl get pod probed", soon: true, has: ["probed 0/1 Running 0 {age}"] },
  {
    run: "kubectl events --for pod/probed",
    soon: true,
    has: ["{age}{*}Warning Unhealthy Pod/probed Readiness probe failed:"],
  },
  { run: "kubectl exec probed -- touch /tmp/ready", out: [] },
  { run: "kubectl wait --for=condition=Ready pod/probed --timeout=10s", out: ["pod/probed condition met"] },
  { run: "kubectl apply -f deadline.yaml", out: ["pod/late created"] },
  { run: "kubectl get pod late", soon: true, has: ["late 0/1 Error 0 {age}"] },
  {
    run: "kubectl describe pod late",
    has: [
      "Status: Failed",
      "Reason: DeadlineExceeded",
      "Message: Pod was active on the node longer than the specified deadline",
    ],
  },
  { run: "kubectl apply -f no-image.yaml", out: ["pod/no-image created"] },
  { run: "kubectl get pod no-image", soon: true, has: ["no-image 0/1 ImagePullBackOff 0 {age}"] },
  {
    run: "kubectl logs no-image",
    code: 1,
    err: [
      `Error from server (BadRequest): container "main" in pod "no-image" is waiting to start: trying and failing to pull image`,
    ],
  },
  {
    run: "kubectl delete pod no-image late probed --now --wait=false",
    has: [`pod "no-image" deleted from default namespace`],
  },
  {
    run: "kubectl delete pod tools --grace-period=0 --force",
    err: ["Warning: Immediate deletion does not wait for confirmation{*}"],
  },
  { run: "kubectl create deploy orphaned --image=nginx", out: ["deployment.apps/orphaned created"] },
  {
    run: "kubectl rollout status deploy/orphaned --timeout=20s && kubectl delete deploy orphaned --cascade=orphan",
    has: [`deployment.apps "orphaned" deleted from default namespace`],
  },
  {
    run: "kubectl get rs,pod -l app=orphaned",
    has: ["replicaset.apps/orphaned-{id} 1 1 1 {age}", "pod/orphaned-{id} 1/1 Running 0 {age}"],
  },
  {
    run: "kubectl delete rs -l app=orphaned --cascade=foreground",
    out: [`replicaset.apps "orphaned-{id}" deleted from default namespace`],
  },
  { run: "kubectl get pod -l app=orphaned", err: ["No resources found in default namespace."] },
  {
    run: "kubectl delete deploy plain && kubectl wait --for=delete pod -l app=plain --timeout=40s",
    has: [`deployment.apps "plain" deleted from default namespace`],
  },
  { run: "kubectl delete pod absent", code: 1, err: [`Error from server (NotFound): pods "absent" not found`] },
  { run: "kubectl delete pod absent --ignore-not-found", out: [] },
  { run: "kubectl delete namespace team --timeout=40s", out: [`namespace "team" deleted`] },
];
