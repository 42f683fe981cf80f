import type { Clock } from "@byocni/base/core";
import { timestamp } from "@byocni/kube/client";
import type { ApiExtension, ExtensionObject } from "@byocni/kube/server";
import type { NodeAgent, ResourceUsage } from "@byocni/node/agent";

/** Over how long the numbers are said to have been taken: metrics-server asks kubelets this often. */
const window = "15s";

/** metrics.k8s.io as AKS's metrics-server serves it, from what the nodes say of themselves. */
export function metricsApi(agents: () => Iterable<NodeAgent>, clock: Clock): ApiExtension {
  const sample = (): object => ({ timestamp: timestamp(clock.now()), window });
  const nodes = (): readonly ExtensionObject[] =>
    Array.from(agents(), (agent) => {
      const { name, labels } = agent.description;
      const metadata = { name, ...(labels ? { labels } : {}), creationTimestamp: timestamp(clock.now()) };
      return { metadata, ...sample(), usage: quantities(agent.usage().node) };
    });
  const pods = (namespace: string): readonly ExtensionObject[] =>
    [...agents()]
      .flatMap((agent) => agent.usage().pods)
      .filter(({ pod }) => namespace === "" || pod.metadata.namespace === namespace)
      .map(({ pod: { metadata }, containers }) => ({
        metadata: {
          name: metadata.name,
          ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
          ...(metadata.labels ? { labels: metadata.labels } : {}),
          creationTimestamp: timestamp(clock.now()),
        },
        ...sample(),
        containers: containers.map((container) => ({ name: container.name, usage: quantities(container) })),
      }));
  return {
    group: "metrics.k8s.io",
    version: "v1beta1",
    service: { namespace: "kube-system", name: "metrics-server" },
    resources: [
      { plural: "nodes", singular: "", kind: "NodeMetrics", namespaced: false, list: async () => nodes() },
      {
        plural: "pods",
        singular: "",
        kind: "PodMetrics",
        namespaced: true,
        list: async (namespace) => pods(namespace),
      },
    ],
  };
}

function quantities({ cpuNanocores, memoryBytes }: ResourceUsage): object {
  return { cpu: `${cpuNanocores}n`, memory: `${Math.round(memoryBytes / 1024)}Ki` };
}
