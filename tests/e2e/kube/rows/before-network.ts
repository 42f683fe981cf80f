import type { Row } from "../row.ts";

const notReady =
  "container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized";
const untolerated =
  "0/3 nodes are available: 3 node(s) had untolerated taint {node.kubernetes.io/not-ready: }. preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.";

/** A cluster without a CNI plugin, as AKS leaves it. */
export const beforeNetwork: readonly Row[] = [
  {
    run: "kubectl version",
    out: ["Client Version: v1.34.{*}", "Kustomize Version: {version}", "Server Version: {version}"],
  },
  { run: "kubectl config current-context", out: ["mine"] },
  {
    run: "kubectl cluster-info",
    has: [
      "{*}Kubernetes control plane{*} is running at {*}https://127.0.0.1:{*}",
      "{*}CoreDNS{*} is running at {*}/api/v1/namespaces/kube-system/services/kube-dns:dns/proxy{*}",
      "{*}Metrics-server{*} is running at {*}",
    ],
  },
  {
    run: "kubectl get nodes",
    out: [
      "NAME STATUS ROLES AGE VERSION",
      ...["0", "1", "2"].map((index) => `{pool}00000${index} NotReady <none> {age} {version}`),
    ],
  },
  {
    run: "kubectl get nodes -o wide",
    has: [
      "NAME STATUS ROLES AGE VERSION INTERNAL-IP EXTERNAL-IP OS-IMAGE KERNEL-VERSION CONTAINER-RUNTIME",
      "{node} NotReady <none> {age} {version} 10.224.0.4 <none> Ubuntu {*} {*}-azure containerd://{*}",
    ],
  },
  {
    run: `kubectl get node -o custom-columns='NAME:.metadata.name,STATUS:.status.conditions[?(@.type=="Ready")].message'`,
    out: ["NAME STATUS", ...[0, 1, 2].map(() => `{node} ${notReady}`)],
  },
  {
    run: "kubectl get nodes -o jsonpath='{.items[0].status.conditions[*].type}'",
    out: ["MemoryPressure DiskPressure PIDPressure Ready"],
  },
  {
    run: "kubectl describe node $(kubectl get nodes -o jsonpath='{.items[0].metadata.name}')",
    has: [
      "Name: {node}",
      "Roles: <none>",
      "Taints: node.kubernetes.io/not-ready:NoExecute",
      "node.kubernetes.io/not-ready:NoSchedule",
      "Unschedulable: false",
      "Lease:",
      "HolderIdentity: {node}",
      "Conditions:",
      "Type Status LastHeartbeatTime LastTransitionTime Reason Message",
      "MemoryPressure False {*} KubeletHasSufficientMemory kubelet has sufficient memory available",
      "DiskPressure False {*} KubeletHasNoDiskPressure kubelet has no disk pressure",
      "PIDPressure False {*} KubeletHasSufficientPID kubelet has sufficient PID available",
      `Ready False {*} KubeletNotReady ${notReady}`,
      "InternalIP: 10.224.0.4",
      "System Info:",
      "Container Runtime Version: containerd://{*}",
      "ProviderID: azure:///subscriptions/{*}/virtualMachineScaleSets/{pool}/virtualMachines/0",
      "Non-terminated Pods: (4 in total)",
      "Allocated resources:",
      "Events:",
      "Type Reason Age From Message",
      "Normal Starting {age} kubelet Starting kubelet.",
      "Normal RegisteredNode {age} node-controller Node {node} event: Registered Node {node} in Controller",
      "Normal NodeHasSufficientMemory {age} kubelet Node {node} status is now: NodeHasSufficientMemory",
      "Normal NodeAllocatableEnforced {age} kubelet Updated Node Allocatable limit across pods",
    ],
  },
  {
    run: "kubectl get nodes -o jsonpath='{.items[*].spec.podCIDR}{.items[*].spec.podCIDRs}' | wc -c",
    out: ["0"],
  },
  {
    run: "kubectl get pods -n kube-system",
    soon: true,
    has: [
      "NAME READY STATUS RESTARTS AGE",
      "kube-proxy-{id} 1/1 Running 0 {age}",
      "metrics-server-{id} 0/1 Pending 0 {age}",
    ],
  },
  {
    // By workload: the names of pods are sorted by what is random in them.
    run: `kubectl get pods -n kube-system --no-headers | awk '{print $1, $2, $3}' | sed -E 's/(-[bcdfghjklmnpqrstvwxz2-9]{7,10})?-[a-z0-9]{5} / /' | sort | uniq -c`,
    out: [
      "3 cloud-node-manager 1/1 Running",
      "2 coredns 0/1 Pending",
      "1 coredns-autoscaler 0/1 Pending",
      "3 csi-azuredisk-node 3/3 Running",
      "3 csi-azurefile-node 3/3 Running",
      "2 konnectivity-agent 0/1 Pending",
      "1 konnectivity-agent-autoscaler 0/1 Pending",
      "3 kube-proxy 1/1 Running",
      "2 metrics-server 0/1 Pending",
    ],
  },
  {
    run: "kubectl get ds,deploy -n kube-system",
    has: [
      "NAME DESIRED CURRENT READY UP-TO-DATE AVAILABLE NODE SELECTOR AGE",
      "daemonset.apps/kube-proxy 3 3 3 3 3 <none> {age}",
      "daemonset.apps/windows-kube-proxy-initializer 0 0 0 0 0 <none> {age}",
      "NAME READY UP-TO-DATE AVAILABLE AGE",
      "deployment.apps/coredns 0/2 2 0 {age}",
      "deployment.apps/metrics-server 0/2 2 0 {age}",
    ],
  },
  {
    run: "kubectl describe pod -n kube-system -l k8s-app=kube-dns",
    has: [
      "Priority: 2000000000",
      "Priority Class Name: system-cluster-critical",
      "Status: Pending",
      "PodScheduled False",
      "QoS Class: Burstable",
      "Tolerations: CriticalAddonsOnly op=Exists",
      "Events:",
      `Warning FailedScheduling {age} default-scheduler ${untolerated}`,
    ],
  },
  { run: "kubectl run waiting --image=nginx", out: ["pod/waiting created"] },
  {
    run: "kubectl get events --field-selector involvedObject.name=waiting",
    soon: true,
    out: ["LAST SEEN TYPE REASON OBJECT MESSAGE", `{age} Warning FailedScheduling pod/waiting ${untolerated}`],
  },
  {
    run: `kubectl run tolerant --image=nginx --overrides='{"spec":{"tolerations":[{"operator":"Exists"}]}}'`,
    out: ["pod/tolerant created"],
  },
  {
    run: "kubectl get pod tolerant",
    soon: true,
    out: ["NAME READY STATUS RESTARTS AGE", "tolerant 0/1 ContainerCreating 0 {age}"],
  },
  {
    run: "kubectl events --for pod/tolerant",
    soon: true,
    has: [
      "LAST SEEN TYPE REASON OBJECT MESSAGE",
      `{age} Warning NetworkNotReady Pod/tolerant network is not ready: ${notReady}`,
    ],
  },
  {
    run: "kubectl logs -n kube-system ds/kube-proxy",
    code: 1,
    err: [
      `Error from server: Get "https://10.224.0.{*}:10250/containerLogs/kube-system/kube-proxy-{id}/kube-proxy": No agent available`,
    ],
  },
  {
    run: "kubectl exec -n kube-system ds/kube-proxy -- ls",
    code: 1,
    err: [
      `error: Internal error occurred: error sending request: Post "https://10.224.0.{*}:10250/exec/kube-system/kube-proxy-{id}/kube-proxy?command=ls&error=1&output=1": No agent available`,
    ],
  },
  {
    run: "KUBECTL_REMOTE_COMMAND_WEBSOCKETS=false kubectl exec -n kube-system ds/kube-proxy -- ls",
    code: 1,
    err: ["Error from server: error dialing backend: No agent available"],
  },
  { run: "kubectl top nodes", code: 1, err: ["error: Metrics API not available"] },
  { run: "kubectl top pods -A", code: 1, err: ["error: Metrics API not available"] },
  {
    run: "kubectl rollout status deploy/coredns -n kube-system --timeout=1s",
    code: 1,
    out: [`Waiting for deployment "coredns" rollout to finish: 0 of 2 updated replicas are available...`],
    err: ["error: timed out waiting for the condition"],
  },
  {
    run: "kubectl wait --for=condition=Ready node --all --timeout=1s",
    code: 1,
    err: [0, 1, 2].map(() => "timed out waiting for the condition on nodes/{node}"),
  },
];
