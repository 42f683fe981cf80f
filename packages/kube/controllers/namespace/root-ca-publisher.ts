import {
  type ConfigMap,
  inNamespace,
  isAlreadyExists,
  isNamespaceTerminating,
  isNotFound,
  resources,
} from "@byocni/kube/client";
import type { ControllerContext, ControllerDefinition } from "../controller.ts";

export const rootCaPublisher: ControllerDefinition = { name: "root-ca-certificate-publisher", start: startPublisher };

const mapName = "kube-root-ca.crt";
const description =
  "Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.";

/** Every active namespace has the config map `kube-root-ca.crt` with the CA that pods verify the API server by. */
function startPublisher(context: ControllerContext): void {
  const { client, settings } = context;
  const { rootCertificate } = settings;
  if (rootCertificate === undefined) return;
  const namespaces = context.informer(resources.namespaces);
  const maps = context.informer(resources.configMaps);
  const wanted = { "ca.crt": rootCertificate };
  const isRight = (map: ConfigMap | undefined): boolean =>
    map?.data?.["ca.crt"] === rootCertificate && Object.keys(map.data).length === 1;

  const queue = context.queue({
    workers: 4,
    async process(namespace) {
      const found = namespaces.get(namespace);
      if (!found || found.metadata.deletionTimestamp !== undefined) return;
      const map = maps.get(`${namespace}/${mapName}`);
      if (isRight(map)) return;
      try {
        if (map) await client.update(resources.configMaps, { ...map, data: wanted });
        else {
          await client.create(inNamespace(resources.configMaps, namespace), {
            apiVersion: "v1",
            kind: "ConfigMap",
            metadata: { name: mapName, namespace, annotations: { "kubernetes.io/description": description } },
            data: wanted,
          });
        }
      } catch (error) {
        if (!isAlreadyExists(error) && !isNamespaceTerminating(error) && !isNotFound(error)) throw error;
      }
    },
  });
  const check = (map: ConfigMap): void => {
    if (map.metadata.name === mapName) queue.add(map.metadata.namespace ?? "");
  };
  namespaces.addHandler({ add: (namespace) => queue.add(namespace.metadata.name) });
  maps.addHandler({ update: check, delete: check });
}
