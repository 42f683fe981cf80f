import type { Row } from "../row.ts";

const bot = "--as=system:serviceaccount:default:bot";

/** Who may do what, and certificates. */
export const access: readonly Row[] = [
  { run: "kubectl auth can-i delete pods", out: ["yes"] },
  { run: `kubectl auth can-i list pods ${bot}`, out: ["yes"] },
  { run: `kubectl auth can-i delete pods ${bot}`, code: 1, out: ["no"] },
  {
    run: `kubectl auth can-i list nodes ${bot}`,
    out: ["yes"],
    err: ["Warning: resource 'nodes' is not namespace scoped"],
  },
  {
    run: `kubectl auth can-i --list ${bot}`,
    has: ["Resources Non-Resource URLs Resource Names Verbs", "pods [] [] [get list watch]", "nodes [] [] [get list]"],
  },
  {
    run: `kubectl delete pod single ${bot}`,
    code: 1,
    err: [
      `Error from server (Forbidden): pods "single" is forbidden: User "system:serviceaccount:default:bot" cannot delete resource "pods" in API group "" in the namespace "default"`,
    ],
  },
  {
    run: `kubectl get secrets -A ${bot}`,
    code: 1,
    err: [
      `Error from server (Forbidden): secrets is forbidden: User "system:serviceaccount:default:bot" cannot list resource "secrets" in API group "" at the cluster scope`,
    ],
  },
  {
    run: "kubectl auth whoami",
    out: ["ATTRIBUTE VALUE", "Username clusterUser", "Groups [system:masters system:authenticated]"],
  },
  {
    run: "kubectl auth whoami --as=jane --as-group=dev",
    out: ["ATTRIBUTE VALUE", "Username jane", "Groups [dev system:authenticated]"],
  },
  {
    run: `openssl req -new -newkey rsa:2048 -nodes -keyout jane.key -subj /O=dev/CN=jane -out jane.csr 2> /dev/null && printf '{"apiVersion":"certificates.k8s.io/v1","kind":"CertificateSigningRequest","metadata":{"name":"jane"},"spec":{"signerName":"kubernetes.io/kube-apiserver-client","usages":["client auth"],"request":"%s"}}' $(base64 -w0 jane.csr) | kubectl apply -f -`,
    out: ["certificatesigningrequest.certificates.k8s.io/jane created"],
  },
  {
    run: "kubectl get csr",
    out: [
      "NAME AGE SIGNERNAME REQUESTOR REQUESTEDDURATION CONDITION",
      "jane {age} kubernetes.io/kube-apiserver-client clusterUser <none> Pending",
    ],
  },
  { run: "kubectl certificate approve jane", out: ["certificatesigningrequest.certificates.k8s.io/jane approved"] },
  {
    run: "kubectl get csr jane --no-headers",
    has: ["jane {age} kubernetes.io/kube-apiserver-client clusterUser <none> Approved{*}"],
  },
  {
    run: "kubectl certificate deny jane",
    code: 1,
    err: [`error: certificate signing request "jane" is already Approved`],
  },
];
