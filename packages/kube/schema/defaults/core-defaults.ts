import { child, children, ensure, hasItems, setDefault, setDefaults, text } from "./draft.ts";
import type { Draft } from "./draft.ts";
import type { DefaultRules } from "./rules.ts";

/** True when the image names the tag `latest`, or neither tag nor digest. */
export function isLatestImage(image: string): boolean {
  const digest = image.indexOf("@");
  const name = digest < 0 ? image : image.slice(0, digest);
  const colon = name.lastIndexOf(":");
  if (colon > name.lastIndexOf("/")) return name.slice(colon + 1) === "latest";
  return digest < 0;
}

function container(draft: Draft): void {
  setDefaults(draft, {
    imagePullPolicy: isLatestImage(text(draft, "image")) ? "Always" : "IfNotPresent",
    terminationMessagePath: "/dev/termination-log",
    terminationMessagePolicy: "File",
  });
}

/** Copies what `target` does not have from `source`. */
function fillFrom(owner: Draft, target: string, source: Draft | undefined): void {
  if (!source) return;
  const map = ensure(owner, target);
  for (const key of Object.keys(source)) if (map[key] === undefined) map[key] = source[key];
}

function requestsFromLimits(resources: Draft | undefined): void {
  if (resources && hasItems(resources, "limits")) fillFrom(resources, "requests", child(resources, "limits"));
}

function hostPorts(spec: Draft): void {
  for (const list of ["containers", "initContainers"])
    for (const item of children(spec, list))
      for (const port of children(item, "ports"))
        if (port["hostPort"] === undefined) port["hostPort"] = port["containerPort"];
}

function service(draft: Draft): void {
  const spec = ensure(draft, "spec");
  setDefaults(spec, { sessionAffinity: "None", type: "ClusterIP" });
  if (spec["sessionAffinity"] === "None") delete spec["sessionAffinityConfig"];
  else if (spec["sessionAffinity"] === "ClientIP")
    setDefault(ensure(ensure(spec, "sessionAffinityConfig"), "clientIP"), "timeoutSeconds", 10_800);
  for (const port of children(spec, "ports")) {
    setDefault(port, "protocol", "TCP");
    if (port["targetPort"] === undefined || port["targetPort"] === 0 || port["targetPort"] === "")
      port["targetPort"] = port["port"];
  }
  const type = text(spec, "type");
  const external =
    type === "NodePort" || type === "LoadBalancer" || (type === "ClusterIP" && hasItems(spec, "externalIPs"));
  if (external) setDefault(spec, "externalTrafficPolicy", "Cluster");
  if (type === "NodePort" || type === "LoadBalancer" || type === "ClusterIP")
    setDefault(spec, "internalTrafficPolicy", "Cluster");
  if (type === "LoadBalancer") {
    setDefault(spec, "allocateLoadBalancerNodePorts", true);
    for (const ingress of children(child(child(draft, "status"), "loadBalancer"), "ingress"))
      if (text(ingress, "ip") !== "") setDefault(ingress, "ipMode", "VIP");
  }
}

function limitRangeItem(draft: Draft): void {
  if (draft["type"] !== "Container") return;
  fillFrom(draft, "default", child(draft, "max"));
  fillFrom(draft, "defaultRequest", child(draft, "default"));
  fillFrom(draft, "defaultRequest", child(draft, "min"));
}

/** `stringData` is only a way to write `data`. */
function secret(draft: Draft): void {
  setDefault(draft, "type", "Opaque");
  const plain = child(draft, "stringData");
  if (!plain) return;
  const data = ensure(draft, "data");
  for (const key of Object.keys(plain)) data[key] = Buffer.from(text(plain, key), "utf8").toString("base64");
  delete draft["stringData"];
}

const mode = 0o644;

