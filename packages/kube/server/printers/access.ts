import type { rbacv1 } from "@byocni/kube/schema";
import { age } from "./duration.ts";
import { genericPrinter } from "./generic.ts";
import { ageColumn, column, nameColumn, type Printer } from "./printer.ts";

export const rolePrinter: Printer = genericPrinter;

export const bindingPrinter: Printer = {
  columns: [nameColumn, column("Role"), ageColumn, column("~Users"), column("~Groups"), column("~ServiceAccounts")],
  cells(object, now) {
    const { metadata, roleRef, subjects } = object as rbacv1.RoleBinding;
    const named = (kind: string): string =>
      (subjects ?? [])
        .filter((subject) => subject.kind === kind)
        .map(({ name, namespace }) => (kind === "ServiceAccount" ? `${namespace ?? ""}/${name}` : name))
        .join(", ");
    return [
      metadata.name ?? "",
      `${roleRef.kind}/${roleRef.name}`,
      age(metadata.creationTimestamp, now),
      named("User"),
      named("Group"),
      named("ServiceAccount"),
    ];
  },
};
