import { inNamespace, isAlreadyExists, isNamespaceTerminating, isNotFound, resources } from "@byocni/kube/client";
import type { ControllerContext, ControllerDefinition } from "../controller.ts";

export const serviceAccountController: ControllerDefinition = {
  name: "serviceaccount-controller",
  start: startServiceAccounts,
};

const accountName = "default";

/** Every active namespace has the service account `default`. */
function startServiceAccounts(context: ControllerContext): void {
  const { client } = context;
  const namespaces = context.informer(resources.namespaces);
  const accounts = context.informer(resources.serviceAccounts);
  const queue = context.queue({
    workers: 4,
    async process(namespace) {
      const found = namespaces.get(namespace);
      if (!found || found.metadata.deletionTimestamp !== undefined || accounts.get(`${namespace}/${accountName}`))
        return;
      try {
        await client.create(inNamespace(resources.serviceAccounts, namespace), {
          apiVersion: "v1",
          kind: "ServiceAccount",
          metadata: { name: accountName, namespace },
        });
      } catch (error) {
        if (!isAlreadyExists(error) && !isNamespaceTerminating(error) && !isNotFound(error)) throw error;
      }
    },
  });
  namespaces.addHandler({ add: (namespace) => queue.add(namespace.metadata.name) });
  accounts.addHandler({
    delete({ metadata }) {
      if (metadata.name === accountName) queue.add(metadata.namespace ?? "");
    },
  });
}