/** What the API server fills in types of `core/v1`. */
export const coreDefaults: DefaultRules = {
  "core/v1.Pod": (draft) => {
    const spec = ensure(draft, "spec");
    for (const list of ["containers", "initContainers"])
      for (const item of children(spec, list)) requestsFromLimits(child(item, "resources"));
    setDefault(spec, "enableServiceLinks", true);
    if (spec["hostNetwork"] === true) hostPorts(spec);
  },
  "core/v1.PodSpec": (draft) => {
    setDefaults(draft, {
      dnsPolicy: "ClusterFirst",
      restartPolicy: "Always",
      securityContext: {},
      terminationGracePeriodSeconds: 30,
      schedulerName: "default-scheduler",
    });
    // The old name of the field is kept in step with the new one.
    setDefault(draft, "serviceAccountName", draft["serviceAccount"]);
    if (draft["serviceAccountName"] === undefined) delete draft["serviceAccountName"];
    else if (draft["serviceAccount"] !== draft["serviceAccountName"])
      draft["serviceAccount"] = draft["serviceAccountName"];
  },
  "core/v1.Container": container,
  "core/v1.EphemeralContainer": container,
  "core/v1.Probe": (draft) =>
    setDefaults(draft, { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 }),
  "core/v1.HTTPGetAction": (draft) => setDefaults(draft, { path: "/", scheme: "HTTP" }),
  "core/v1.GRPCAction": (draft) => {
    // An empty service is written, too: the field is a pointer.
    draft["service"] ??= "";
  },
  "core/v1.Volume": (draft) => {
    if (Object.keys(draft).every((key) => key === "name")) draft["emptyDir"] = {};
    const image = child(draft, "image");
    if (image) setDefault(image, "pullPolicy", isLatestImage(text(image, "reference")) ? "Always" : "IfNotPresent");
  },
  "core/v1.SecretVolumeSource": (draft) => setDefault(draft, "defaultMode", mode),
  "core/v1.ConfigMapVolumeSource": (draft) => setDefault(draft, "defaultMode", mode),
  "core/v1.DownwardAPIVolumeSource": (draft) => setDefault(draft, "defaultMode", mode),
  "core/v1.ProjectedVolumeSource": (draft) => setDefault(draft, "defaultMode", mode),
  "core/v1.ServiceAccountTokenProjection": (draft) => setDefault(draft, "expirationSeconds", 3600),
  "core/v1.HostPathVolumeSource": (draft) => {
    draft["type"] ??= "";
  },
  "core/v1.FileKeySelector": (draft) => {
    draft["optional"] ??= false;
  },
  "core/v1.ObjectFieldSelector": (draft) => setDefault(draft, "apiVersion", "v1"),
  "core/v1.Service": service,
  "core/v1.Secret": secret,
  "core/v1.EndpointPort": (draft) => setDefault(draft, "protocol", "TCP"),
  "core/v1.PersistentVolume": (draft) => {
    setDefaults(ensure(draft, "spec"), { persistentVolumeReclaimPolicy: "Retain", volumeMode: "Filesystem" });
    setDefault(ensure(draft, "status"), "phase", "Pending");
  },
  "core/v1.PersistentVolumeClaim": (draft) => setDefault(ensure(draft, "status"), "phase", "Pending"),
  "core/v1.PersistentVolumeClaimSpec": (draft) => setDefault(draft, "volumeMode", "Filesystem"),
  "core/v1.Namespace": (draft) => {
    const metadata = ensure(draft, "metadata");
    const labels = text(metadata, "name") === "" ? undefined : ensure(metadata, "labels");
    if (labels && labels["kubernetes.io/metadata.name"] !== metadata["name"])
      labels["kubernetes.io/metadata.name"] = metadata["name"];
    setDefault(ensure(draft, "status"), "phase", "Active");
  },
  "core/v1.NodeStatus": (draft) => {
    if (draft["allocatable"] === undefined && draft["capacity"] !== undefined)
      draft["allocatable"] = { ...child(draft, "capacity") };
  },
  "core/v1.LimitRangeItem": limitRangeItem,
  "core/v1.ReplicationController": (draft) => {
    const spec = ensure(draft, "spec");
    setDefault(spec, "replicas", 1);
    const labels = child(child(child(spec, "template"), "metadata"), "labels");
    if (!labels) return;
    if (!hasItems(spec, "selector")) spec["selector"] = { ...labels };
    const metadata = ensure(draft, "metadata");
    if (!hasItems(metadata, "labels")) metadata["labels"] = { ...labels };
  },
};
