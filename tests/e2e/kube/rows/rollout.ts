import type { Row } from "../row.ts";

export const rollout: readonly Row[] = [
  { run: "kubectl rollout status deploy/web --timeout=30s", has: [`deployment "web" successfully rolled out`] },
  {
    run: "kubectl rollout history deploy/web",
    has: ["deployment.apps/web", "REVISION CHANGE-CAUSE", "1 <none>", "2 <none>"],
  },
  {
    run: "kubectl rollout history deploy/web --revision=1",
    has: ["deployment.apps/web with revision #1", "Pod Template:", "nginx:", "Image: nginx:1.27"],
  },
  {
    run: "kubectl annotate deploy web kubernetes.io/change-cause='newer image'",
    out: ["deployment.apps/web annotated"],
  },
  { run: "kubectl rollout undo deploy/web --to-revision=1", out: ["deployment.apps/web rolled back"] },
  { run: "kubectl get deploy web -o jsonpath='{.spec.template.spec.containers[0].image}'", out: ["nginx:1.27"] },
  {
    run: "kubectl rollout undo deploy/web --to-revision=99",
    code: 1,
    err: ["error: unable to find specified revision 99 in history"],
  },
  { run: "kubectl rollout restart deploy/web", out: ["deployment.apps/web restarted"] },
  { run: "kubectl rollout pause deploy/web", out: ["deployment.apps/web paused"] },
  {
    run: "kubectl rollout pause deploy/web",
    code: 1,
    err: ['error: deployments.apps "web" is already paused'],
  },
  { run: "kubectl rollout resume deploy/web", out: ["deployment.apps/web resumed"] },
  { run: "kubectl rollout status deploy/web --timeout=30s", has: [`deployment "web" successfully rolled out`] },
  {
    run: "kubectl rollout restart ds/byocni-reference-cni -n kube-system",
    out: ["daemonset.apps/byocni-reference-cni restarted"],
  },
  {
    run: "kubectl rollout status ds/byocni-reference-cni -n kube-system --timeout=30s",
    has: [`daemon set "byocni-reference-cni" successfully rolled out`],
  },
  {
    run: "kubectl rollout history ds/byocni-reference-cni -n kube-system",
    out: ["daemonset.apps/byocni-reference-cni", "REVISION CHANGE-CAUSE", "1 <none>", "2 <none>"],
  },
  {
    run: "kubectl get rs -l app=web",
    has: ["NAME DESIRED CURRENT READY AGE", "web-{id} 0 0 0 {age}", "web-{id} 3 3 3 {age}"],
    soon: true,
  },
];
