import {
  addQuantities,
  compareQuantities,
  type corev1,
  type KubeObject,
  subtractQuantities,
} from "@byocni/kube/schema";
import type { AdmissionPlugin, AdmissionRequest } from "../server-core.ts";
import { admissionForbidden } from "../admission/forbidden.ts";
import type { ResourceMap } from "../admission/limits/pod-resources.ts";
import { withMember } from "../registry/object-fields.ts";
import { updateObject } from "../registry/update.ts";
import { mastersGroup } from "../request/user-info.ts";
import { inScope } from "./scopes.ts";
import { usageOf } from "./usage.ts";

/** Sums of these come from containers, and every container has to say what it takes. */
const perContainer = /^(?:(limits|requests)\.)?(cpu|memory|ephemeral-storage)$/;

/** Lets in what the quotas of the namespace have room for, and books it. It stands last: what it lets in is made. */
export const quotaAdmission: AdmissionPlugin = {
  name: "ResourceQuota",
  handles: (request) =>
    (request.operation === "CREATE" || request.operation === "UPDATE") &&
    request.subresource === "" &&
    request.resource.definition.namespaced &&
    quotas(request).length > 0,
  async validate(request) {
    const { resource, object, old } = request;
    if (!object) return;
    const { definition } = resource;
    const wanted = more(usageOf(definition, object), old && usageOf(definition, old));
    for (const quota of quotas(request)) {
      if (!inScope(quota, definition, object)) continue;
      const hard = quota.status?.hard ?? {};
      checkSaid(request, quota, hard, object);
      const asked = Object.fromEntries(Object.entries(wanted).filter(([name]) => hard[name] !== undefined));
      if (Object.keys(asked).length > 0) await book(request, quota, asked);
    }
  },
};

function quotas({ core, namespace }: AdmissionRequest): readonly corev1.ResourceQuota[] {
  const cache = core.resources.find("", "v1", "resourcequotas")?.cache;
  return (cache?.list({ namespace }) ?? []).map(({ value }) => value as unknown as corev1.ResourceQuota);
}

/** What the object uses beyond what its old version did. */
function more(usage: ResourceMap, before: ResourceMap | undefined): ResourceMap {
  const grown = Object.entries(usage).map(
    ([name, amount]) =>
      [name, before?.[name] === undefined ? amount : subtractQuantities(amount, before[name])] as const,
  );
  return Object.fromEntries(grown.filter(([, amount]) => compareQuantities(amount, "0") > 0));
}

function checkSaid(
  request: AdmissionRequest,
  quota: corev1.ResourceQuota,
  hard: ResourceMap,
  object: KubeObject,
): void {
  const { definition } = request.resource;
  if (definition.plural !== "pods" || definition.group !== "" || request.operation !== "CREATE") return;
  const { spec } = object as corev1.Pod;
  const silent: string[] = [];
  for (const name of Object.keys(hard).sort()) {
    const match = perContainer.exec(name);
    if (!match) continue;
    const which = match[1] === "limits" ? "limits" : "requests";
    const containers = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])]
      .filter(({ resources }) => resources?.[which]?.[match[2] ?? ""] === undefined)
      .map((container) => container.name);
    if (containers.length > 0) silent.push(`${name} for: ${containers.join(",")}`);
  }
  if (silent.length > 0)
    throw admissionForbidden(request, `failed quota: ${quota.metadata.name ?? ""}: must specify ${silent.join("; ")}`);
}

/** Adds to the quota's status what is asked for; the compare-and-swap keeps concurrent requests from sharing room. */
async function book(request: AdmissionRequest, quota: corev1.ResourceQuota, asked: ResourceMap): Promise<void> {
  const resource = request.core.resources.find("", "v1", "resourcequotas");
  if (!resource) return;
  const { name = "" } = quota.metadata;
  await updateObject(
    {
      core: request.core,
      resource,
      namespace: request.namespace,
      name,
      subresource: "status",
      user: { name: "system:apiserver", groups: [mastersGroup] },
      fieldManager: "kube-apiserver",
      dryRun: request.dryRun,
      warn: () => {},
    },
    { raw: true, attempts: 100, change: (current) => booked(request, current as corev1.ResourceQuota, asked) },
  );
}

function booked(request: AdmissionRequest, quota: corev1.ResourceQuota, asked: ResourceMap): KubeObject {
  const { hard = {}, used = {} } = quota.status ?? {};
  const now: Record<string, string> = { ...used };
  const over: string[] = [];
  for (const [name, amount] of Object.entries(asked)) {
    const limit = hard[name];
    if (limit === undefined) continue;
    now[name] = addQuantities(used[name] ?? "0", amount);
    if (compareQuantities(now[name], limit) > 0) over.push(name);
  }
  if (over.length > 0) {
    const list = (map: ResourceMap): string =>
      over
        .sort()
        .map((name) => `${name}=${map[name] ?? "0"}`)
        .join(",");
    throw admissionForbidden(
      request,
      `exceeded quota: ${quota.metadata.name ?? ""}, requested: ${list(asked)}, used: ${list(used)}, limited: ${list(hard)}`,
    );
  }
  return withMember(quota as KubeObject, "status", { ...quota.status, used: now });
}
