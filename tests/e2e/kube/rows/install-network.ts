import type { Row } from "../row.ts";

/** The user brings a CNI plugin, and the cluster comes to life. */
export const installNetwork: readonly Row[] = [
  {
    run: "kubectl apply --dry-run=server -f $EXAMPLES/cni/reference-cni.yaml",
    has: ["daemonset.apps/byocni-reference-cni created (server dry run)"],
  },
  {
    run: "kubectl apply -f $EXAMPLES/cni/reference-cni.yaml",
    out: [
      "serviceaccount/byocni-reference-cni created",
      "configmap/byocni-reference-cni created",
      "daemonset.apps/byocni-reference-cni created",
    ],
  },
  {
    run: "kubectl rollout status ds/byocni-reference-cni -n kube-system --timeout=30s",
    has: [`daemon set "byocni-reference-cni" successfully rolled out`],
  },
  {
    run: "kubectl wait --for=condition=Ready node --all --timeout=30s",
    out: [0, 1, 2].map((index) => `node/{pool}00000${index} condition met`),
  },
  {
    run: "kubectl wait -n kube-system --for=condition=Ready pod --all --timeout=60s",
    has: [
      "pod/coredns-{id} condition met",
      "pod/konnectivity-agent-{id} condition met",
      "pod/metrics-server-{id} condition met",
    ],
  },
  {
    run: "kubectl get nodes --no-headers",
    out: [0, 1, 2].map((index) => `{pool}00000${index} Ready <none> {age} {version}`),
  },
  { run: "kubectl get nodes -o jsonpath='{.items[*].spec.taints}' | wc -c", out: ["0"] },
  {
    run: "kubectl describe node $(kubectl get nodes -o jsonpath='{.items[0].metadata.name}')",
    has: [
      "Taints: <none>",
      "Ready True {*} KubeletReady kubelet is posting ready status",
      "Normal NodeReady {age} kubelet Node {node} status is now: NodeReady",
    ],
  },
  {
    run: "kubectl get deploy -n kube-system",
    soon: true,
    out: [
      "NAME READY UP-TO-DATE AVAILABLE AGE",
      "coredns 2/2 2 2 {age}",
      "coredns-autoscaler 1/1 1 1 {age}",
      "konnectivity-agent 2/2 2 2 {age}",
      "konnectivity-agent-autoscaler 1/1 1 1 {age}",
      "metrics-server 2/2 2 2 {age}",
    ],
  },
  {
    run: "kubectl get pod waiting tolerant -o wide",
    soon: true,
    out: [
      "NAME READY STATUS RESTARTS AGE IP NODE NOMINATED NODE READINESS GATES",
      "waiting 1/1 Running 0 {age} 10.244.{*} {node} <none> <none>",
      "tolerant 1/1 Running 0 {age} 10.244.{*} {node} <none> <none>",
    ],
  },
  {
    run: "kubectl describe ds byocni-reference-cni -n kube-system",
    has: [
      "Name: byocni-reference-cni",
      "Selector: app=byocni-reference-cni",
      "Node-Selector: kubernetes.io/os=linux",
      "Desired Number of Nodes Scheduled: 3",
      "Number of Nodes Scheduled with Available Pods: 3",
      "Pods Status: 3 Running / 0 Waiting / 0 Succeeded / 0 Failed",
      "Events:",
      "Normal SuccessfulCreate {age} daemonset-controller Created pod: byocni-reference-cni-{id}",
    ],
  },
  {
    run: "kubectl logs -n kube-system ds/byocni-reference-cni",
    out: ["wrote /host/etc/cni/net.d/10-byocni.conflist for pods of 10.244.{*}.0/24"],
    err: [
      "Found 3 pods, using pod/byocni-reference-cni-{id}",
      `Defaulted container "install" out of: install, check-plugins (init)`,
    ],
  },
  {
    run: "kubectl exec -n kube-system ds/byocni-reference-cni -c install -- ls /host/etc/cni/net.d",
    out: ["10-byocni.conflist"],
  },
  {
    run: "kubectl top nodes",
    soon: true,
    out: [
      "NAME CPU(cores) CPU(%) MEMORY(bytes) MEMORY(%)",
      ...[0, 1, 2].map((index) => `{pool}00000${index} {id} {*}% {*}Mi {*}%`),
    ],
  },
  { run: "kubectl top pods -n kube-system", has: ["NAME CPU(cores) MEMORY(bytes)", "coredns-{id} {id} {*}Mi"] },
  {
    run: "kubectl top pod -n kube-system --containers -l k8s-app=kube-dns",
    has: ["POD NAME CPU(cores) MEMORY(bytes)", "coredns-{id} coredns {id} {*}Mi"],
  },
  { run: "kubectl delete pod waiting tolerant --now", has: [`pod "waiting" deleted from default namespace`] },
];
