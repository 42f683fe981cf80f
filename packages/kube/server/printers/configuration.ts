import type { corev1 } from "@byocni/kube/schema";
import { age } from "./duration.ts";
import { ageColumn, column, nameColumn, type Printer } from "./printer.ts";

export const configMapPrinter: Printer = {
  columns: [nameColumn, column("Data"), ageColumn],
  cells(object, now) {
    const { metadata, data, binaryData } = object as corev1.ConfigMap;
    const entries = Object.keys(data ?? {}).length + Object.keys(binaryData ?? {}).length;
    return [metadata.name ?? "", String(entries), age(metadata.creationTimestamp, now)];
  },
};

export const secretPrinter: Printer = {
  columns: [nameColumn, column("Type"), column("Data"), ageColumn],
  cells(object, now) {
    const { metadata, type, data } = object as corev1.Secret;
    const entries = Object.keys(data ?? {}).length;
    return [metadata.name ?? "", type ?? "", String(entries), age(metadata.creationTimestamp, now)];
  },
};

export const serviceAccountPrinter: Printer = {
  columns: [nameColumn, column("Secrets"), ageColumn],
  cells(object, now) {
    const { metadata, secrets } = object as corev1.ServiceAccount;
    return [metadata.name ?? "", String((secrets ?? []).length), age(metadata.creationTimestamp, now)];
  },
};
