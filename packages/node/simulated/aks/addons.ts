import type { JsonObject } from "@byocni/base/core";
import { addon, disruptionBudget, namespace, serviceAccount, systemObject, type SystemObject } from "./object-parts.ts";
import type { AksSystemOptions } from "./system-options.ts";

const resources = (cpu: string, memory: string, limitCpu: string, limitMemory: string): JsonObject => ({
  requests: { cpu, memory },
  limits: { cpu: limitCpu, memory: limitMemory },
});

const corefile = `.:53 {
    errors
    ready
    health {
      lameduck 5s
    }
    kubernetes cluster.local in-addr.arpa ip6.arpa {
      pods insecure
      fallthrough in-addr.arpa ip6.arpa
      ttl 30
    }
    prometheus :9153
    forward . /etc/resolv.conf
    cache 30
    loop
    reload
    loadbalance
    import custom/*.override
}
import custom/*.server
`;

const dnsLabels = { "k8s-app": "kube-dns" };

function coredns(options: AksSystemOptions, registry: string): SystemObject[] {
  return [
    serviceAccount("coredns"),
    serviceAccount("coredns-autoscaler"),
    systemObject("v1", "ConfigMap", "coredns", { data: { Corefile: corefile } }),
    systemObject("v1", "ConfigMap", "coredns-custom", { data: {} }),
    systemObject("v1", "ConfigMap", "coredns-autoscaler", {
      data: {
        ladder: '{"coresToReplicas":[[1,2],[512,3],[1024,4],[2048,5]],"nodesToReplicas":[[1,2],[8,3],[16,4],[32,5]]}',
      },
    }),
    systemObject(
      "v1",
      "Service",
      "kube-dns",
      {
        spec: {
          clusterIP: options.dnsServiceIP,
          clusterIPs: [options.dnsServiceIP],
          selector: dnsLabels,
          ports: [
            { name: "dns", port: 53, protocol: "UDP", targetPort: 53 },
            { name: "dns-tcp", port: 53, protocol: "TCP", targetPort: 53 },
          ],
        },
      },
      { ...dnsLabels, "kubernetes.io/cluster-service": "true", "kubernetes.io/name": "CoreDNS" },
    ),
    addon({
      name: "coredns",
      labels: dnsLabels,
      replicas: 2,
      serviceAccountName: "coredns",
      containers: [
        {
          name: "coredns",
          image: `${registry}/oss/v2/kubernetes/coredns:v1.12.1-6`,
          args: ["-conf", "/etc/coredns/Corefile"],
          resources: resources("100m", "70Mi", "3", "500Mi"),
          ports: [
            { containerPort: 53, name: "dns", protocol: "UDP" },
            { containerPort: 53, name: "dns-tcp", protocol: "TCP" },
            { containerPort: 9153, name: "metrics", protocol: "TCP" },
          ],
          livenessProbe: { httpGet: { path: "/health", port: 8080, scheme: "HTTP" }, initialDelaySeconds: 60 },
          readinessProbe: { httpGet: { path: "/ready", port: 8181, scheme: "HTTP" } },
          volumeMounts: [
            { name: "config-volume", mountPath: "/etc/coredns", readOnly: true },
            { name: "custom-config-volume", mountPath: "/etc/coredns/custom", readOnly: true },
            { name: "tmp", mountPath: "/tmp" },
          ],
        },
      ],
      volumes: [
        { name: "config-volume", configMap: { name: "coredns", items: [{ key: "Corefile", path: "Corefile" }] } },
        { name: "custom-config-volume", configMap: { name: "coredns-custom", optional: true } },
        { name: "tmp", emptyDir: {} },
      ],
    }),
    addon({
      name: "coredns-autoscaler",
      labels: { "k8s-app": "coredns-autoscaler" },
      replicas: 1,
      serviceAccountName: "coredns-autoscaler",
      containers: [
        {
          name: "autoscaler",
          image: `${registry}/oss/v2/kubernetes/autoscaler/cluster-proportional-autoscaler:v1.9.0-4`,
          command: [
            "/cluster-proportional-autoscaler",
            `--namespace=${namespace}`,
            "--configmap=coredns-autoscaler",
            "--target=deployment/coredns",
            "--logtostderr=true",
            "--v=2",
          ],
          resources: resources("20m", "10Mi", "200m", "500Mi"),
        },
      ],
    }),
    disruptionBudget("coredns-pdb", dnsLabels),
  ];
}

