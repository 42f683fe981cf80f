import type { corev1 } from "@byocni/kube/schema";
import { age } from "./duration.ts";
import { ageColumn, column, nameColumn, type Printer } from "./printer.ts";

export const namespacePrinter: Printer = {
  columns: [nameColumn, column("Status", "string", "The status of the namespace"), ageColumn],
  cells(object, now) {
    const { metadata, status } = object as corev1.Namespace;
    return [metadata.name ?? "", status?.phase ?? "", age(metadata.creationTimestamp, now)];
  },
};
