import { type corev1, StatusError, statusErrors } from "@byocni/kube/schema";
import type { AdmissionPlugin, AdmissionRequest } from "../server-core.ts";
import { admissionForbidden } from "./forbidden.ts";

/** Namespaces without which a cluster does not work. */
const immortal: ReadonlySet<string> = new Set(["default", "kube-public", "kube-system"]);

/** Nothing is made in a namespace that is not there or is going away; some namespaces stay. */
export const namespaceLifecycle: AdmissionPlugin = {
  name: "NamespaceLifecycle",
  handles({ resource, operation }) {
    if (resource.definition.namespaced) return operation !== "DELETE";
    return operation === "DELETE" && resource.definition.plural === "namespaces" && resource.definition.group === "";
  },
  mutate(request, object) {
    checkNamespace(request);
    return object;
  },
  validate(request) {
    if (request.operation === "DELETE" && immortal.has(request.name))
      throw admissionForbidden(request, "this namespace may not be deleted");
  },
};

function checkNamespace(request: AdmissionRequest): void {
  const { core, namespace, operation } = request;
  const found = core.resources.find("", "v1", "namespaces")?.cache.get("", namespace)?.value as unknown as
    | corev1.Namespace
    | undefined;
  if (!found) throw statusErrors.notFound({ group: "", resource: "namespaces" }, namespace);
  if (operation !== "CREATE" || found.status?.phase !== "Terminating") return;
  const { status } = admissionForbidden(
    request,
    `unable to create new content in namespace ${namespace} because it is being terminated`,
  );
  const causes = [
    {
      reason: "NamespaceTerminating",
      message: `namespace ${namespace} is being terminated`,
      field: "metadata.namespace",
    },
  ];
  throw new StatusError({ ...status, details: { ...status.details, causes } });
}
