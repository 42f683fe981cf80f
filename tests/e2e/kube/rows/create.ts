import type { Row } from "../row.ts";

/** Every generator of `kubectl create`; those marked send protobuf bodies. */
export const create: readonly Row[] = [
  // Protobuf: the typed clients of kubectl.
  { run: "kubectl create namespace team", out: ["namespace/team created"] },
  {
    run: "kubectl create configmap settings --from-literal=mode=slow --from-file=pod.yaml",
    out: ["configmap/settings created"],
  },
  {
    run: "kubectl create secret generic password --from-literal=user=me --from-literal=word=hush",
    out: ["secret/password created"],
  },
  {
    run: "kubectl create secret docker-registry pull --docker-server=registry.example --docker-username=u --docker-password=p",
    out: ["secret/pull created"],
  },
  {
    run: "openssl req -x509 -newkey rsa:2048 -nodes -keyout tls.key -out tls.crt -subj /CN=web 2> /dev/null && kubectl create secret tls cert --cert=tls.crt --key=tls.key",
    out: ["secret/cert created"],
  },
  { run: "kubectl create serviceaccount bot", out: ["serviceaccount/bot created"] },
  { run: "kubectl create token bot --duration=1h | tr -cd . | wc -c", out: ["2"] },
  {
    run: "kubectl create token nobody",
    code: 1,
    err: [`error: failed to create token: serviceaccounts "nobody" not found`],
  },
  {
    run: "kubectl create role reader --verb=get,list,watch --resource=pods",
    out: ["role.rbac.authorization.k8s.io/reader created"],
  },
  {
    run: "kubectl create rolebinding bot-reads --role=reader --serviceaccount=default:bot",
    out: ["rolebinding.rbac.authorization.k8s.io/bot-reads created"],
  },
  {
    run: "kubectl create clusterrole node-reader --verb=get,list --resource=nodes",
    out: ["clusterrole.rbac.authorization.k8s.io/node-reader created"],
  },
  {
    run: "kubectl create clusterrolebinding bot-reads-nodes --clusterrole=node-reader --serviceaccount=default:bot",
    out: ["clusterrolebinding.rbac.authorization.k8s.io/bot-reads-nodes created"],
  },
  { run: "kubectl create quota limits --hard=pods=2 -n team", out: ["resourcequota/limits created"] },
  {
    run: "kubectl create poddisruptionbudget web --selector=app=web --min-available=1",
    out: ["poddisruptionbudget.policy/web created"],
  },
  { run: "kubectl create job once --image=busybox -- sh -c 'echo done'", out: ["job.batch/once created"] },
  {
    run: "kubectl create cronjob nightly --image=busybox --schedule='0 3 * * *' -- date",
    out: ["cronjob.batch/nightly created"],
  },
  { run: "kubectl create job tonight --from=cronjob/nightly", out: ["job.batch/tonight created"] },
  {
    run: "kubectl create ingress web --class=nginx --rule='example.com/api*=web:80'",
    out: ["ingress.networking.k8s.io/web created"],
  },
  {
    run: "kubectl create deployment plain --image=nginx:1.27 --replicas=2 --port=80",
    out: ["deployment.apps/plain created"],
  },
  { run: "kubectl create service clusterip inside --tcp=80:8080", out: ["service/inside created"] },
  { run: "kubectl create service nodeport outside --tcp=80", out: ["service/outside created"] },
  { run: "kubectl create service externalname other --external-name=example.com", out: ["service/other created"] },
  {
    run: "kubectl create priorityclass important --value=1000",
    out: ["priorityclass.scheduling.k8s.io/important created"],
  },
  { run: "kubectl create -f pod.yaml", out: ["pod/single created"] },
  {
    run: "kubectl create -f pod.yaml",
    code: 1,
    err: [`Error from server (AlreadyExists): error when creating "pod.yaml": pods "single" already exists`],
  },
  { run: "kubectl create configmap dry --from-literal=a=b --dry-run=client -o name", out: ["configmap/dry"] },
  {
    run: "kubectl create deployment dry --image=x --dry-run=server",
    out: ["deployment.apps/dry created (server dry run)"],
  },
  {
    run: "kubectl create -f unknown-field.yaml",
    code: 1,
    err: [
      `Error from server (BadRequest): error when creating "unknown-field.yaml": ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "dat"`,
    ],
  },
  {
    run: "kubectl create -f not-yaml.yaml",
    code: 1,
    err: ["error: error parsing not-yaml.yaml: error converting YAML to JSON: {*}"],
  },
  {
    run: "kubectl run Wrong --image=x",
    code: 1,
    err: [`The Pod "Wrong" is invalid:`, `* metadata.name: Invalid value: "Wrong": a lowercase RFC 1123 subdomain {*}`],
  },
  { run: "kubectl run held -n team --image=nginx", out: ["pod/held created"] },
  { run: "kubectl run second -n team --image=nginx", out: ["pod/second created"] },
  {
    run: "kubectl run third -n team --image=nginx",
    code: 1,
    err: [
      `Error from server (Forbidden): pods "third" is forbidden: exceeded quota: limits, requested: pods=1, used: pods=2, limited: pods=2`,
    ],
  },
  {
    run: "kubectl wait --for=condition=complete job/once job/tonight --timeout=20s",
    out: ["job.batch/once condition met", "job.batch/tonight condition met"],
  },
  { run: "kubectl logs job/once", out: ["done"] },
  { run: "kubectl expose deployment plain --port=80 --name=plain", out: ["service/plain exposed"] },
];
