import type { appsv1, corev1 } from "@byocni/kube/schema";
import { age } from "./duration.ts";
import { ageColumn, column, nameColumn, type Printer } from "./printer.ts";
import { containerColumns, formatLabels, formatSelector } from "./text.ts";

const wide = [
  column("~Containers", "string", "Names of each container in the template."),
  column("~Images", "string", "Images referenced by each container in the template."),
];
const wideWithSelector = [...wide, column("~Selector")];

export const deploymentPrinter: Printer = {
  columns: [
    nameColumn,
    column("Ready", "string", "Number of the pod with ready state"),
    column("Up-to-date"),
    column("Available"),
    ageColumn,
    ...wideWithSelector,
  ],
  cells(object, now) {
    const { metadata, spec, status } = object as appsv1.Deployment;
    return [
      metadata.name ?? "",
      `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
      status?.updatedReplicas ?? 0,
      status?.availableReplicas ?? 0,
      age(metadata.creationTimestamp, now),
      ...containerColumns(spec?.template.spec?.containers),
      formatSelector(spec?.selector),
    ];
  },
};

const replicaColumns = [column("Desired", "integer"), column("Current", "integer"), column("Ready", "integer")];

export const replicaSetPrinter: Printer = {
  columns: [nameColumn, ...replicaColumns, ageColumn, ...wideWithSelector],
  cells(object, now) {
    const { metadata, spec, status } = object as appsv1.ReplicaSet;
    return [
      metadata.name ?? "",
      spec?.replicas ?? 0,
      status?.replicas ?? 0,
      status?.readyReplicas ?? 0,
      age(metadata.creationTimestamp, now),
      ...containerColumns(spec?.template?.spec?.containers),
      formatSelector(spec?.selector),
    ];
  },
};

export const replicationControllerPrinter: Printer = {
  columns: replicaSetPrinter.columns,
  cells(object, now) {
    const { metadata, spec, status } = object as corev1.ReplicationController;
    return [
      metadata.name ?? "",
      spec?.replicas ?? 0,
      status?.replicas ?? 0,
      status?.readyReplicas ?? 0,
      age(metadata.creationTimestamp, now),
      ...containerColumns(spec?.template?.spec?.containers),
      formatLabels(spec?.selector),
    ];
  },
};

export const daemonSetPrinter: Printer = {
  columns: [
    nameColumn,
    ...replicaColumns,
    column("Up-to-date", "integer"),
    column("Available", "integer"),
    column("Node Selector"),
    ageColumn,
    ...wideWithSelector,
  ],
  cells(object, now) {
    const { metadata, spec, status } = object as appsv1.DaemonSet;
    return [
      metadata.name ?? "",
      status?.desiredNumberScheduled ?? 0,
      status?.currentNumberScheduled ?? 0,
      status?.numberReady ?? 0,
      status?.updatedNumberScheduled ?? 0,
      status?.numberAvailable ?? 0,
      formatLabels(spec?.template.spec?.nodeSelector),
      age(metadata.creationTimestamp, now),
      ...containerColumns(spec?.template.spec?.containers),
      formatSelector(spec?.selector),
    ];
  },
};

export const statefulSetPrinter: Printer = {
  columns: [nameColumn, column("Ready", "string", "Number of the pod with ready state"), ageColumn, ...wide],
  cells(object, now) {
    const { metadata, spec, status } = object as appsv1.StatefulSet;
    return [
      metadata.name ?? "",
      `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
      age(metadata.creationTimestamp, now),
      ...containerColumns(spec?.template.spec?.containers),
    ];
  },
};

export const controllerRevisionPrinter: Printer = {
  columns: [nameColumn, column("Controller"), column("Revision"), ageColumn],
  cells(object, now) {
    const { metadata, revision } = object as appsv1.ControllerRevision;
    const owner = metadata.ownerReferences?.find(({ controller }) => controller);
    const group = owner?.apiVersion.includes("/") ? `.${owner.apiVersion.split("/")[0] ?? ""}` : "";
    const controller = owner ? `${owner.kind.toLowerCase()}${group}/${owner.name}` : "<none>";
    return [metadata.name ?? "", controller, revision ?? 0, age(metadata.creationTimestamp, now)];
  },
};

export const podTemplatePrinter: Printer = {
  columns: [nameColumn, column("Containers"), column("Images"), column("Pod Labels")],
  cells(object) {
    const { metadata, template } = object as corev1.PodTemplate;
    return [
      metadata.name ?? "",
      ...containerColumns(template?.spec?.containers),
      formatLabels(template?.metadata?.labels),
    ];
  },
};