function konnectivity(options: AksSystemOptions, registry: string): SystemObject[] {
  const labels = { app: "konnectivity-agent" };
  return [
    serviceAccount("konnectivity-agent"),
    serviceAccount("konnectivity-agent-autoscaler"),
    addon({
      name: "konnectivity-agent",
      labels,
      replicas: 2,
      serviceAccountName: "konnectivity-agent",
      containers: [
        {
          name: "konnectivity-agent",
          image: `${registry}/oss/v2/kubernetes/apiserver-network-proxy/agent:v0.31.4`,
          command: [
            "/proxy-agent",
            "--logtostderr=true",
            `--proxy-server-host=${options.apiServerFqdn}`,
            "--proxy-server-port=443",
            "--health-server-port=8082",
          ],
          resources: resources("20m", "20Mi", "1", "1Gi"),
          livenessProbe: { httpGet: { path: "/healthz", port: 8082 }, initialDelaySeconds: 15 },
          readinessProbe: { httpGet: { path: "/readyz", port: 8082 }, initialDelaySeconds: 15 },
        },
      ],
    }),
    addon({
      name: "konnectivity-agent-autoscaler",
      labels: { "k8s-app": "konnectivity-agent-autoscaler" },
      replicas: 1,
      serviceAccountName: "konnectivity-agent-autoscaler",
      containers: [
        {
          name: "autoscaler",
          image: `${registry}/oss/v2/kubernetes/autoscaler/cluster-proportional-autoscaler:v1.9.0-4`,
          command: [
            "/cluster-proportional-autoscaler",
            `--namespace=${namespace}`,
            "--target=deployment/konnectivity-agent",
          ],
          resources: resources("20m", "10Mi", "200m", "500Mi"),
        },
      ],
    }),
    disruptionBudget("konnectivity-agent", labels),
  ];
}

function metricsServer(registry: string): SystemObject[] {
  const labels = { "k8s-app": "metrics-server" };
  return [
    serviceAccount("metrics-server"),
    systemObject(
      "v1",
      "Service",
      "metrics-server",
      { spec: { selector: labels, ports: [{ name: "https", port: 443, protocol: "TCP", targetPort: 4443 }] } },
      { ...labels, "kubernetes.io/cluster-service": "true", "kubernetes.io/name": "Metrics-server" },
    ),
    addon({
      name: "metrics-server",
      labels,
      replicas: 2,
      serviceAccountName: "metrics-server",
      containers: [
        {
          name: "metrics-server",
          image: `${registry}/oss/v2/kubernetes/metrics-server:v0.7.2-8`,
          command: [
            "/metrics-server",
            "--kubelet-insecure-tls",
            "--kubelet-preferred-address-types=InternalIP",
            "--secure-port=4443",
          ],
          resources: resources("44m", "55Mi", "144m", "155Mi"),
          ports: [{ containerPort: 4443, name: "https", protocol: "TCP" }],
          livenessProbe: { httpGet: { path: "/livez", port: "https", scheme: "HTTPS" } },
          readinessProbe: { httpGet: { path: "/readyz", port: "https", scheme: "HTTPS" }, initialDelaySeconds: 20 },
          volumeMounts: [{ name: "tmp-dir", mountPath: "/tmp" }],
        },
      ],
      volumes: [{ name: "tmp-dir", emptyDir: {} }],
    }),
    disruptionBudget("metrics-server-pdb", labels),
  ];
}

/** The Deployments in the pod network, with their services: Pending until there is a CNI. */
export function addons(options: AksSystemOptions, registry: string): SystemObject[] {
  return [...coredns(options, registry), ...konnectivity(options, registry), ...metricsServer(registry)];
}
