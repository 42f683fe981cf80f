import { column, nameColumn, type Printer } from "./printer.ts";

/** For kinds without a printer of their own. */
export const genericPrinter: Printer = {
  columns: [
    nameColumn,
    { ...column("Created At", "date"), description: "CreationTimestamp is the time at which the object was created." },
  ],
  cells: (object) => [object.metadata.name ?? "", object.metadata.creationTimestamp ?? null],
};
