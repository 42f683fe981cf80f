import type { corev1, storagev1 } from "@byocni/kube/schema";
import { age } from "./duration.ts";
import { ageColumn, column, nameColumn, type Printer } from "./printer.ts";
import { formatAccessModes } from "./text.ts";

const unset = "<unset>";
const defaultClass = "storageclass.kubernetes.io/is-default-class";
const betaDefaultClass = "storageclass.beta.kubernetes.io/is-default-class";

export const persistentVolumePrinter: Printer = {
  columns: [
    nameColumn,
    column("Capacity"),
    column("Access Modes"),
    column("Reclaim Policy"),
    column("Status"),
    column("Claim"),
    column("StorageClass"),
    column("VolumeAttributesClass"),
    column("Reason"),
    ageColumn,
    column("~VolumeMode"),
  ],
  cells(object, now) {
    const { metadata, spec, status } = object as corev1.PersistentVolume;
    const claim = spec?.claimRef;
    const phase = metadata.deletionTimestamp ? "Terminating" : (status?.phase ?? "");
    return [
      metadata.name ?? "",
      spec?.capacity?.["storage"] ?? "0",
      formatAccessModes(spec?.accessModes),
      spec?.persistentVolumeReclaimPolicy ?? "",
      phase,
      claim ? `${claim.namespace ?? ""}/${claim.name ?? ""}` : "",
      spec?.storageClassName ?? "",
      spec?.volumeAttributesClassName ?? unset,
      status?.reason ?? "",
      age(metadata.creationTimestamp, now),
      spec?.volumeMode ?? unset,
    ];
  },
};

export const persistentVolumeClaimPrinter: Printer = {
  columns: [
    nameColumn,
    column("Status"),
    column("Volume"),
    column("Capacity"),
    column("Access Modes"),
    column("StorageClass"),
    column("VolumeAttributesClass"),
    ageColumn,
    column("~VolumeMode"),
  ],
  cells(object, now) {
    const { metadata, spec, status } = object as corev1.PersistentVolumeClaim;
    const bound = spec?.volumeName ? status : undefined;
    return [
      metadata.name ?? "",
      metadata.deletionTimestamp ? "Terminating" : (status?.phase ?? ""),
      spec?.volumeName ?? "",
      bound?.capacity?.["storage"] ?? "",
      formatAccessModes(bound?.accessModes),
      spec?.storageClassName ?? "",
      spec?.volumeAttributesClassName ?? unset,
      age(metadata.creationTimestamp, now),
      spec?.volumeMode ?? unset,
    ];
  },
};

export const storageClassPrinter: Printer = {
  columns: [
    nameColumn,
    column("Provisioner"),
    column("ReclaimPolicy"),
    column("VolumeBindingMode"),
    column("AllowVolumeExpansion"),
    ageColumn,
  ],
  cells(object, now) {
    const storageClass = object as storagev1.StorageClass;
    const { metadata } = storageClass;
    const isDefault = [defaultClass, betaDefaultClass].some((name) => metadata.annotations?.[name] === "true");
    return [
      `${metadata.name ?? ""}${isDefault ? " (default)" : ""}`,
      storageClass.provisioner,
      storageClass.reclaimPolicy ?? "Delete",
      storageClass.volumeBindingMode ?? "Immediate",
      storageClass.allowVolumeExpansion ?? false,
      age(metadata.creationTimestamp, now),
    ];
  },
};

export const csiDriverPrinter: Printer = {
  columns: [
    nameColumn,
    column("AttachRequired", "boolean"),
    column("PodInfoOnMount", "boolean"),
    column("StorageCapacity", "boolean"),
    column("TokenRequests"),
    column("RequiresRepublish", "boolean"),
    column("Modes"),
    ageColumn,
  ],
  cells(object, now) {
    const { metadata, spec } = object as storagev1.CSIDriver;
    return [
      metadata.name ?? "",
      spec.attachRequired ?? true,
      spec.podInfoOnMount ?? false,
      spec.storageCapacity ?? false,
      (spec.tokenRequests ?? []).map(({ audience }) => audience).join(",") || unset,
      spec.requiresRepublish ?? false,
      (spec.volumeLifecycleModes ?? []).join(",") || "<none>",
      age(metadata.creationTimestamp, now),
    ];
  },
};

export const csiNodePrinter: Printer = {
  columns: [nameColumn, column("Drivers", "integer"), ageColumn],
  cells(object, now) {
    const { metadata, spec } = object as storagev1.CSINode;
    return [metadata.name ?? "", spec.drivers.length, age(metadata.creationTimestamp, now)];
  },
};

export const volumeAttachmentPrinter: Printer = {
  columns: [nameColumn, column("Attacher"), column("PV"), column("Node"), column("Attached", "boolean"), ageColumn],
  cells(object, now) {
    const { metadata, spec, status } = object as storagev1.VolumeAttachment;
    return [
      metadata.name ?? "",
      spec.attacher,
      spec.source.persistentVolumeName ?? "",
      spec.nodeName,
      status?.attached ?? false,
      age(metadata.creationTimestamp, now),
    ];
  },
};
