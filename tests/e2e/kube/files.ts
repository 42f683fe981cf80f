const deployment = (replicas: number, image: string): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: { app: web }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - name: nginx
          image: ${image}
          ports: [{ containerPort: 80 }]
`;

/** What lies in the folder in which the commands run. */
export const files: Readonly<Record<string, string>> = {
  "web.yaml": deployment(2, "nginx:1.27"),
  "web-3.yaml": deployment(3, "nginx:1.27"),
  "pod.yaml": `apiVersion: v1
kind: Pod
metadata: { name: single, labels: { app: single } }
spec:
  containers: [{ name: main, image: "busybox:1.36", command: [sh, -c, "sleep 100000"] }]
`,
  "unknown-field.yaml": `apiVersion: v1
kind: ConfigMap
metadata: { name: odd }
dat: { a: b }
`,
  "not-yaml.yaml": "a: b: c\n",
  "tools.yaml": `apiVersion: v1
kind: Pod
metadata: { name: tools }
spec:
  containers:
    - name: main
      image: busybox:1.37
      command: [sh, -c, 'echo first; sleep 1; echo second; trap "exit 0" TERM; while :; do sleep 1; done']
      volumeMounts: [{ name: settings, mountPath: /settings }]
  initContainers: [{ name: before, image: "busybox:1.37", command: [echo, prepared] }]
  volumes: [{ name: settings, configMap: { name: settings } }]
`,
  "probes.yaml": `apiVersion: v1
kind: Pod
metadata: { name: probed }
spec:
  containers:
    - name: main
      image: busybox:1.37
      command: [sh, -c, "sleep 100000"]
      readinessProbe: { exec: { command: [test, -e, /tmp/ready] }, periodSeconds: 1 }
`,
  "deadline.yaml": `apiVersion: v1
kind: Pod
metadata: { name: late }
spec:
  restartPolicy: Never
  activeDeadlineSeconds: 1
  containers: [{ name: main, image: "busybox:1.37", command: [sleep, "100000"] }]
`,
  "no-image.yaml": `apiVersion: v1
kind: Pod
metadata: { name: no-image }
spec:
  containers: [{ name: main, image: "registry.example/nothing:byocni-not-found" }]
`,
  "kustomize/kustomization.yaml": `namePrefix: dev-
configMapGenerator: [{ name: generated, literals: [a=b] }]
resources: [plain.yaml]
`,
  "kustomize/plain.yaml": `apiVersion: v1
kind: ConfigMap
metadata: { name: plain }
data: { x: y }
`,
  "chart/Chart.yaml": "apiVersion: v2\nname: chart\ndescription: A small chart\nversion: 0.1.0\nappVersion: '1.27'\n",
  "chart/values.yaml": "replicas: 1\ntag: '1.27'\n",
  "chart/templates/deployment.yaml": `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}
  labels: { app: {{ .Release.Name }} }
spec:
  replicas: {{ .Values.replicas }}
  selector: { matchLabels: { app: {{ .Release.Name }} } }
  template:
    metadata: { labels: { app: {{ .Release.Name }} } }
    spec:
      containers: [{ name: main, image: "nginx:{{ .Values.tag }}" }]
`,
  "chart/templates/service.yaml": `apiVersion: v1
kind: Service
metadata: { name: {{ .Release.Name }} }
spec:
  selector: { app: {{ .Release.Name }} }
  ports: [{ port: 80 }]
`,
  "chart/templates/NOTES.txt": "Thank you for installing {{ .Chart.Name }}.\n",
};
